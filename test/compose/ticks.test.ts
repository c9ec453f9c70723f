import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ModelEntry } from '../../src/service/model.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { clip, put } from '../request/references/fixtures/media-files.ts';
import { composerOf, models } from './fixtures/catalogue-composer.ts';
import { listening, recordingService } from './fixtures/recording-service.ts';
import { keepIn } from './fixtures/ticked-answers.ts';
import { keys, type TypedComposer } from './fixtures/typed-composer.ts';
import { begin } from './rules/any-model.ts';

/** The answers on the screen that are neither the model nor the prompt. */
function mediaTicks(composer: TypedComposer): string[] {
  return composer.ticks().filter((tick) => !/^✓ (Model|Prompt) /.test(tick));
}

const upload = expect.stringMatching(/^https:\/\/upload\.invalid\/\w+\/fox\.png$/);

it('a ticked reference is in the body that is sent, as a file and as a link', async () => {
  const { book, composer, fox } = composerOf([
    '-m',
    'house/video-h3-mini',
    '--sandbox',
    '-p',
    'image 1 smiles',
  ]);
  const link = 'https://example.com/owl.png';
  await composer.pick(/\? Options/, /^--ref-image/);
  await composer.pick(/\? --ref-image/, /^add one more/);
  await composer.type(/\? reference_images 1/, `${fox}${keys.enter}`);
  await composer.pick(/\? --ref-image/, /^add one more/);
  await composer.type(/\? reference_images 2/, `${link}${keys.enter}`);
  await composer.pick(/\? --ref-image/, /^no more/);
  await composer.pick(/\? Options/, /^no more/);
  await composer.pick(/\? Ready/, /^send it and leave it/);
  expect(await composer.ended).toBe(0);
  expect(mediaTicks(composer)).toEqual([`✓ reference_images 1 ${fox}`, `✓ reference_images 2 ${link}`]);
  expect(book).toEqual([
    {
      model: 'house/video-h3-mini',
      input: { prompt: 'image 1 smiles', reference_images: [upload, link] },
    },
  ]);
});

it('a required picture is asked for once: its file is taken, and sent', async () => {
  const { book, composer, fox } = composerOf(['-m', 'vendor-a/video-1-i2v', '--sandbox', '-p', 'a fox']);
  await composer.type(/\? --first-frame/, `${fox}${keys.enter}`);
  await composer.pick(/\? Options/, /^no more/);
  await composer.pick(/\? Ready/, /^send it and leave it/);
  expect(await composer.ended).toBe(0);
  expect(mediaTicks(composer)).toEqual([`✓ --first-frame ${fox}`]);
  expect(book).toEqual([{ model: 'vendor-a/video-1-i2v', input: { prompt: 'a fox', image: upload } }]);
});

it('a file that the account can’t send is refused where it is typed, with what mends it', async () => {
  const http = await listening(recordingService(models));
  try {
    const environment = { GENCTL_BASE_URL: http.url, GENCTL_API_KEY: 'sbx_test' };
    const { composer, fox } = composerOf(['-m', 'vendor-a/video-1-i2v', '-p', 'a fox'], environment);
    await composer.shown(/a URL; a file needs an upload_command/);
    await composer.type(/\? --first-frame/, `${fox}${keys.enter}`);
    const refused = await composer.shown(/✗/);
    expect(refused).toMatch(/needs a URL to be sent; give an https URL, or genctl config set upload_command/);
    await composer.type(/✗/, keys.interrupt);
    expect(await composer.ended).toBe(130);
    expect(mediaTicks(composer)).toEqual([]);
  } finally {
    await http.close();
  }
});

it.each([
  ['that is not there', 'no.png', /no such file/],
  ['that is a folder', '.', /It is a folder/],
  ['that is empty', 'empty.png', /It is empty: 0 bytes/],
  ['that is of no known kind', 'words.png', /is not a picture that genctl recognizes/],
  ['of another medium', 'clip.mp4', /is .*mp4.*; --first-frame takes/i],
])('a file %s is refused where it is typed', async (_, name, why) => {
  const { composer, folder } = composerOf(['-m', 'vendor-a/video-1-i2v', '--sandbox', '-p', 'a fox']);
  put(folder, 'empty.png', '');
  put(folder, 'words.png', 'just words');
  put(folder, 'clip.mp4', await clip());
  await composer.type(/\? --first-frame/, `${folder}/${name}${keys.enter}`);
  expect(await composer.shown(why)).not.toContain('Enter again takes it anyway');
  await composer.type(/✗/, keys.interrupt);
  expect(await composer.ended).toBe(130);
  expect(mediaTicks(composer)).toEqual([]);
});

it('references over the ceiling of the model are told as they are added, and go where somebody insists', async () => {
  const { composer, fox } = composerOf(['-m', 'vendor-b/video-2.0', '--sandbox', '-p', 'a fox']);
  for (let number = 1; number <= 10; number += 1) {
    await composer.pick(/\? Pictures, clips, sound/, /^add a reference picture/);
    await composer.type(new RegExp(`\\? Image ${number}`), `${fox}${keys.enter}`);
  }
  await composer.shown(/has 10 reference images; the 2.0 line takes up to 9.*Enter again takes it anyway/);
  expect(mediaTicks(composer)).toHaveLength(9);
  await composer.type(/✗/, keys.enter);
  await composer.pick(/\? Pictures, clips, sound/, /^no more/);
  expect(mediaTicks(composer)).toHaveLength(10);
  await composer.type(/\? Options/, keys.interrupt);
  expect(await composer.ended).toBe(130);
});

it('a sound before its picture is taken without a word: the picture may come', async () => {
  const { composer } = composerOf(['-m', 'vendor-b/video-2.0', '--sandbox', '-p', 'a fox']);
  await composer.pick(/\? Pictures, clips, sound/, /^add a reference sound/);
  await composer.type(/\? Audio 1/, `https://example.com/a.wav${keys.enter}`);
  await composer.shown(/✓ Audio 1/);
  await composer.type(/\? Pictures, clips, sound/, keys.interrupt);
  expect(await composer.ended).toBe(130);
});

/** A home that keeps a request of this body, of the embedded service. */
function homeWith(body: Record<string, unknown>): string {
  const home = tempFolder();
  const composition = begin(models, { body, reviewed: true, position: { at: 'summary' } });
  keepIn(home, composition, { profile: 'sandbox', base_url: 'sandbox:' });
  return home;
}

const imaged = { model: 'vendor-a/video-1-i2v', input: { prompt: 'a fox', image: 'https://e.com/a.png' } };

it('a kept request for another model has its media there, and what that does not take is said', async () => {
  const words = ['--resume', 'kept', '--sandbox', '-m', 'house/video-h3-mini', '--duration', '7'];
  const { book, composer } = composerOf(words, {}, homeWith(imaged));
  await composer.shown(/house\/video-h3-mini does not take --first-frame a\.png: left out/);
  await composer.pick(/\? Ready/, /^send it and leave it/);
  expect(await composer.ended).toBe(0);
  expect(book).toEqual([{ model: 'house/video-h3-mini', input: { prompt: 'a fox', duration: 7 } }]);
});

it('the flags of a kept request whose model is gone count once another is chosen', async () => {
  const gone = { ...imaged, model: 'maker/gone' };
  const words = ['--resume', 'kept', '--sandbox', '--seed', '7', '--ref-image', 'https://e.com/b.png'];
  const { book, composer } = composerOf(words, {}, homeWith(gone));
  await composer.shown(/there is no model maker\/gone here/);
  await composer.pick(/\? Model/, /^house\/video-h3-mini/);
  await composer.pick(/\? Ready/, /^send it and leave it/);
  expect(await composer.ended).toBe(0);
  const input = { prompt: 'a fox', seed: 7, reference_images: ['https://e.com/b.png'] };
  expect(book).toEqual([{ model: 'house/video-h3-mini', input }]);
});

it('answers are held against the models of another account that is chosen after them', async () => {
  const [first] = models.filter(({ id }) => id === 'vendor-a/image-1');
  const other = recordingService([{ ...(first as ModelEntry), id: 'maker/own' }]);
  const http = await listening(other);
  const home = tempFolder();
  const settings = {
    profiles: { studio: { base_url: http.url, api_key: 'sbx_test' } },
    default_profile: 'studio',
  };
  writeFileSync(join(home, 'config.json'), JSON.stringify(settings));
  try {
    const { composer } = composerOf(['-m', 'vendor-a/image-1', '-p', 'a fox'], {}, home);
    await composer.pick(/\? Account/, /^sandbox/);
    await composer.type(/\? Options/, keys.escape);
    await composer.type(/\? Prompt/, keys.escape);
    await composer.type(/\? Model/, keys.escape);
    // The arrow is on the account that was chosen before: one Enter never changes who pays.
    await composer.type(/\? Account[^→]*→ sandbox/, keys.enter);
    await composer.type(/\? Model/, keys.escape);
    await composer.pick(/\? Account/, /^studio/);
    await composer.shown(/\? Model/);
    expect(composer.ticks()[0]).toBe('✓ Account studio');
    expect(composer.screen().match(/there is no model vendor-a\/image-1 here/g)).toHaveLength(1);
    await composer.pick(/\? Model/, /^maker\/own/);
    await composer.type(/\? Prompt \(a fox\)/, keys.interrupt);
    expect(await composer.ended).toBe(130);
  } finally {
    await http.close();
  }
});

const link = (name: string): string => `https://example.com/${name}`;

it('what was changed or taken out is no longer ticked when the request is sent', async () => {
  const { book, composer } = composerOf(['-m', 'vendor-b/video-2.5', '--sandbox', '-p', 'a fox']);
  for (const name of ['a.png', 'b.png']) {
    await composer.pick(/\? Pictures, clips, sound/, /^add a reference picture/);
    await composer.type(/\? Image/, `${link(name)}${keys.enter}`);
  }
  await composer.pick(/\? Pictures, clips, sound/, /^image 1/);
  await composer.type(/\? Image 1/, `\u0015${keys.enter}`);
  await composer.pick(/\? Pictures, clips, sound/, /^no more/);
  await composer.pick(/\? Options/, /^no more/);
  await composer.pick(/\? Ready/, /^change prompt/);
  await composer.type(/\? Prompt/, `an owl${keys.enter}`);
  await composer.pick(/\? Ready/, /^send it and leave it/);
  expect(await composer.ended).toBe(0);
  expect(composer.ticks()).toEqual([
    '✓ Model vendor-b/video-2.5',
    '✓ Prompt an owl',
    `✓ Image 1 ${link('b.png')}`,
  ]);
  expect(JSON.stringify(book)).not.toContain('a.png');
});

it('where the screen is too low to take them back, all answers are there once more below a line that says so', async () => {
  const { composer } = composerOf(
    ['-m', 'vendor-a/image-1', '--sandbox', '-p', 'a fox'],
    {},
    tempFolder(),
    12,
  );
  await composer.pick(/\? Options/, /^no more/);
  await composer.pick(/\? Ready/, /^change prompt/);
  await composer.type(/\? Prompt/, `an owl${keys.enter}`);
  await composer.shown(/The answers now:\n✓ Model vendor-a\/image-1\n✓ Prompt an owl\n/);
  await composer.type(/\? Ready/, keys.interrupt);
  expect(await composer.ended).toBe(130);
});

it('the answers of a kept request are ticked as it is gone on with', async () => {
  const input = { prompt: 'a fox', image: link('a.png'), duration: 7 };
  const home = homeWith({ model: 'vendor-a/video-1-i2v', input });
  const { composer } = composerOf(['--resume', 'kept', '--sandbox'], {}, home);
  await composer.shown(/\? (Ready|Not)/);
  expect(composer.ticks()).toEqual([
    '✓ Model vendor-a/video-1-i2v',
    '✓ Prompt a fox',
    `✓ --first-frame ${link('a.png')}`,
    '✓ --duration 7',
  ]);
  await composer.type(/\? (Ready|Not)/, keys.interrupt);
  expect(await composer.ended).toBe(130);
});
