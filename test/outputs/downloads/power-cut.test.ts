import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { giveFinishedName } from '../../../src/outputs/downloads/file-sink.ts';
import { digestOf, downloadBench, png, whole } from '../../api/download-bench.ts';
import { lastingCalls } from '../../files/fixtures/system-calls.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';

const picture = png(3_000_000);

describe('a power cut while an output comes home', () => {
  it('leaves it whole under its name, or no such name: its bytes are flushed before, and the name after', async () => {
    const { fetch } = await downloadBench([whole(picture)]);
    expect(await lastingCalls(() => fetch())).toEqual(['write', 'fdatasync', 'link', 'fsync']);
  });

  it('leaves the file that it replaces, or the new one', async () => {
    const { fetch } = await downloadBench([whole(png(40)), whole(picture)]);
    await fetch();
    const calls = await lastingCalls(() => fetch({ overwrite: true }));
    expect(calls).toEqual(['write', 'fdatasync', 'rename', 'fsync']);
  });

  it('leaves its name on a disk without hard links, too', async () => {
    const folder = tempFolder();
    const path = join(folder, 'clip.mp4.part');
    writeFileSync(path, 'new');
    const part = { path, bytes: 3, sha256: digestOf('new') };
    const noLinks = (): never => {
      throw Object.assign(new Error('not supported'), { code: 'ENOTSUP' });
    };
    const name = () => giveFinishedName(part, join(folder, 'clip.mp4'), { overwrite: false, link: noLinks });
    expect(await lastingCalls(name)).toEqual(['rename', 'fsync']);
  });
});
