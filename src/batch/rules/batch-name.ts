import { UsageError } from '../../errors/endings.ts';

/** Unit: characters. */
const charactersMost = 100;

/**
 * The name of a batch. It is not empty and has no control characters. It has no `/`, which separates it from the id of a shot. It
 * does not begin with `@`, as names of a CI run do. Throws UsageError.
 */
export function checkedBatchName(name: string): string {
  const why = whyNot(name);
  if (why === undefined) return name;
  throw new UsageError({
    code: 'batch_name',
    message: `A batch can't be called ${JSON.stringify(name.slice(0, charactersMost))}`,
    why,
    hint: 'a name such as shots-2026',
  });
}

/** The name of a batch without one of its own: that of its file without the extension. Throws UsageError. */
export function batchNameOf(fileName: string): string {
  return checkedBatchName(fileName.replace(/(?<=.)\.[^.]*$/, ''));
}

function whyNot(name: string): string | undefined {
  if (name.trim() === '') return 'It is empty.';
  if (name.length > charactersMost)
    return `It has ${name.length} characters, and may have ${charactersMost}.`;
  if (name.includes('/')) return 'A / separates the name of a batch from the id of a shot.';
  if (name.startsWith('@')) return 'Names that begin with @ are reserved for CI runs.';
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name)) return 'It has control characters in it.';
  return undefined;
}
