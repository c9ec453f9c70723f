/** Names for references, each with the files that it stands for: absolute paths, or links. */
export type Cast = ReadonlyMap<string, readonly string[]>;

/** The setting that holds the files of a name of the cast. */
export type CastSetting = `cast.${string}`;

const prefix = 'cast.';
/** No path, and no file with an ending, has this form behind an `@`. */
const form = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;
/** The form of a name, for messages. */
export const castNameWords =
  'a name of the cast begins with a letter and has up to 64 letters, digits, _ and -';

export function isCastName(name: string): boolean {
  return form.test(name);
}

export function castSetting(name: string): CastSetting {
  return `${prefix}${name}`;
}

export function isCastSetting(name: string): name is CastSetting {
  return name.startsWith(prefix) && isCastName(name.slice(prefix.length));
}

/** The cast that settings or a project file hold. */
export function castOf(values: Record<string, unknown>): Cast {
  const members = Object.entries(values).filter(([name]) => isCastSetting(name));
  // The cast is safe: a value of such a setting is checked to be a list of texts.
  return new Map(members.map(([name, files]) => [name.slice(prefix.length), files as string[]]));
}
