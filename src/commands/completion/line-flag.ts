/** The value of a flag on a line, in either way of writing it. */
export function flagValue(flag: string, line: readonly string[]): string | undefined {
  const place = line.indexOf(flag);
  if (place !== -1) return line[place + 1];
  return line.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
}
