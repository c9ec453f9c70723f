const idCharactersMost = 256;

/** The objection to an id that came from outside, as a sentence; undefined where there is no objection. */
export function idObjection(id: string): string | undefined {
  if (id.trim() === '') return 'It is empty.';
  if (id.split(/[/\\]/).some((step) => step === '.' || step === '..'))
    return 'It would name a folder of the service.';
  // Most are plain, and a pattern with properties of Unicode takes as long to make as a file to read.
  if (!/^[\x20-\x7e]*$/.test(id) && /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(id))
    return 'It holds a control character.';
  if (id.length > idCharactersMost)
    return `It has ${id.length} characters; ids have at most ${idCharactersMost}.`;
  return undefined;
}
