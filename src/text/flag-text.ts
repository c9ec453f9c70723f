/** Tells whether a value can follow a flag that takes any word; what begins with a dash is the next flag. */
export function isFlagWord(text: string): boolean {
  return text.trim() !== '' && !text.startsWith('-');
}

/** Tells whether a text is a number in digits, as flags read one. */
export function isFlagNumber(text: string): boolean {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text);
}
