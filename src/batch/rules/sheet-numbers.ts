/** The keys of a text by what sheets do to the texts of cells. */
export interface SheetReading {
  /** Texts that share one are the same cell. */
  same: readonly string[];
  /** A cell with one of these becomes one that shows it. */
  makes: readonly string[];
  shows: readonly string[];
}

/** A number without sign for its zeros: `0.0120` is 12 with the point 1 before it. */
interface Decimal {
  sign: '' | '-';
  /** Its significant digits, without zeros at either end; empty for 0. */
  digits: string;
  /** The power of ten of its first digit. */
  exponent: number;
  /** True if it is written with an exponent, as a sheet shows what its column is too narrow for. */
  isScientific: boolean;
}

/** A sheet keeps so many digits of a number. */
const digitsKept = 15;

/** An exponent beyond this is no number of a sheet. */
const exponentMost = 400;

const scientific = /^(\d+)(?:[.,](\d*))?e([+-]?\d{1,3})$/;
const plain = /^(\d+)(?:[.,](\d*))?$|^[.,](\d+)$/;
const grouped = /^\d{1,3}(?:([., '’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;

/**
 * A text as a sheet reads numbers. Two texts are one cell if a sheet makes one of the other: without zeros at the ends, with other
 * separators, with an exponent, or rounded to the digits that a sheet keeps or shows.
 *
 * @param text in lower case, with plain blanks.
 */
export function numberReading(text: string): SheetReading {
  const decimals = decimalsIn(text);
  return {
    same: decimals.map((decimal) => keyOf('number', decimal)),
    makes: decimals.flatMap(roundedKeys),
    shows: decimals.flatMap(shownKeys),
  };
}

/** A whole number that a text may be, for the days that a sheet counts; undefined for any other text. */
export function wholeNumber(text: string): number | undefined {
  const [decimal] = decimalsIn(text);
  if (decimal === undefined || decimal.sign === '-' || decimal.exponent > 8) return undefined;
  const { digits, exponent } = decimal;
  return digits.length > exponent + 1 ? undefined : Number(digits.padEnd(exponent + 1, '0'));
}

/** The numbers that a text may be: `1,234` is one in English, and another one in German. */
function decimalsIn(text: string): Decimal[] {
  const isPercent = text.endsWith('%');
  const inParentheses = /^\((.*)\)$/.exec(text)?.[1];
  const bare = (inParentheses ?? text).replace(/^[$€£¥]\s?|\s?[€%]$/g, '');
  const [, minus = '', body = ''] = /^(-?)(.*)$/s.exec(bare) ?? [];
  const sign = inParentheses !== undefined || minus === '-' ? '-' : '';
  const shift = isPercent ? -2 : 0;
  const found: Decimal[] = [];
  const add = (whole: string, fraction: string, power: number, isScientific = false): void => {
    const decimal = decimalOf(whole, fraction, power + shift);
    if (Math.abs(decimal.exponent) <= exponentMost) found.push({ sign, ...decimal, isScientific });
  };
  const [, mantissa, behind = '', power] = scientific.exec(body) ?? [];
  if (mantissa !== undefined) add(mantissa, behind, Number(power), true);
  const [isPlain, whole = '', fraction, bareFraction] = plain.exec(body) ?? [];
  if (isPlain !== undefined) add(whole, fraction ?? bareFraction ?? '', 0);
  const [isGrouped, separator = ''] = grouped.exec(body) ?? [];
  if (isGrouped === undefined) return found;
  const [digits = '', decimals = ''] = body.replaceAll(separator, '').split(/[.,]/);
  add(digits, decimals, 0);
  return found;
}

function decimalOf(whole: string, fraction: string, power: number): Pick<Decimal, 'digits' | 'exponent'> {
  const all = `${whole}${fraction}`;
  const leading = all.length - all.replace(/^0+/, '').length;
  const digits = withoutEndZeros(all.slice(leading));
  return { digits, exponent: digits === '' ? 0 : whole.length - 1 - leading + power };
}

function keyOf(
  kind: 'number' | 'shown' | 'kept',
  { digits, exponent, sign }: Omit<Decimal, 'isScientific'>,
): string {
  return `${kind} ${digits === '' ? '' : sign}${digits}e${exponent}`;
}

/** Fewer digits are no sign that a sheet has cut a number. */
const cutLeast = 9;

/** The keys of a number that may be what a sheet shows or keeps of a longer one. */
function shownKeys(decimal: Decimal): string[] {
  const { length } = decimal.digits;
  const isKept = length >= cutLeast && length <= digitsKept;
  return [
    ...(decimal.isScientific ? [keyOf('shown', decimal)] : []),
    ...(isKept && !decimal.isScientific ? [keyOf('kept', decimal)] : []),
  ];
}

/** The keys of what a sheet shows or keeps of a number that is longer. */
function roundedKeys(decimal: Decimal): string[] {
  const { digits } = decimal;
  const keys = new Set<string>();
  if (decimal.isScientific) return [];
  for (let count = 1; count < Math.min(digits.length, digitsKept + 1); count += 1) {
    const rounded = { ...decimal, ...roundedTo(count, decimal) };
    keys.add(keyOf('shown', rounded));
    // A whole number of fewer digits is kept whole.
    if (digits.length > digitsKept || (isFraction(decimal) && digits.length > cutLeast))
      keys.add(keyOf('kept', rounded));
  }
  // One sheet cuts what comes behind the digits that it keeps, and another one rounds it.
  if (digits.length > digitsKept)
    keys.add(keyOf('kept', { ...decimal, digits: withoutEndZeros(digits.slice(0, digitsKept)) }));
  return [...keys];
}

function isFraction({ digits, exponent }: Decimal): boolean {
  return digits.length > exponent + 1;
}

function roundedTo(
  count: number,
  { digits, exponent }: Pick<Decimal, 'digits' | 'exponent'>,
): Pick<Decimal, 'digits' | 'exponent'> {
  const head = digits.slice(0, count);
  if ((digits[count] ?? '0') < '5') return { digits: withoutEndZeros(head), exponent };
  const up = String(BigInt(head) + 1n);
  return { digits: withoutEndZeros(up), exponent: exponent + up.length - head.length };
}

function withoutEndZeros(digits: string): string {
  return digits.replace(/0+$/, '');
}
