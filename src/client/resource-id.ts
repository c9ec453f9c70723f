import { UsageError } from '../errors/usage-error.ts';

const idCharactersMost = 256;

/** Checks an id before it becomes part of a URL; it is encoded there as well. Throws UsageError. */
export function checkResourceId(id: string): string {
  const why =
    id.trim() === ''
      ? 'It is empty.'
      : id === '.' || id === '..'
        ? 'It would name a folder of the service.'
        : /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(id)
          ? 'It holds a control character.'
          : id.length > idCharactersMost
            ? `It has ${id.length} characters; ids have at most ${idCharactersMost}.`
            : undefined;
  if (why === undefined) return id;
  throw new UsageError({
    code: 'invalid_id',
    message: `${JSON.stringify(id.slice(0, 40))} is no id`,
    why: `${why} Nothing was sent.`,
    hint: 'genctl jobs',
  });
}
