import { UsageError } from '../../errors/endings.ts';
import { idObjection } from '../../service/origin/id-objection.ts';

/** Checks an id before it becomes part of a URL; it is encoded there as well. Throws UsageError. */
export function checkResourceId(id: string): string {
  const why = idObjection(id);
  if (why === undefined) return id;
  throw new UsageError({
    code: 'invalid_id',
    message: `${JSON.stringify(id.slice(0, 40))} is not an id`,
    why: `${why} Nothing was sent.`,
    hint: 'genctl jobs',
  });
}
