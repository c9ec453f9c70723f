import { describe, expect, it } from 'vitest';
import { jobOfTask } from '../../../src/api/ways/task-answer.ts';
import { missingOutputs } from '../../../src/ledger/missing-outputs.ts';
import type { JobRecord } from '../../../src/ledger/record.ts';
import { recordBytes } from '../../../src/ledger/records/parse.ts';
import { withAllOutputs } from '../../../src/ledger/rules/all-outputs.ts';
import type { TaskRoute } from '../../../src/service/request-route.ts';
import { intent, jobRecord } from '../fixtures/records.ts';

const a = { url: 'https://cdn.example/a.png', type: 'image' };
const b = { url: 'https://cdn.example/b.png', type: 'image' };
const file = (index: number, name: string) => ({ index, path: `/out/${name}.png`, bytes: 3, sha256: 'ab' });

function succeeded(outputs: JobRecord['job']['outputs'], changes: Partial<JobRecord> = {}): JobRecord {
  const job = {
    id: 'job_1',
    status: 'succeeded',
    media: 'image',
    ...(outputs === undefined ? {} : { outputs }),
  };
  return jobRecord('job_1', { job, ...changes });
}

const links = ({ job }: JobRecord) => job.outputs?.map(({ url }) => url);

/** A record as it is read from the disk. */
function readAgain(record: JobRecord): JobRecord {
  return withAllOutputs(JSON.parse(recordBytes(record).toString()));
}

describe('the outputs of a job that succeeded', () => {
  it('are one at least', () => {
    expect(links(readAgain(succeeded(undefined)))).toEqual(['']);
    expect(missingOutputs(readAgain(succeeded([])))).toEqual([0]);
    expect(missingOutputs(jobRecord('job_1'))).toEqual([]);
  });

  it('keep the positions that the answer gives them, also in a record of an earlier version', () => {
    const raw = { outputs: [{ url: null }, a, 7, b] };
    const read = readAgain(succeeded([a, b], { raw, files: [file(0, 'a'), file(1, 'b')] }));
    expect(links(read)).toEqual(['', a.url, '', b.url]);
    expect(read.files).toEqual([file(1, 'a'), file(3, 'b')]);
    expect(readAgain(read)).toEqual(read);
  });

  it('that were read elsewhere in the answer come before those that could not be read', () => {
    const raw = { outputs: [{ thing: 1 }, { thing: 2 }], result: a.url };
    expect(links(readAgain(succeeded([a], { raw })))).toEqual([a.url, '']);
  });

  it('keep the links that a later answer lacks', () => {
    const emptied = withAllOutputs(succeeded(undefined), [a, b]);
    expect(links(emptied)).toEqual([a.url, b.url]);
    const raw = { outputs: [a, null] };
    expect(links(withAllOutputs(succeeded([a], { raw }), [a, b]))).toEqual([a.url, b.url]);
  });

  it('are still owed where a later answer lists more of them, and no link', () => {
    const raw = { outputs: [null, null, null] };
    expect(links(withAllOutputs(succeeded([], { raw }), [a, b]))).toEqual([a.url, b.url, '']);
  });

  it('take their files along where a later answer lists them in other positions', () => {
    const moved = withAllOutputs(succeeded([a, b], { files: [file(0, 'b')] }), [b]);
    expect(moved.files).toEqual([file(1, 'b')]);
  });

  it('are lost no more once all have links', () => {
    const lost_at = '2026-03-05T00:00:00.000Z';
    expect(readAgain(succeeded([], { lost_at })).lost_at).toBe(lost_at);
    expect(withAllOutputs(succeeded([a], { lost_at }), []).lost_at).toBeUndefined();
  });

  it('are no million where an answer lists as many things', () => {
    const raw = { outputs: Array.from({ length: 1e5 }, () => null) };
    expect(links(readAgain(succeeded(undefined, { raw })))?.length).toBeLessThan(200);
  });
});

describe('the outputs of a v1 job that succeeded', () => {
  const still = 'https://m.example/last.png';
  const clip = 'https://m.example/clip.mp4';
  const asks = intent({ route: 'tasks', body: '{"model":"m","return_last_frame":true}' });

  function looked(route: TaskRoute, body: object, changes: Partial<JobRecord> = {}): JobRecord {
    const raw = { id: 'cgt-1', status: 'succeeded', ...body };
    return readAgain(jobRecord('cgt-1', { route, raw, job: jobOfTask(raw, route, 'cgt-1'), ...changes }));
  }

  it.each(['tasks', 'spicy', 'refs'] as const)('on %s are a clip', (route) => {
    expect(links(looked(route, {}))).toEqual(['']);
    expect(links(looked(route, { content: { video_url: null } }))).toEqual(['']);
    expect(links(looked(route, { media_url: clip }))).toEqual([clip]);
  });

  it('are the closing still as well where it was asked for', () => {
    expect(links(looked('tasks', { media_url: clip }, { intent: asks }))).toEqual([clip, '']);
    expect(links(looked('tasks', { last_frame_media_url: still }, { intent: asks }))).toEqual(['', still]);
    expect(links(looked('tasks', {}, { intent: asks }))).toEqual(['', '']);
    const whole = looked('tasks', { media_url: clip, last_frame_media_url: still }, { intent: asks });
    expect(links(whole)).toEqual([clip, still]);
    for (const record of [{ media_url: clip }, { last_frame_media_url: still }, {}]) {
      const read = looked('tasks', record, { intent: asks });
      expect(readAgain(read)).toEqual(read);
    }
  });

  it('on images are one for each entry of the list', () => {
    expect(links(looked('images', {}))).toEqual(['']);
    expect(links(looked('images', { data: [] }))).toEqual(['']);
    expect(links(looked('images', { data: [{ url: null }, { url: b.url }, null] }))).toEqual(['', b.url, '']);
    expect(links(looked('images', { media_url: a.url, data: [{}, { url: b.url }] }))).toEqual([a.url, b.url]);
  });
});
