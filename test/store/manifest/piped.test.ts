import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { type Manifest, openManifest } from '../../../src/store/manifest/manifest.ts';

const folder = mkdtempSync(join(tmpdir(), 'genctl-piped-'));
const spoolFolder = join(folder, 'spool');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function piped(stdin: AsyncIterable<Uint8Array>): Promise<Manifest> {
  return openManifest({ stdin, folder }, { format: undefined, spoolFolder });
}

async function lines(manifest: Manifest): Promise<number[]> {
  const seen: number[] = [];
  for await (const { line } of manifest.rows()) seen.push(line);
  return seen;
}

describe('a manifest that is piped in', () => {
  it('is kept in a file that nobody else can read, until it is closed', async () => {
    const manifest = await piped(Readable.from([Buffer.from('{"id":"s1"}\n{"i'), Buffer.from('d":"s2"}')]));
    const [name = ''] = readdirSync(spoolFolder);
    expect(statSync(join(spoolFolder, name)).mode & 0o777).toBe(0o600);
    for (const _ of [1, 2]) expect(await lines(manifest)).toEqual([1, 2]);
    await manifest.close();
    expect(readdirSync(spoolFolder)).toEqual([]);
  });

  it('leaves nothing behind when the pipe breaks', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"id":"s1"}\n');
      throw new Error('the pipe broke');
    }
    for (let opened = 0; opened < 20; opened++) {
      await expect(piped(broken())).rejects.toThrow('the pipe broke');
    }
    // A file that was still to be opened when it was given up would be there by the time that another one is whole.
    const whole = await piped(Readable.from([Buffer.from('{"id":"s1"}\n')]));
    await whole.close();
    expect(readdirSync(spoolFolder)).toEqual([]);
  });
});
