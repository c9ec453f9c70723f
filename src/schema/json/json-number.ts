/** A number as JSON writes it, or as people do: `+1`, `.5`, `5.`. */
const form = /^\+?(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;

/**
 * Tells whether a number keeps its value when it is read and written again. One that is longer than a double holds
 * (9007199254740993) or larger (1e400) does not; `1.0`, `1e3` and `-0` do.
 */
export function isKeptNumber(literal: string): boolean {
  const value = Number(literal);
  return Number.isFinite(value) && decimal(literal) === decimal(String(value));
}

/** Tells whether a number is a whole one, written in digits alone. */
export function isWholeNumber(literal: string): boolean {
  return /^-?\d+$/.test(literal);
}

/** One spelling for each number: its digits without zeros at either end, and the power of ten of the first digit. */
function decimal(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = form.exec(literal) ?? [];
  const digits = whole + fraction;
  const first = digits.search(/[1-9]/);
  if (first < 0) return '0';
  const significant = digits.slice(first).replace(/0+$/, '');
  return `${sign}${significant}e${Number(exponent) + whole.length - first}`;
}
