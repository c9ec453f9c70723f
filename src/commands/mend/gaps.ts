/** Whether a word is to be filled in, or has a part that is: `ID`, `LINK-OR-FILE`, `FIELD=VALUE`, `"to":"URL"`. */
export function hasGap(word: string): boolean {
  return /^@?([\w.-]+=)?"?[A-Z]{2,}(-[A-Z]+)*"?(=[A-Z]+)?$/.test(word) || /:"(URL|VALUE|PROMPT)"/.test(word);
}
