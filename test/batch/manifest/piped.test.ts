import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { type Manifest, openManifest } from '../../../src/batch/manifest/manifest.ts';

const folder = mkdtempSync(join(tmpdir(), 'genctl-piped-'));
const spoolFolder = join(folder, 'spool');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function piped(stdin: AsyncIterable<Uint8Array>, pipeBytesMost = 1_000): Promise<Manifest> {
  return openManifest({ stdin, folder }, { format: undefined, spoolFolder, pipeBytesMost });
}

async function lines(manifest: Manifest): Promise<number[]> {
  const seen: number[] = [];
  for await (const { line } of manifest.rows()) seen.push(line);
  return seen;
}

describe('work on each row', () => {
  const twenty = Readable.from([Buffer.from(Array.from({ length: 20 }, (_, n) => `{"n":${n}}\n`).join(''))]);

  it('goes on a few at a time, and its results come in their order, and its failure in its turn', async () => {
    const manifest = await piped(twenty);
    let [underWay, most] = [0, 0];
    const seen: number[] = [];
    const working = (async () => {
      const results = manifest.each(async ({ line }) => {
        underWay += 1;
        most = Math.max(most, underWay);
        for (let turn = 0; turn < 5 - (line % 5); turn += 1) await Promise.resolve();
        underWay -= 1;
        if (line === 18) throw new Error('eighteen');
        return line;
      });
      for await (const line of results) seen.push(line);
    })();
    await expect(working).rejects.toThrow('eighteen');
    expect(seen).toEqual(Array.from({ length: 17 }, (_, place) => place + 1));
    expect([most > 1, most <= 16, underWay]).toEqual([true, true, 0]);
    manifest.close();
  });
});

describe('a manifest that is piped in', () => {
  it('is read once, and its rows again and again', async () => {
    const manifest = await piped(Readable.from([Buffer.from('{"id":"s1"}\n{"i'), Buffer.from('d":"s2"}')]));
    for (const _ of [1, 2]) expect(await lines(manifest)).toEqual([1, 2]);
    manifest.close();
  });

  it('is kept in a folder that nobody else can read, and in a file without a name, which no kill can leave', async () => {
    const long = Buffer.from(`{"id":"s1","prompt":"${'fox '.repeat(300_000)}"}\n`);
    const manifest = await piped(Readable.from([long]), 10_000_000);
    expect(statSync(spoolFolder).mode & 0o777).toBe(0o700);
    expect(readdirSync(spoolFolder)).toEqual([]);
    expect(await lines(manifest)).toEqual([1]);
    manifest.close();
  });

  it('is refused once it is longer than what has an end would be', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        given += 400;
        yield Buffer.alloc(400);
      }
    }
    await expect(piped(endless())).rejects.toMatchObject({ exitCode: 2, code: 'file_too_large' });
    expect(given).toBe(1_200);
    const whole = await piped(Readable.from([Buffer.alloc(1_000, '{}\n')]));
    whole.close();
  });

  it('is refused where it comes from a device that has no end', async () => {
    const options = { format: 'jsonl', spoolFolder, pipeBytesMost: 1_000_000 } as const;
    await expect(openManifest({ path: '/dev/zero' }, options)).rejects.toMatchObject({
      code: 'file_too_large',
      message: expect.stringContaining('/dev/zero'),
    });
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
    whole.close();
    expect(readdirSync(spoolFolder)).toEqual([]);
  });
});
