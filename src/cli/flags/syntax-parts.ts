/** The parts of how a flag is written: `-m, --model <id>` has a short name, a long one, and what stands for its value. */
export function syntaxParts(syntax: string): {
  short: string | undefined;
  long: string;
  value: string | undefined;
} {
  const [, short, long = syntax, value] = /^(?:(-\w), )?(--[\w-]+)(?: <(.+)>)?$/.exec(syntax) ?? [];
  return { short, long, value };
}
