import { describe, expect, it } from 'vitest';
import { requestOf } from '../../src/ledger/rendered-requests.ts';
import { sidecarOf } from '../../src/outputs/build-sidecar.ts';
import { at } from '../ledger/fixtures/records.ts';
import { clip, done, still } from '../submit/fixtures/download-bench.ts';
import { v1Intent } from '../submit/fixtures/v1-submits.ts';

const digest = (text: string) => ({ bytes: text.length, sha256: 'ab' });

describe('what stands beside a download', () => {
  const file = { index: 1, path: '/out/cgt-1-2.png', bytes: 3, sha256: 'ab' };

  it('says which API and way made it, of what draft, and that it is the closing still', () => {
    const record = done([clip, still], {
      intent: v1Intent({ draft_of: 'cgt-0' }),
      finals: ['cgt-2'],
      raw: { secret: 1 },
    });
    const rendered = requestOf(record);
    const sidecar = sidecarOf(record, file, { downloadedAt: at(9), digest, rendered });
    expect(sidecar).toMatchObject({
      schema: 'genctl.sidecar/v1',
      job_id: 'cgt-1',
      api: 'v1',
      route: 'tasks',
      output: 2,
      last_frame: true,
      seed: 7,
      draft_of: 'cgt-0',
      finals: ['cgt-2'],
    });
    expect(sidecar).not.toHaveProperty('raw');
  });

  it('calls neither the clip nor the second of two pictures a closing still', () => {
    expect(
      sidecarOf(done([clip, still]), { ...file, index: 0 }, { downloadedAt: at(9), digest, rendered: null }),
    ).toMatchObject({ last_frame: false });
    const pictures = done([still, still], { route: 'images', sync: true });
    const job = { ...pictures.job, media: 'image' };
    expect(
      sidecarOf({ ...pictures, job }, file, { downloadedAt: at(9), digest, rendered: null }),
    ).toMatchObject({
      last_frame: false,
      route: 'images',
    });
  });
});
