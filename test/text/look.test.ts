import { describe, expect, it } from 'vitest';
import { createShortIds } from '../../src/text/look.ts';
import { keptTerminal } from '../terminal/looks.ts';

function shortIds() {
  const ids = createShortIds();
  ids.learn(new Map([['job_0123456789ab', 'job_012345']]));
  return ids;
}

describe('ids in a text', () => {
  it.each([
    ['job_0123456789ab has not finished yet', 'job_012345 has not finished yet'],
    ['The files of job_0123456789ab.', 'The files of job_012345.'],
    ['genctl wait job_0123456789ab --download', 'genctl wait job_012345 --download'],
    ["job_0123456789ab: 'job_0123456789ab'", "job_012345: 'job_012345'"],
  ])('are short as words of their own: %s', (text, shown) => {
    expect(shortIds().within(text)).toBe(shown);
  });

  it.each([
    'out/job_0123456789ab-1.png',
    'out/job_0123456789ab/1.png',
    'job_0123456789ab.png',
    String.raw`C:\out\job_0123456789ab`,
    'genctl submit --once job_0123456789ab',
    'genctl submit --once=job_0123456789ab',
    'job_0123456789abcd',
    'job_fedcba987654',
  ])('stay whole in %s', (text) => {
    expect(shortIds().within(text)).toBe(text);
  });

  it('keep the form that was shown first', () => {
    const ids = shortIds();
    ids.learn(new Map([['job_0123456789ab', 'job_0123456']]));
    expect(ids.of('job_0123456789ab')).toBe('job_012345');
  });
});

describe('the ids of a terminal', () => {
  const learned = async (columns: number | undefined, flags = {}) => {
    const { terminal } = await keptTerminal(columns, { flags });
    terminal.shortIds?.learn(new Map([['job_0123456789ab', 'job_012345']]));
    return [terminal.out.ids.of('job_0123456789ab'), terminal.err.ids.of('job_0123456789ab')];
  };

  it('are short, and whole in a pipe, with --json and with --quiet', async () => {
    expect(await learned(80)).toEqual(['job_012345', 'job_012345']);
    const whole = ['job_0123456789ab', 'job_0123456789ab'];
    expect(await learned(undefined)).toEqual(whole);
    expect(await learned(80, { json: true })).toEqual(whole);
    expect(await learned(80, { quiet: true })).toEqual(whole);
  });
});
