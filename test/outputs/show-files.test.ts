import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { openFiles } from '../../src/outputs/show-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

type OpeningContext = Parameters<typeof openFiles>[0];

/** A machine whose program for files runs a script. The clock is over at once, or never. */
function machine(
  program: string,
  script: string,
  { platform = 'linux', clockEnds = false }: { platform?: NodeJS.Platform; clockEnds?: boolean } = {},
): { context: OpeningContext; folder: string } {
  const folder = temporaryFolder('genctl-open-');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, program), `#!/bin/sh\ncd '${folder}'\n${script}\n`, { mode: 0o755 });
  const environment = {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    DISPLAY: ':0',
    GENCTL_API_KEY: 'a-key',
  };
  const clock: OpeningContext['clock'] = {
    sleep: (_, signal) =>
      clockEnds
        ? Promise.resolve()
        : new Promise((done) => signal?.addEventListener('abort', () => done(), { once: true })),
  };
  return { context: { around: { environment, platform }, clock }, folder };
}

it('waits for a program that hands the file on, and takes its word', async () => {
  const well = machine('xdg-open', 'exit 0');
  expect(await openFiles(well.context, ['/a.png', '/b.png'])).toEqual([]);
  const ill = machine('xdg-open', '[ "$1" = /b.png ] || exit 4');
  expect(await openFiles(ill.context, ['/a.png', '/b.png'])).toEqual([
    { path: '/a.png', why: 'xdg-open: it ended with 4' },
  ]);
});

it('leaves a program alone that shows the file itself', async () => {
  // It ends once the folder is gone, which is when the tests of this file are done.
  const { context, folder } = machine('xdg-open', 'while [ -e held ]; do sleep 0.1; done', {
    clockEnds: true,
  });
  writeFileSync(join(folder, 'held'), '');
  expect(await openFiles(context, ['/a.mp4'])).toEqual([]);
});

it('keeps the key from the program', async () => {
  const { context } = machine('xdg-open', '[ -z "$GENCTL_API_KEY" ]');
  expect(await openFiles(context, ['/a.png'])).toEqual([]);
});

it('asks each system in its own way', async () => {
  const mac = machine('open', 'exit 1', { platform: 'darwin' });
  expect(await openFiles(mac.context, ['/a.png'])).toEqual([
    { path: '/a.png', why: 'open: it ended with 1' },
  ]);
  const windows = machine('explorer.exe', 'exit 1', { platform: 'win32' });
  expect(await openFiles(windows.context, ['/a.png'])).toEqual([]);
});
