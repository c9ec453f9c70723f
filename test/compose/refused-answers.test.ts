import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { composerOf, models } from './fixtures/catalogue-composer.ts';
import { embedded, listening, recordingService } from './fixtures/recording-service.ts';
import { keys, typedComposer } from './fixtures/typed-composer.ts';

it('files that another account can’t send are said as it is chosen', async () => {
  const http = await listening(recordingService(models));
  const home = tempFolder();
  const own = { base_url: http.url, api_key: 'sbx_test' };
  const profiles = { plain: own, up: { ...own, upload_command: ['/bin/echo', 'https://example.com/up'] } };
  writeFileSync(join(home, 'config.json'), JSON.stringify({ profiles, default_profile: 'up' }));
  try {
    const words = ['-m', 'vendor-a/video-1-i2v', '-p', 'a fox', '--first-frame', 'fox.png', '--no-probe'];
    const { composer } = composerOf(words, {}, home);
    await composer.pick(/\? Account/, /^up/);
    await composer.type(/\? Options/, keys.escape);
    await composer.type(/\? Prompt/, keys.escape);
    await composer.type(/\? Model/, keys.escape);
    await composer.pick(/\? Account/, /^plain/);
    await composer.shown(/--first-frame fox\.png is a local file, which needs a URL to be sent/);
    expect(composer.screen().match(/needs a URL to be sent/g)).toHaveLength(1);
    await composer.type(/\? Model/, keys.interrupt);
    expect(await composer.ended).toBe(130);
  } finally {
    await http.close();
  }
});

it('flags that the command would refuse are said before the first question', async () => {
  const { composer } = composerOf([
    '-m',
    'vendor-a/video-1-i2v',
    '--sandbox',
    '-p',
    'a fox',
    '--first-frame',
    'no.png',
  ]);
  await composer.shown(/no\.png[\s\S]*no such file[\s\S]*\? Options/);
  await composer.type(/\? Options/, keys.interrupt);
  expect(await composer.ended).toBe(130);
});

it('the line for a model of v1 alone has the words that were typed', async () => {
  const { composer } = composerOf(['-m', 'spicy/video-2-5', '--sandbox', '-p', 'an owl', '--duration', '7']);
  await composer.shown(
    /only v1 serves spicy\/video-2-5: genctl submit 'an owl' --model spicy\/video-2-5 --duration 7 --sandbox/,
  );
  await composer.type(/\? Model/, keys.interrupt);
  expect(await composer.ended).toBe(130);
});

it('the draft of another account is refused where its id is typed', async () => {
  const service = recordingService(models);
  const http = await listening(service);
  const home = tempFolder();
  const profiles = {
    one: { base_url: http.url, api_key: 'sbx_one' },
    other: { base_url: http.url, api_key: 'sbx_other' },
  };
  writeFileSync(join(home, 'config.json'), JSON.stringify({ profiles, default_profile: 'one' }));
  try {
    const start = { home, workingFolder: tempFolder(), sandbox: embedded(service) };
    const draft = typedComposer({ ...start, words: ['draft', 'a fox', '--profile', 'one'] });
    expect(await draft.ended).toBe(0);
    const words = ['compose', '-m', 'vendor-b/video-2.5', '--profile', 'other'];
    const composer = typedComposer({ ...start, words });
    await composer.type(/\? Prompt/, keys.enter);
    await composer.pick(/\? Pictures, clips, sound/, /^add a draft/);
    await composer.type(/\? Draft/, `@last${keys.enter}`);
    const refused = await composer.shown(/✗ .* is a draft of another account/);
    expect(refused).not.toContain('Enter again');
    await composer.type(/✗/, keys.interrupt);
    expect(await composer.ended).toBe(130);
    expect(composer.ticks()).toEqual(['✓ Model vendor-b/video-2.5']);
  } finally {
    await http.close();
  }
});
