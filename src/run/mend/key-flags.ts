/** The last letters of a part of a name that promises a secret: `key`, and `apikey` as well. */
const secretPart = /(key|token|secret|password|passwd|auth|authorization|bearer|credential)s?$/i;

/** Flags by which other programs are given a key. Its value is never repeated. */
export function isKeyFlag(name: string): boolean {
  if (!name.startsWith('-') || /^--?idempotency[-_]?keys?$/i.test(name)) return false;
  return name.split(/[-_.]/).some((part) => secretPart.test(part));
}

/** Whether a line gives a key: behind a flag for one, or in a header, also in one word with its flag. */
export function givesKey(argv: readonly string[]): boolean {
  return argv.some((word, place) => {
    if (isKeyFlag(word.replace(/[=\s:].*/s, ''))) return true;
    const isHeader = /^(-H|--headers?)$/.test(argv[place - 1] ?? '');
    const header = isHeader ? word : /^(?:-H|--headers?=)(.*)/s.exec(word)?.[1];
    return header !== undefined && isKeyFlag(`-${header.replace(/[=\s:].*/s, '')}`);
  });
}
