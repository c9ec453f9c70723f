import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/errors/endings.ts';
import { startService } from '../../api/loopback-service.ts';
import { audio, desk, image, noNetwork, unprobed, video } from './fixtures/desk.ts';
import { clip, jpeg, picture, put, sound } from './fixtures/media-files.ts';

describe('references that are links', () => {
  it('stay as they are, in their order', async () => {
    const media = [
      image('https://a.example.com/1.png'),
      video('s3://bucket/2.mp4'),
      audio('data:audio/wav;base64,AAAA'),
    ];
    expect(await desk({ ...unprobed, ...noNetwork }).resolve(media)).toEqual({
      media,
      findings: [],
      names: new Map(),
    });
  });

  it('are looked at, and one that does not lead anywhere is pointed out', async () => {
    const { baseUrl } = await startService(
      (response, { path }) => response.writeHead(path.startsWith('/gone') ? 404 : 206).end(),
      (response, { path }) => response.writeHead(path.startsWith('/gone') ? 404 : 206).end(),
    );
    const media = [image(`${baseUrl}/here.png`), image(`${baseUrl}/gone.png?signature=abc`)];
    const { findings } = await desk().resolve(media);
    expect(findings).toMatchObject([
      {
        rule: 'link-unreachable',
        severity: 'warning',
        message: `--ref-image ${baseUrl}/gone.png?signature=*** answered 404; the generator may not get it either`,
      },
    ]);
  });

  it.each([
    ['--no-probe', unprobed],
    ['a dry run', { dryRun: true }],
    ['the embedded service', { embedded: true }],
  ])('are left alone with %s', async (_, over) => {
    const { findings } = await desk({ ...over, ...noNetwork }).resolve([
      image('https://a.example.com/1.png'),
    ]);
    expect(findings).toEqual([]);
  });
});

describe('references that are local files', () => {
  it('are uploaded, and keep their names and their order', async () => {
    const { folder, resolve, uploaded, events } = desk(unprobed);
    put(folder, 'hero.png', picture());
    put(folder, 'walk.mp4', await clip(2));
    const voice = put(folder, 'my voice.wav', sound());
    const link = image('https://a.example.com/1.png');
    const result = await resolve([image('hero.png'), link, video('./walk.mp4'), audio(voice)]);
    expect(result.media).toEqual([
      image('https://cdn.example.com/hero.png'),
      link,
      video('https://cdn.example.com/walk.mp4'),
      audio('https://cdn.example.com/my%20voice.wav'),
    ]);
    expect(result.names).toEqual(
      new Map([
        ['https://cdn.example.com/hero.png', 'hero.png'],
        ['https://cdn.example.com/walk.mp4', 'walk.mp4'],
        ['https://cdn.example.com/my%20voice.wav', 'my voice.wav'],
      ]),
    );
    expect(result.findings).toEqual([]);
    expect(uploaded()).toEqual(['hero.png', 'my voice.wav', 'walk.mp4']);
    expect(events.map(({ kind, where }) => `${kind} ${where}`).toSorted()).toEqual([
      `uploading --ref-audio ${voice}`,
      'uploading --ref-image hero.png',
      'uploading --ref-video ./walk.mp4',
    ]);
  });

  it('are uploaded once, until the remembered link is dead', async () => {
    const hero = picture();
    const state = { isGone: false };
    const answer = (response: ServerResponse) => response.writeHead(state.isGone ? 403 : 206).end();
    const { baseUrl, seen } = await startService(answer, answer, answer, answer);
    const { folder, resolve, uploaded } = desk({}, baseUrl);
    put(folder, 'hero.png', hero);
    const same = [image('hero.png'), image('hero.png')];
    expect((await resolve([image('hero.png')])).findings).toEqual([]);
    expect(uploaded()).toEqual(['hero.png']);
    expect((await resolve([image('hero.png')])).media).toEqual([image(`${baseUrl}/hero.png`)]);
    expect(uploaded()).toEqual(['hero.png']);
    state.isGone = true;
    // Looked at, dead, uploaded anew to where it is dead still: that is said.
    const { findings } = await resolve([image('hero.png')]);
    expect(uploaded()).toEqual(['hero.png', 'hero.png']);
    expect(findings).toMatchObject([
      {
        rule: 'link-unreachable',
        message: expect.stringContaining('hero.png, uploaded as http://127.0.0.1'),
      },
    ]);
    expect(seen).toHaveLength(4);
    expect((await resolve(same, unprobed)).media).toEqual([
      image(`${baseUrl}/hero.png`),
      image(`${baseUrl}/hero.png`),
    ]);
    expect(uploaded()).toHaveLength(2);
  });

  it('go into the body where the route takes pictures there, frames too', async () => {
    const { folder, resolve, uploaded } = desk({ ...unprobed, route: 'spicy', uploadCommand: undefined });
    const bytes = picture();
    put(folder, 'hero.png', bytes);
    put(folder, 'last.jpeg.txt', jpeg(640, 480, 1));
    const { media, names } = await resolve([image('hero.png'), { role: 'last_frame', url: 'last.jpeg.txt' }]);
    expect(media[0]?.url).toBe(`data:image/png;base64,${Buffer.from(bytes).toString('base64')}`);
    expect(media[1]?.url).toMatch(/^data:image\/jpeg;base64,\/9j\//);
    expect(names.get(media[0]?.url ?? '')).toBe('hero.png');
    expect(uploaded()).toEqual([]);
    put(folder, 'voice.wav', sound());
    await expect(resolve([audio('voice.wav')])).rejects.toMatchObject({
      code: 'upload_command_missing',
      why: 'The route spicy takes pictures inside the request, but no clips and no sound, and no upload_command is set in the profile work, the settings or GENCTL_UPLOAD_COMMAND.',
    });
  });

  it('need an upload command elsewhere, which the refusal names', async () => {
    const { folder, resolve } = desk({ route: 'refs', uploadCommand: undefined });
    put(folder, 'hero.png', picture());
    for (const dryRun of [true, false]) {
      const error = await resolve([image('hero.png')], { dryRun }).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(UsageError);
      expect(error).toMatchObject({
        message: '--ref-image hero.png is a local file, which needs a URL to be sent',
        why: 'The route refs takes URLs, and no upload_command is set in the profile work, the settings or GENCTL_UPLOAD_COMMAND.',
        hint: expect.stringContaining('genctl auth set upload_command'),
      });
    }
    await expect(resolve([image('hero.png')], { profile: undefined })).rejects.toMatchObject({
      why: 'The route refs takes URLs, and no upload_command is set in the settings or GENCTL_UPLOAD_COMMAND.',
      hint: expect.stringContaining('genctl config set upload_command'),
    });
  });

  it('are not uploaded in a dry run: a stand-in is shown, or the remembered link', async () => {
    const { folder, resolve, uploaded } = desk(noNetwork);
    put(folder, 'my hero.png', picture());
    const { media, findings, names } = await resolve([image('my hero.png')], { dryRun: true });
    const [{ url } = image('')] = media;
    expect(url).toMatch(/^https:\/\/upload\.invalid\/[0-9a-f]{12}\/my%20hero\.png$/);
    expect(names.get(url)).toBe('my hero.png');
    expect(findings).toMatchObject([{ rule: 'upload-pending', severity: 'warning' }]);
    expect(uploaded()).toEqual([]);
    await resolve([image('my hero.png')], unprobed);
    const after = await resolve([image('my hero.png')], { dryRun: true });
    expect(after).toMatchObject({ media: [image('https://cdn.example.com/my%20hero.png')], findings: [] });
  });

  it('stand for themselves in the embedded service, which opens no connection', async () => {
    const { folder, resolve } = desk({ ...noNetwork, embedded: true, uploadCommand: undefined });
    put(folder, 'hero.png', picture());
    const { media, findings } = await resolve([image('hero.png')]);
    expect(media[0]?.url).toMatch(/^https:\/\/upload\.invalid\/[0-9a-f]{12}\/hero\.png$/);
    expect(findings).toEqual([]);
  });
});
