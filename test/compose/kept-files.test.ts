import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { catalogue } from '../../src/sandbox/catalogue/index.ts';
import type { ModelEntry } from '../../src/service/model.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { picture, put } from '../request/references/fixtures/media-files.ts';
import { embedded, recordingService } from './fixtures/recording-service.ts';
import { keepIn } from './fixtures/ticked-answers.ts';
import { keys, typedComposer } from './fixtures/typed-composer.ts';
import { begin } from './rules/any-model.ts';

const models = catalogue as unknown as readonly ModelEntry[];
const model = 'vendor-a/video-1-i2v';

/** A home, and composers of it in one folder and another. */
function composers() {
  const home = tempFolder();
  const service = recordingService(models);
  const open = (workingFolder: string, ...words: readonly string[]) =>
    typedComposer({ home, workingFolder, sandbox: embedded(service), words: ['compose', ...words] });
  return { home, open, book: service.book };
}

/** A folder with a fox.png, another one for each seed, and a cast that has it. */
function folderWith(seed: number): string {
  const folder = tempFolder();
  mkdirSync(join(folder, '.git'));
  put(folder, 'fox.png', picture(320, 180, seed));
  writeFileSync(join(folder, '.genctl.json'), JSON.stringify({ cast: { fox: ['fox.png'] } }));
  return folder;
}

async function sentFrom(composer: ReturnType<typeof typedComposer>): Promise<number> {
  await composer.pick(/\? Ready/, /^send it and leave it/);
  return composer.ended;
}

it('the file of a kept request is the one that was typed, from whatever folder it is sent', async () => {
  const { book, open } = composers();
  const folder = folderWith(1);
  const words = ['-m', model, '-p', 'a fox', '--first-frame', 'fox.png', '--sandbox'];
  const straight = open(folder, ...words);
  await straight.pick(/\? Options/, /^no more/);
  expect(await sentFrom(straight)).toBe(0);
  const begun = open(folder, ...words);
  await begun.type(/\? Options/, keys.interrupt);
  expect(await begun.ended).toBe(130);
  const resumed = open(folderWith(2), '--resume', 'fox', '--sandbox');
  await resumed.pick(/\? Options/, /^no more/);
  expect(await sentFrom(resumed)).toBe(0);
  expect(book[1]).toEqual(book[0]);
});

it('a name of the cast that means another file in this folder is asked about', async () => {
  const { book, open } = composers();
  const here = folderWith(1);
  const begun = open(here, '-m', model, '-p', 'a fox', '--first-frame', '@fox', '--sandbox');
  await begun.type(/\? Options/, keys.interrupt);
  await begun.ended;
  const there = folderWith(2);
  const resumed = open(there, '--resume', 'fox', '--sandbox');
  await resumed.pick(/\? Options/, /^no more/);
  const seen = await resumed.shown(/\? Not ready/);
  expect(seen).toContain(`@fox was ${here}/fox.png when it was kept, and is ${there}/fox.png here`);
  await resumed.type(/\? Not ready/, keys.enter);
  await resumed.type(/\? --first-frame @fox/, keys.enter);
  expect(await sentFrom(resumed)).toBe(0);
  expect(book).toHaveLength(1);
});

it('a file that was changed since it was kept is asked about, and stays so until somebody enters it', async () => {
  const { open } = composers();
  const folder = folderWith(1);
  const begun = open(folder, '-m', model, '-p', 'a fox', '--first-frame', 'fox.png', '--sandbox');
  await begun.type(/\? Options/, keys.interrupt);
  await begun.ended;
  put(folder, 'fox.png', picture(640, 360, 3));
  for (const times of ['once', 'again']) {
    const resumed = open(folder, '--resume', 'fox', '--sandbox');
    if (times === 'once') await resumed.pick(/\? Options/, /^no more/);
    await resumed.shown(/fox\.png is not as it was kept: [\d.]+ k?B then, [\d.]+ k?B now/);
    await resumed.type(/\? Not ready/, keys.interrupt);
    expect(await resumed.ended).toBe(130);
  }
});

it('a path that was kept without its folder is asked about, with the folder that it would mean', async () => {
  const { book, home, open } = composers();
  const input = { prompt: 'a fox', image: 'fox.png' };
  const composition = begin(models, { body: { model, input }, reviewed: true, position: { at: 'summary' } });
  keepIn(home, composition, { profile: 'sandbox', base_url: 'sandbox:' });
  const folder = folderWith(1);
  const resumed = open(folder, '--resume', 'kept', '--sandbox');
  await resumed.shown(/\? Not ready/);
  expect(resumed.screen()).toContain(`fox.png was kept without its folder; here it is ${folder}/fox.png`);
  await resumed.type(/\? Not ready/, keys.enter);
  await resumed.type(/\? --first-frame fox\.png/, keys.enter);
  expect(await sentFrom(resumed)).toBe(0);
  expect(book).toHaveLength(1);
});
