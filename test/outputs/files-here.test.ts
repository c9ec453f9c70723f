import { describe, expect, it } from 'vitest';
import { soonestFirst, unfetched } from '../../src/outputs/files-here.ts';
import { jobRecord } from '../ledger/fixtures/records.ts';

describe('files that are to be fetched', () => {
  it('come in the order in which their links end; what has ended keeps nobody from what ends soon', () => {
    const nowMs = 1_000;
    const ends = {
      ended: 10,
      soon: 1_500,
      never: Number.POSITIVE_INFINITY,
      justNow: 1_000,
      later: 9_000,
      older: Number.POSITIVE_INFINITY,
    };
    const jobs = Object.entries(ends).map(([id, endsMs]) => ({ id, endsMs }));
    expect(soonestFirst(jobs, nowMs).map(({ id }) => id)).toEqual([
      'soon',
      'later',
      'never',
      'older',
      'justNow',
      'ended',
    ]);
  });
});

describe('a job whose file is not here', () => {
  const file = { index: 0, path: '/out/a.png', bytes: 3, sha256: 'ab' };
  const linked = { url: 'https://cdn.example/a.png' };
  const ofOutputs = (outputs: { url: string }[], changes = {}) =>
    jobRecord('job_1', { job: { id: 'job_1', status: 'succeeded', outputs }, ...changes });
  const never = () => false;

  it('is unfetched with or without a link', () => {
    expect(unfetched(ofOutputs([linked]), never)).toMatchObject({ id: 'job_1' });
    expect(unfetched(ofOutputs([{ url: '' }]), never)).toMatchObject({ id: 'job_1' });
    expect(
      unfetched(ofOutputs([{ url: '' }, linked], { files: [{ ...file, index: 1 }] }), () => true),
    ).toBeDefined();
    expect(unfetched(ofOutputs([{ url: '' }], { files: [file] }), () => true)).toBeUndefined();
  });

  it('is not where the file is lost, unless another one can be fetched', () => {
    const lost = { lost_at: '2026-03-05T00:00:00.000Z' };
    expect(unfetched(ofOutputs([{ url: '' }], lost), never)).toBeUndefined();
    expect(unfetched(ofOutputs([{ url: '' }, linked], lost), never)).toBeDefined();
  });
});
