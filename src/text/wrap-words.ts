/** Breaks a text into lines between its words; a word longer than a line stays whole, so that it can be copied. */
export function wrapWords(text: string, columns: number, widthOf: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    if (widthOf(paragraph) <= columns) return [paragraph];
    const lines: string[] = [];
    for (const word of paragraph.split(/ +/)) {
      const last = lines.at(-1);
      if (last === undefined) lines.push(word);
      else if (widthOf(last) + 1 + widthOf(word) <= columns) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}
