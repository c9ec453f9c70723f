import { expect, it } from 'vitest';
import {
  type GoneShot,
  needsAnswer,
  pairRequests,
  pairRewrittenIds,
} from '../../../src/batch/rules/pair-shots.ts';

const gone = (shot: string, ...requests: string[]): GoneShot => ({
  shot,
  ids: [shot],
  requests,
  isElsewhere: false,
});
const lines = (...ids: string[]) => ids.map((shot, at) => ({ line: at + 2, shot, requests: ['fox'] }));

function paired(pairing: ReturnType<typeof pairRequests>, taken: ReturnType<typeof lines>): string[] {
  for (const line of taken) pairing.take(line);
  return pairing
    .pairs()
    .map(({ gone: { shot }, isRewritten, to }) => `${shot} ${isRewritten ? '=' : '-'} ${to}`);
}

it('pairs takes one to one, those first whose ids a spreadsheet joins, then the others in their order', () => {
  const takes = pairRequests([gone('a', 'fox'), gone('001', 'fox'), gone('b', 'fox')]);
  expect(paired(takes, lines('x', 'y', '1', 'z'))).toEqual(['a - x', 'b - y', '001 = 1']);
});

it('pairs a shot of another manifest with a rewritten id alone', () => {
  const elsewhere = { ...gone('001', 'fox'), isElsewhere: true };
  expect(paired(pairRequests([elsewhere]), lines('x', '1'))).toEqual(['001 = 1']);
  expect(paired(pairRequests([elsewhere]), lines('x'))).toEqual([]);
});

it('pairs nothing of another request, and a shot of several requests once', () => {
  const revised = pairRequests([gone('a', 'tram', 'fox', 'fox')]);
  expect(paired(revised, lines('x', 'y'))).toEqual(['a - x']);
  expect(paired(pairRequests([gone('001', 'tram')]), lines('1'))).toEqual([]);
});

it('pairs by ids alone where a spreadsheet joins them, each once', () => {
  const byId = pairRewrittenIds([gone('001', 'tram'), gone('01', 'tram'), gone('a', 'tram')]);
  expect(paired(byId, lines('1', '1.0', '1,0', 'b'))).toEqual(['001 = 1', '01 = 1.0']);
});

it('knows a line by any id that it had', () => {
  const renamed: GoneShot = { shot: 'first', ids: ['first', '007'], requests: ['fox'], isElsewhere: false };
  expect(paired(pairRequests([renamed]), lines('7'))).toEqual(['first = 7']);
});

it('has a person asked about rewritten ids, and about all where no line is known, unless one has said that they are new', () => {
  const pair = (isRewritten: boolean, isChanged = false) => ({ isRewritten, isChanged });
  const some = { isEachGone: false, hasRetired: false };
  const all = { isEachGone: true, hasRetired: false };
  expect(needsAnswer([pair(false), pair(true)], some)).toBe(true);
  expect(needsAnswer([pair(false)], some)).toBe(false);
  expect(needsAnswer([pair(false)], all)).toBe(true);
  expect(needsAnswer([pair(false)], { ...all, hasRetired: true })).toBe(false);
  expect(needsAnswer([pair(true)], { ...all, hasRetired: true })).toBe(true);
  expect(needsAnswer([pair(true, true)], all)).toBe(false);
});
