import { describe, expect, it } from 'vitest';
import { putSidecarIn, type SidecarPlace } from '../../../src/outputs/names/sidecar-place.ts';

/** Puts a sidecar where each look finds the next of these, and tells what was written over which. */
async function put(found: readonly SidecarPlace[], replaced = false) {
  const written: string[] = [];
  let looks = 0;
  const reason = await putSidecarIn(
    {
      name: 'a.mp4.json',
      look: async () => found[looks++] ?? { kind: 'free' },
      async write(_, { kind }) {
        written.push(kind);
        return kind !== 'free' || looks === found.length;
      },
    },
    { replaced, make: (before) => (before.job_id === 'job_1' ? undefined : { job_id: 'job_1' }) },
  );
  return { written, reason };
}

describe('a sidecar that another machine puts at the same moment', () => {
  const free = { kind: 'free' } as const;

  it('is fine where it is the same one', async () => {
    const theirs = { kind: 'own', fields: { job_id: 'job_1' } } as const;
    expect(await put([free, theirs])).toEqual({ written: ['free'], reason: undefined });
  });

  it('is replaced where it has less to say', async () => {
    expect(await put([free, { kind: 'own', fields: {} }])).toEqual({
      written: ['free', 'own'],
      reason: undefined,
    });
  });

  it.each([
    ['other', false],
    ['foreign', true],
  ] as const)('stays where it is of %s kind', async (kind, replaced) => {
    expect(await put([free, { kind }], replaced)).toEqual({
      written: ['free'],
      reason: 'a.mp4.json is something else, and genctl leaves it as it is',
    });
  });

  it('is put once more where the name is free again', async () => {
    expect(await put([free, free])).toEqual({ written: ['free', 'free'], reason: undefined });
  });
});
