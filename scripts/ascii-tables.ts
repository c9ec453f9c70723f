import type { Plugin } from 'rolldown';

/** A table of characters in re2js: ranges with a stride each, or with none, which is 1. */
const table = /\bdecodeRanges\("([A-Za-z0-9+-]*)", (true|false)\)/g;
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-';
/** Five bits of a number are in a digit, the lowest first; a sixth says that more follow. */
const digitBits = 5;
const goesOn = 1 << digitBits;
const lastAscii = 0x7f;

/** Leaves out of the tables of re2js what is not ASCII: it is asked about no other text (`request/models/linear-match.ts`). */
export function asciiTables(): Plugin {
  return {
    name: 'ascii-tables',
    transform: {
      filter: { id: /[\\/]node_modules[\\/]re2js[\\/]/ },
      handler: (code) => ({ code: cutTables(code), map: null }),
    },
  };
}

/** The code of re2js with tables of ASCII alone. Fails where it has its tables in another form. */
export function cutTables(code: string): string {
  let cut = 0;
  const shorter = code.replace(table, (_, text: string, isDense: string) => {
    cut += 1;
    return `decodeRanges("${asciiRanges(text, isDense === 'true')}", ${isDense})`;
  });
  if (cut < 100) throw new Error('re2js has its tables in another form: scripts/ascii-tables.ts finds few');
  return shorter;
}

/** Each range is told by how far it begins behind the last one, how long it is, and its stride. */
function asciiRanges(text: string, isDense: boolean): string {
  const numbers = readNumbers(text);
  const fields = isDense ? 2 : 3;
  const kept: number[] = [];
  let last = 0;
  for (let at = 0; at < numbers.length; at += fields) {
    const [gap = 0, length = 0, stride = 1] = numbers.slice(at, at + fields);
    const begin = last + gap;
    last = begin + length;
    if (begin > lastAscii) break;
    const end = Math.min(last, lastAscii - ((lastAscii - begin) % stride));
    kept.push(gap, end - begin, ...(isDense ? [] : [stride]));
  }
  return kept.map(numberText).join('');
}

function readNumbers(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of text) {
    const digit = digits.indexOf(character);
    value += (digit % goesOn) << shift;
    shift += digitBits;
    if (digit >= goesOn) continue;
    numbers.push(value);
    value = 0;
    shift = 0;
  }
  return numbers;
}

function numberText(number: number): string {
  const rest = number >> digitBits;
  const digit = digits[(number % goesOn) + (rest > 0 ? goesOn : 0)] ?? '';
  return rest > 0 ? digit + numberText(rest) : digit;
}
