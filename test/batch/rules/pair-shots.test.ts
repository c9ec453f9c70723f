import { expect, it } from 'vitest';
import { type GoneShot, pairRequests, pairRewrittenIds } from '../../../src/batch/rules/pair-shots.ts';

const gone = (shot: string, ...requests: string[]): GoneShot => ({ shot, ids: [shot], requests });
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
  const renamed: GoneShot = { shot: 'first', ids: ['first', '007'], requests: ['fox'] };
  expect(paired(pairRequests([renamed]), lines('7'))).toEqual(['first = 7']);
});
