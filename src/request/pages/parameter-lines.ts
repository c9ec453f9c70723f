import type { Look } from '../../text/look.ts';
import { padToWidth, textWidth, wrapText } from '../../text/text-width.ts';
import type { Parameter } from './parameters.ts';

/** The column of descriptions is worth having from this width on. Unit: columns. */
const leastSaysColumns = 34;
/** Off a terminal longer flags and values push their row out, so that the other rows stay readable. Unit: columns. */
const flagColumnsPiped = 60;

const indent = 2;
const gap = 2;
/** How far the second line of a parameter stands in from its first one. */
const hang = 4;

interface Columns {
  flag: number;
  usual: number;
  says: number;
}

/**
 * The parameters below one another, with their flags and values, their defaults and their descriptions in columns. A row that
 * is too long for its column is told on lines of its own; in a pipe it stays one line.
 */
export function parameterLines(parameters: readonly Parameter[], look: Look): string[] {
  if (parameters.length === 0) return [];
  const columns = columnsFor(parameters, look);
  const { colors } = look;
  const titles = {
    flag: 'FLAG',
    depth: 0,
    values: '',
    usual: parameters.some(({ usual }) => usual !== '') ? 'DEFAULT' : '',
    says: '',
  };
  const title = columns.flag === 0 ? [] : [colors.dim(rowText(titles, columns).trimEnd())];
  return [...title, ...parameters.flatMap((one) => parameterRow(one, columns, look))];
}

/** The first column has room for the longest row that leaves enough for the description, or none where none does. */
function columnsFor(parameters: readonly Parameter[], { columns, isTerminal }: Look): Columns {
  const usual = Math.max(...parameters.map((one) => textWidth(one.usual)), 'DEFAULT'.length);
  const beside = indent + gap + usual + gap;
  const most = isTerminal ? columns - beside - leastSaysColumns : flagColumnsPiped;
  const fitting = parameters.map((one) => textWidth(headOf(one))).filter((width) => width <= most);
  const flag = Math.max(0, ...fitting);
  // Where few rows fit, a column for them alone looks stranger than none.
  const isWorth = !isTerminal || fitting.length * 2 > parameters.length;
  const says = isTerminal ? columns - beside - flag : Number.POSITIVE_INFINITY;
  return { flag: isWorth ? flag : 0, usual, says };
}

function parameterRow(one: Parameter, columns: Columns, look: Look): string[] {
  const { colors, isTerminal } = look;
  if (textWidth(headOf(one)) > columns.flag && isTerminal) return stackedRow(one, look);
  const head = painted(rowText({ ...one, says: '' }, columns), one, look);
  const [first = '', ...more] = wrapText(one.says, columns.says);
  const start = indent + columns.flag + gap + columns.usual + gap;
  return [
    `${head}${colors.dim(first)}`.trimEnd(),
    ...more.map((line) => `${' '.repeat(start)}${colors.dim(line)}`),
  ];
}

function stackedRow(one: Parameter, look: Look): string[] {
  const { colors, columns } = look;
  const own = indent + 2 * one.depth;
  const [first = '', ...more] = wrapText(bareHead(one), columns - own - hang);
  const usual = one.usual === '' || one.usual === 'needed' ? one.usual : `default ${one.usual}`;
  const below = [usual, one.says].filter((text) => text !== '').join('; ');
  const margin = ' '.repeat(own + hang);
  return [
    painted(`${' '.repeat(own)}${first}`, one, look),
    ...more.map((line) => `${margin}${line}`),
    ...(below === ''
      ? []
      : wrapText(below, columns - own - hang).map((line) => `${margin}${colors.dim(line)}`)),
  ];
}

function bareHead({ flag, values }: Parameter): string {
  return values === '' ? flag : `${flag} ${values}`;
}

function headOf(one: Parameter): string {
  return `${'  '.repeat(one.depth)}${bareHead(one)}`;
}

function rowText(one: Parameter, columns: Columns): string {
  const between = ' '.repeat(gap);
  const head = padToWidth(headOf(one), columns.flag);
  return `${' '.repeat(indent)}${head}${between}${padToWidth(one.usual, columns.usual)}${between}${one.says}`;
}

/** Paints the flag alone, which is what the eye looks for. */
function painted(line: string, { flag }: Parameter, { colors }: Look): string {
  const start = line.length - line.trimStart().length;
  return line.startsWith(flag, start)
    ? `${line.slice(0, start)}${colors.accent(flag)}${line.slice(start + flag.length)}`
    : line;
}
