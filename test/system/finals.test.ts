import { describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { serveSandbox } from '../transcripts/fixtures/served-sandbox.ts';
import { newHome } from '../transcripts/genctl.ts';
import { decode, probe } from './fixtures/ffmpeg.ts';

const containers: [string, string[], { sound: string | undefined; pixels: string }][] = [
  ['MP4 with sound', ['--audio'], { sound: 'aac', pixels: 'yuv420p' }],
  ['MP4 without', ['--no-audio'], { sound: undefined, pixels: 'yuv420p' }],
  ['MOV', ['--output-format', 'mov'], { sound: 'pcm_s16le', pixels: 'yuv420p10le' }],
];

describe.each([
  ['v2', []],
  ['v1', ['--api', 'v1']],
])('a draft and its final on %s', (way, api: string[]) => {
  it.each(sample(containers, () => way, 3))(
    'as %s: 480p, then 1080p, of one length and shape',
    async (_, flags, expected) => {
      const { home, run } = newHome();
      const { account: env } = await serveSandbox(home);
      const words = ['draft', 'a red fox in snow', '--duration', '6', '--ratio', '9:16', ...flags, ...api];
      const drafted = await run([...words, '-D', 'drafts', '--json'], { env });
      expect(drafted.code, drafted.stderr).toBe(0);
      const [draft] = JSON.parse(drafted.stdout).items;
      const finalized = await run(['finalize', draft.id, '-D', 'finals', '--json'], { env });
      expect(finalized.code, finalized.stderr).toBe(0);
      const final = JSON.parse(finalized.stdout);
      for (const [job, width, height] of [
        [draft, 496, 864],
        [final, 1080, 1920],
      ] as const) {
        const { path } = job.outputs[0];
        expect(await decode(path, 'error')).toBe('');
        const streams = await probe(path);
        const video = streams.find(({ codec_type }) => codec_type === 'video');
        expect(video).toMatchObject({ codec_name: 'h264', width, height, pix_fmt: expected.pixels });
        for (const { duration } of streams) expect(Number(duration)).toBeCloseTo(6, 1);
        expect(streams.find(({ codec_type }) => codec_type === 'audio')?.codec_name).toBe(expected.sound);
      }
    },
  );
});
