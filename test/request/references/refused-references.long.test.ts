import { describe, expect, it } from 'vitest';
import { MachineError, UsageError } from '../../../src/errors/endings.ts';
import type { MediaRole } from '../../../src/service/wire-values.ts';
import { audio, desk, image, noNetwork, unprobed, video } from './fixtures/desk.ts';
import { clip, picture, put, sound, soundInMp4 } from './fixtures/media-files.ts';

describe('before anything is uploaded', () => {
  it('the request can be refused, for what was found of all its files', async () => {
    const { folder, resolve, uploaded } = desk();
    put(folder, 'small.mp4', await clip(1, 320, 240));
    const cut = await clip(2);
    put(folder, 'cut.mp4', cut.subarray(0, cut.length - 9));
    const seen: string[][] = [];
    const refused = resolve([video('small.mp4'), video('cut.mp4')], {
      beforeUploads({ findings, media }) {
        seen.push(findings.map(({ rule, where }) => `${rule} ${where}`));
        expect(media.every(({ url }) => url.startsWith('https://upload.invalid/'))).toBe(true);
        throw new Error('refused');
      },
    });
    await expect(refused).rejects.toThrow('refused');
    expect(seen).toEqual([
      [
        'clip-sides --ref-video small.mp4',
        'clip-pixels --ref-video small.mp4',
        'clip-seconds --ref-video small.mp4',
        'clip-cut --ref-video cut.mp4',
      ],
    ]);
    expect(uploaded()).toEqual([]);
  });

  it.each<[string, MediaRole, string, string]>([
    [
      'a clip',
      'reference_image',
      '--ref-image clip.mp4 is an MP4 clip; --ref-image takes a picture',
      '--ref-video clip.mp4',
    ],
    [
      'a picture',
      'reference_video',
      '--ref-video hero.png is a PNG picture; --ref-video takes a clip',
      '--ref-image hero.png',
    ],
    [
      'a clip',
      'reference_audio',
      '--ref-audio clip.mp4 is an MP4 clip; --ref-audio takes a sound',
      '--ref-video clip.mp4',
    ],
    [
      'a sound',
      'first_frame',
      '--first-frame voice.wav is a WAV sound; --first-frame takes a picture',
      '--ref-audio voice.wav',
    ],
    [
      'sound in a clip’s file',
      'reference_video',
      '--ref-video sound.mp4 is sound without pictures; --ref-video takes a clip',
      '--ref-audio sound.mp4',
    ],
  ])('%s as %s is refused by both their names', async (_, role, message, hint) => {
    const { folder, resolve, uploaded } = desk();
    const word = message.split(' ')[1] ?? '';
    const files: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
      'clip.mp4': () => clip(1),
      'hero.png': () => picture(),
      'voice.wav': sound,
      'sound.mp4': soundInMp4,
    };
    put(folder, word, (await files[word]?.()) ?? '');
    const error = await resolve([{ role, url: word }]).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message, hint: `${hint} instead` });
    expect(uploaded()).toEqual([]);
  });

  it('sound alone in an MP4 file is a sound', async () => {
    const { folder, resolve } = desk(unprobed);
    put(folder, 'sound.mp4', await soundInMp4());
    const url = 'https://cdn.example.com/sound.mp4';
    expect((await resolve([audio('sound.mp4')])).media).toEqual([audio(url)]);
  });

  it('a file of no known kind is refused, unless nobody looks', async () => {
    const { folder, resolve } = desk(noNetwork);
    put(folder, 'notes.txt', 'plain words');
    const error = await resolve([image('notes.txt')]).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: 'media_unknown',
      message: '--ref-image notes.txt is not a picture that genctl recognizes',
      why: 'It begins with the bytes 706c61696e20776f.',
    });
    expect((await resolve([image('notes.txt')], unprobed)).media).toEqual([
      image('https://cdn.example.com/notes.txt'),
    ]);
    await expect(resolve([image('notes.txt')], { ...unprobed, route: 'spicy' })).rejects.toBeInstanceOf(
      UsageError,
    );
  });
});

it('one upload that fails ends them all, in the words of its program', async () => {
  const { folder, resolve } = desk(unprobed);
  put(folder, 'hero.png', picture());
  put(folder, 'bad.png', picture(320, 180, 8));
  const error = await resolve([image('hero.png'), image('bad.png')]).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(MachineError);
  expect(error).toMatchObject({ message: '--ref-image bad.png could not be uploaded' });
});
