import type { DocumentFields } from '../../cli/documents/index.ts';
import { type Tags, tagsText } from '../../ledger/rules/tags.ts';
import { formatDuration } from '../../text/duration.ts';
import type { Look } from '../../text/look.ts';
import { formatMoney } from '../../text/money.ts';
import { safeLine } from '../../text/safe-text.ts';
import { padToWidth, textWidth } from '../../text/text-width.ts';
import { formatWhen } from '../../text/time.ts';
import type { Digest } from '../rules/left-out.ts';
import { absent, changedValue, fromTo, type Piece, paintedLine, wrapPieces } from './changed-value.ts';
import type { FieldChange } from './request-changes.ts';

/** One of two requests, and what became of it. */
interface ShownSide {
  name: string;
  facts: DocumentFields<'genctl.diff/v1'>['before'];
  /** When its state was last seen, where that was not its last; ISO 8601. */
  seenAt: string | undefined;
}

/** Two requests and what differs between them. */
export interface Difference {
  before: ShownSide;
  after: ShownSide;
  /** Each with the words by which its field is shown, such as `--duration`. */
  changes: readonly (FieldChange & { label: string })[];
  digest: Digest;
}

interface ShownRow {
  label: string;
  pieces: Piece[];
}

/** With less room than this a value goes below its label instead of beside it. Unit: columns. */
const leastValueColumns = 24;
const indent = '  ';

/** The fields that differ, then what became of each request: what is the same for both is said once. `nowMs` is the wall clock. */
export function renderDifference(difference: Difference, look: Look, nowMs: number): string[] {
  const { changes, digest } = difference;
  const fields = changes.map((change) => ({
    label: safeLine(change.label),
    pieces: changedValue(change, look, digest),
  }));
  const same = changes.length === 0 ? [`${indent}The requests are the same.`] : [];
  const rows = [...fields, ...factRows(difference, look, nowMs)];
  const labelColumns = Math.max(0, ...rows.map(({ label }) => textWidth(label)));
  return [
    ...headline(difference, look),
    ...same,
    ...rows.flatMap((row) => rowLines(row, labelColumns, look)),
  ];
}

function headline({ after, before }: Difference, look: Look): string[] {
  const { colors, columns, ids, isTerminal, symbols } = look;
  const [first, second] = [safeLine(ids.of(before.name)), safeLine(ids.of(after.name))];
  const isOneLine = !isTerminal || textWidth(`${first} ${symbols.becomes} ${second}`) <= columns;
  const [one, other] = [colors.bold(first), `${symbols.becomes} ${colors.bold(second)}`];
  return isOneLine ? [`${one} ${other}`] : [one, other];
}

/** Rows of the facts of both requests. Left out: what neither has, and a model that is among the fields. */
function factRows({ after, before, changes }: Difference, look: Look, nowMs: number): ShownRow[] {
  const isModelTold = changes.some(({ name }) => name === 'model');
  const rows = factTexts(before, nowMs).map(([label, first], place): ShownRow[] => {
    const second = factTexts(after, nowMs)[place]?.[1] ?? null;
    if (first === null && second === null) return [];
    if (first === second) {
      const isShown = label !== 'profile' && first !== null;
      return isShown ? [{ label, pieces: [{ text: safeLine(first), paint: look.colors.dim }] }] : [];
    }
    if (label === 'model' && isModelTold) return [];
    return [{ label, pieces: fromTo(first ?? absent, second ?? absent, { ...look, colors: calm(look) }) }];
  });
  return rows.flat();
}

/** No colour says of an outcome that it is gone or new. */
function calm({ colors }: Look): Look['colors'] {
  const plain = (text: string): string => text;
  return { ...colors, bad: plain, good: plain };
}

function factTexts({ facts, seenAt }: ShownSide, nowMs: number): [label: string, text: string | null][] {
  const { cost_usd, error_code, model, profile, route, status, tags, took_seconds } = facts;
  const seen = seenAt === undefined ? [] : [`seen ${formatWhen(seenAt, nowMs)}`];
  return [
    ['model', model],
    ['route', route],
    ['profile', profile],
    ['tags', tags === null ? null : tagsText(inOneOrder(tags))],
    ['cost', cost_usd === null ? null : formatMoney(cost_usd)],
    ['took', took_seconds === null ? null : formatDuration(took_seconds * 1000)],
    ['result', [status, ...(error_code === null ? [] : [error_code]), ...seen].join(', ')],
  ];
}

/** Orders tags by name, so that equal tags are one text, in whatever order they were given. */
function inOneOrder(tags: Tags): Tags {
  return Object.fromEntries(Object.entries(tags).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function rowLines({ label, pieces }: ShownRow, labelColumns: number, look: Look): string[] {
  const { colors, columns, isTerminal } = look;
  const start = indent.length + labelColumns + 2;
  const room = isTerminal ? columns - start : Number.POSITIVE_INFINITY;
  if (room < leastValueColumns) {
    const below = indent.repeat(2);
    const lines = wrapPieces(pieces, columns - below.length);
    return [`${indent}${colors.dim(label)}`, ...lines.map((line) => `${below}${paintedLine(line)}`)];
  }
  const named = `${indent}${colors.dim(label)}${padToWidth(label, labelColumns + 2).slice(label.length)}`;
  return wrapPieces(pieces, room).map(
    (line, place) => `${place === 0 ? named : ' '.repeat(start)}${paintedLine(line)}`,
  );
}
