/** Length of a text. Unit: Unicode code points, so that a character outside the basic plane counts once. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
