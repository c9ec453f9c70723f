import type { SheetReading } from './sheet-numbers.ts';

/** The beginnings of the names of months, in the languages that sheets are often set to. */
const monthNames: readonly (readonly string[])[] = [
  ['jan', 'ene', 'gen', 'janv'],
  ['feb', 'fév', 'fev', 'févr'],
  ['mar', 'mär', 'mrz', 'mrt'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mei', 'mag'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'août', 'aou', 'ago'],
  ['sep', 'set', 'sept'],
  ['oct', 'okt', 'ott', 'out'],
  ['nov'],
  ['dec', 'dez', 'déc', 'dic'],
];

/** A day as a text names it; in a text it may lack its year, or its day. */
interface NamedDay {
  /** Within its century: sheets show two digits. */
  year?: number | undefined;
  /** From 1 to 12. */
  month: number;
  /** Counted from 1. */
  day?: number | undefined;
}

/** The day that sheets count days from, and the days that they count in years of four digits. */
const dayZeroMs = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;
const [daysLeast, daysMost] = [20_000, 80_000];

const separated = /^(\d{1,4})([-/. ])(\d{1,2})(?:\2(\d{1,4})?)?(?: 00:00(?::00)?)?$/;
const dayFirst = /^(?:\p{L}+,? )?(\d{1,2})[-/. ]{0,2}(\p{L}{3,})\.?(?:[-/., ]{1,2}(\d{2}|\d{4}))?$/u;
const monthFirst = /^(\p{L}{3,})\.?[-/. ]{0,2}(\d{1,2}|\d{4})(?:, ?(\d{4}))?$/u;
const time = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.0+)? ?([ap]m)?$/;

/**
 * A text as a sheet reads days and times. Two texts are one cell if a sheet makes one of the other: `3/4` and `04-Mar`, `2026-01` and
 * `Jan-26`, `sep2` and `02-Sep`, `1:30` and `01:30:00`.
 *
 * @param text in lower case, with plain blanks.
 * @param count the whole number that it is, which may count days.
 */
export function dateReading(text: string, count: number | undefined): SheetReading {
  const [, hours, minutes, seconds = '0', half] = time.exec(text) ?? [];
  if (hours !== undefined) {
    const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0);
    return { same: [`time ${hour}:${Number(minutes)}:${Number(seconds)}`], makes: [], shows: [] };
  }
  const days = [...daysIn(text), ...daysCounted(count)].flatMap(wholeDay);
  const keyOf = ({ day, month }: WholeDay): string => `day ${month}-${day}`;
  const yearless = days.filter(({ year }) => year === undefined);
  const whole = days.filter(({ year }) => year !== undefined);
  return {
    same: days.map((day) => `${keyOf(day)} ${day.year === undefined ? '' : day.year % 100}`),
    // A sheet adds the year of today, and shows a day without its year.
    makes: yearless.map(keyOf),
    shows: count === undefined ? whole.map(keyOf) : [],
  };
}

type WholeDay = NamedDay & { day: number };

/** A day of the calendar; none for another one. A month alone is its first day in a sheet. */
function wholeDay({ day = 1, month, year }: NamedDay): WholeDay[] {
  return month < 1 || month > 12 || day < 1 || day > 31 ? [] : [{ day, month, year }];
}

/** The days that a text may name: `3/4` is one in America, and another one in Europe. */
function daysIn(text: string): NamedDay[] {
  const [, first = '', , second = '', third] = separated.exec(text) ?? [];
  if (second !== '') return daysSeparated(first, second, third);
  const [, day, name = '', year] = dayFirst.exec(text) ?? [];
  if (day !== undefined) {
    const month = monthOf(name);
    const ofYear = year === undefined ? [{ month, year: Number(day) }] : [];
    return [{ month, day: Number(day), year: year === undefined ? undefined : Number(year) }, ...ofYear];
  }
  const [, word = '', number = '', behind] = monthFirst.exec(text) ?? [];
  if (word === '') return [];
  const month = monthOf(word);
  if (behind !== undefined) return [{ month, day: Number(number), year: Number(behind) }];
  return [
    { month, year: Number(number) },
    { month, day: Number(number) },
  ];
}

function daysSeparated(first: string, second: string, third: string | undefined): NamedDay[] {
  const [one, two] = [Number(first), Number(second)];
  if (first.length > 2)
    return [{ year: one, month: two, day: third === undefined ? undefined : Number(third) }];
  if (third !== undefined)
    return [
      { month: one, day: two, year: Number(third) },
      { month: two, day: one, year: Number(third) },
      { year: one, month: two, day: Number(third) },
    ];
  return [
    { month: one, day: two },
    { month: two, day: one },
    // `3/26` is a month of a year where there is no such day.
    ...(two > 12 ? [{ month: one, year: two }] : []),
  ];
}

function monthOf(name: string): number {
  return monthNames.findIndex((beginnings) => beginnings.some((beginning) => name.startsWith(beginning))) + 1;
}

/** A day that a sheet shows as the number of days that it counts. */
function daysCounted(count: number | undefined): NamedDay[] {
  if (count === undefined || count < daysLeast || count > daysMost) return [];
  const date = new Date(dayZeroMs + count * dayMs);
  return [{ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }];
}
