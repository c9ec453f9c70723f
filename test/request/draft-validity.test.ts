import { describe, expect, it } from 'vitest';
import type { Api } from '../../src/api/transport/api.ts';
import type { Intent, JobRecord } from '../../src/ledger/record.ts';
import { draftFact, draftFactOf, isDraft } from '../../src/request/draft-validity.ts';
import { createFakeClock } from '../follow/wait/fake-clock.ts';

const endedAt = '2026-03-04T05:06:07.000Z';
const soonMs = Date.parse(endedAt) + 60_000;

/** A job of v1 that this machine made, or that it only looked at. */
function task(asked: Record<string, unknown> | undefined, raw: unknown = undefined): JobRecord {
  const intent = asked === undefined ? null : ({ body: JSON.stringify(asked) } as Intent);
  return {
    schema: 1,
    id: 'task-1',
    route: 'tasks',
    profile: 'lab',
    base_url: 'https://lab.example',
    recorded_at: endedAt,
    intent,
    job: { id: 'task-1', status: 'succeeded', completed_at: endedAt },
    raw,
    seen_at: endedAt,
    replayed: false,
    finals: [],
    files: [],
  };
}

describe('a draft is told', () => {
  it.each([
    ['by the request for it', { model: 'vendor-b/video-2.5', draft: true }, undefined, true],
    ['by a request under the vendor’s own id', { model: 'native', draft: true }, undefined, true],
    ['by what the vendor says of it', { model: 'vendor-b/video-2.5' }, { draft: true }, true],
    ['by that, where another machine asked for it', undefined, { draft: true }, true],
    ['not of a model that has none', { model: 'vendor-b/video-2.0', draft: true }, undefined, false],
    ['not of an ordinary job', { model: 'native' }, { draft: false }, false],
  ])('%s', (_, asked, raw, is) => {
    expect(isDraft(task(asked, raw))).toBe(is);
  });
});

describe('of a job of another machine', () => {
  it('nothing is known that speaks against a final, but its end and its age', () => {
    const foreign = task(undefined);
    expect(draftFactOf(foreign, soonMs)).toBeUndefined();
    expect(draftFactOf(task(undefined, { draft: true }), soonMs)).toBe('usable');
    expect(draftFactOf(foreign, soonMs + 8 * 86_400_000)).toBe('past-validity');
    expect(draftFactOf({ ...foreign, job: { ...foreign.job, status: 'failed' } }, soonMs)).toBe(
      'not-succeeded',
    );
  });
});

describe('a draft that is too old by this machine’s clock', () => {
  const weekMs = 7 * 86_400_000;
  const factBy = (serviceMs: number) =>
    draftFact(
      {
        clock: { ...createFakeClock(), nowMs: () => soonMs + weekMs },
        interruption: () => new AbortController().signal,
        apiOf: async () => ({ askTime: async () => {}, clock: { nowMs: () => serviceMs } }) as unknown as Api,
      },
      task(undefined, { draft: true }),
    );

  it('is so only where the service’s says the same', async () => {
    expect(await factBy(soonMs)).toBe('usable');
    expect(await factBy(soonMs + weekMs)).toBe('past-validity');
  });
});
