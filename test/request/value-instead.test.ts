import { describe, expect, it } from 'vitest';
import { requestView } from '../../src/request/mends/request-view.ts';
import { valueInstead } from '../../src/request/mends/value-instead.ts';
import type { ShownFinding } from '../../src/service/checks/preflight-error.ts';

const tiers = ['480p', '720p', '1080p'];
const shapes = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16', 'adaptive'];
const seconds = { least: 4, most: 30 };

/** The value in the place of one of a field, by what a finding says is taken, and what the model's schema has as its default. */
function insteadOf(
  value: unknown,
  taken: Pick<ShownFinding, 'allowed' | 'range' | 'types'>,
  preset?: unknown,
): unknown {
  const inputSchema = { properties: { tone: preset === undefined ? {} : { default: preset } } };
  const request = {
    body: { model: 'vendor-a/image-1', input: { tone: value } },
    route: 'jobs',
    inputSchema,
  } as const;
  const view = requestView(request, { line: [], path: [], flags: new Set() });
  const finding = { where: 'input.tone', rule: 'tone', section: '', message: '', fix: '' } as const;
  return valueInstead({ ...finding, severity: 'error', enforcedBy: 'generator', ...taken }, view);
}

describe('the value in the place of one that is not taken', () => {
  it.each([
    ['1080P', tiers, '1080p'],
    [' Adaptive', shapes, 'adaptive'],
    ['yes', [true, false], true],
    ['off', [true, false], false],
  ])('is %j in another spelling: among %j it is %j', (value, allowed, meant) => {
    expect(insteadOf(value, { allowed }, allowed[0])).toBe(meant);
  });

  it.each([
    ['pann', ['still', 'pan', 'zoom'], 'pan'],
    ['hihg', ['standard', 'high'], 'high'],
    ['adaptiv', shapes, 'adaptive'],
    ['extnd', ['auto', 'reference', 'edit', 'extend'], 'extend'],
  ])('is the word of which %j is a slip: among %j it is %j', (value, allowed, meant) => {
    expect(insteadOf(value, { allowed }, allowed[0])).toBe(meant);
  });

  it.each([
    ['4k', tiers, '720p'],
    ['1080', tiers, '720p'],
    ['17:9', shapes, 'adaptive'],
    ['landscape', shapes, 'adaptive'],
  ])('is what the model does by itself, never the nearest: by %j among %j', (value, allowed, preset) => {
    expect(insteadOf(value, { allowed }, preset)).toBe(preset);
    expect(insteadOf(value, { allowed })).toBeUndefined();
    expect(insteadOf(value, { allowed }, '4k')).toBeUndefined();
  });

  it.each([
    [99, 5, 5],
    [2, 5, 5],
    ['12', 5, 12],
    ['1,000', 5, 5],
    ['99', 40, undefined],
    [99, undefined, undefined],
  ])('by %j in 4 to 30, where the model takes %j, is %j', (value, preset, meant) => {
    expect(insteadOf(value, { range: seconds }, preset)).toBe(meant);
  });

  it.each([
    [7, ['string'], '7'],
    ['7', ['number'], 7],
    ['fox', ['array'], ['fox']],
    ['fox', ['number'], undefined],
  ])('by %j of the types %j is %j', (value, types, meant) => {
    expect(insteadOf(value, { types })).toEqual(meant);
  });
});
