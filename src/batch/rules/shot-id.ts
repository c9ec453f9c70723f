/** Longest id of a shot: it stands in file names, tables and keys. Unit: characters. */
const shotIdCharactersMost = 200;

/** Why a text can't be the id of a shot; undefined where it can. */
export function shotIdProblem(id: string): string | undefined {
  if (id === '') return 'It is empty.';
  if (id.length > shotIdCharactersMost)
    return `It has ${id.length} characters, and may have ${shotIdCharactersMost}.`;
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(id)) return 'It has control characters in it.';
  return undefined;
}
