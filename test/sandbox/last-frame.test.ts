import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDeployment } from '../../src/sandbox/deployment.ts';
import { renderedFile } from '../../src/sandbox/links/output-file.ts';
import { clip, picture, service } from './fixtures/service.ts';
import { pngPixels } from './media/fixtures/read-png.ts';

async function recordOf(body: unknown) {
  const one = service({ speed: 'instant' });
  const { id } = (await one.submit(body)).body;
  const record = createDeployment(one.settings).jobs.read(id);
  if (record === undefined) throw new Error(`no record of ${id}`);
  return { folder: one.folder, record, still: { record, position: 'last' } as const };
}

describe('the closing still of a job', () => {
  it('is a PNG of the clip’s size beside its outputs, whatever the clip’s container', async () => {
    for (const container of ['mp4', 'mov']) {
      const { folder, record, still } = await recordOf(
        clip({ resolution: '480p', ratio: '9:16', output_format: container }),
      );
      const path = await renderedFile({ folder }, still);
      expect(basename(path)).toBe(`${record.id}-last.png`);
      const { width, height } = pngPixels(readFileSync(path));
      expect([width, height]).toEqual([496, 864]);
    }
  });

  it('is rendered once and kept', async () => {
    const { folder, still } = await recordOf(clip({ resolution: '480p' }));
    const path = await renderedFile({ folder }, still);
    const first = readFileSync(path);
    const { mtimeNs, ino } = statSync(path, { bigint: true });
    expect(await renderedFile({ folder }, still)).toBe(path);
    expect(statSync(path, { bigint: true })).toMatchObject({ mtimeNs, ino });
    writeFileSync(path, 'kept');
    expect(readFileSync(await renderedFile({ folder }, still), 'utf8')).toBe('kept');
    expect(first.length).toBeGreaterThan(1000);
  });

  it('is none of a picture', async () => {
    const { folder, still } = await recordOf(picture);
    await expect(renderedFile({ folder }, still)).rejects.toThrow(TypeError);
  });
});
