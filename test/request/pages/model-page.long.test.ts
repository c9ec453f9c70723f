import { describe, expect, it } from 'vitest';
import { spentOf } from '../../../src/ledger/rules/past-charges.ts';
import { modelOn } from '../../../src/sandbox/catalogue/index.ts';
import type { ModelEntry } from '../../../src/service/model.ts';
import { documentedTaskModels } from '../../../src/service/wire/task-models.ts';
import { ascii, look, piped } from '../../terminal/looks.ts';
import { pageLines } from './page-lines.ts';

function model(inputSchema: unknown, parts: Partial<ModelEntry> = {}): ModelEntry {
  return {
    id: 'maker/clip',
    medium: 'video',
    runtimeSeconds: 1800,
    maxOutputCount: 1,
    inputSchema: inputSchema as ModelEntry['inputSchema'],
    ...parts,
  };
}

function listed(id: string): ModelEntry {
  const entry = modelOn('jobs', id);
  if (entry === undefined) throw new Error(`${id} is not in the catalogue`);
  return entry;
}

const tier = listed('vendor-b/video-2.5');

describe('the page of a model', () => {
  it('speaks in flags, and fits a window of 100 columns', () => {
    expect(pageLines(tier, look(100))).toEqual([
      'vendor-b/video-2.5  video · runtime ceiling 30 min · 1 output a job',
      '  on v2; on v1: --route tasks, --route spicy, genctl refs (prepares the first 3 references)',
      '',
      '  a prompt, and up to 30 pictures, 10 clips, 10 sounds: --ref-image, --ref-video, --ref-audio; or',
      '    --first-frame / --last-frame; or a draft: genctl finalize ID',
      '  clips: mp4 or mov, 2–30 s each, 30 s in all, up to 200 MB, sides of 300–6,000 px,',
      '    407,696–8,295,044 px in all, width to height 0.4–2.5, 24–60 frames a second',
      '  text: up to 100,000 characters; sounds may come alone',
      '',
      '  --resolution                  480p, 720p, 1080p; default 720p; Tier of the picture',
      '  --duration                    4–30 s or -1: the model chooses; default 5 s; Length',
      '  --ratio                       21:9, 16:9, 4:3, 1:1, 3:4, 9:16, adaptive; default adaptive; Shape',
      '                                of the picture',
      '  --output-format               mp4, mov; default mp4; mov carries 10-bit colour and PCM sound.',
      '  --audio / --no-audio          Whether a soundtrack is made.',
      '  --bitrate-mode                standard, high; high costs no more.',
      '  --watermark / --no-watermark  default off; Whether the clip is marked.',
      '  --seed                        a whole number; The same seed gives a similar clip, not the same.',
      '  --reference-task              auto, reference, edit, extend; default auto; What references are',
      '                                for; needs reference media.',
      '  genctl draft                  Renders a 480p draft; its final is 1080p',
      '',
      "  genctl submit 'YOUR PROMPT' -m vendor-b/video-2.5  render one",
      "  genctl draft 'YOUR PROMPT' -m vendor-b/video-2.5   a cheap draft first",
      '  genctl models vendor-b/video-2.5 --skeleton        the smallest input, for --input',
    ]);
  });

  it('is the same in a pipe, where no line is broken', () => {
    const page = pageLines(tier, piped);
    expect(page).toContain(
      '  --reference-task              auto, reference, edit, extend; default auto; What references are for; needs reference media.',
    );
    expect(page).toContain(
      '  a prompt, and up to 30 pictures, 10 clips, 10 sounds: --ref-image, --ref-video, --ref-audio; or --first-frame / --last-frame; or a draft: genctl finalize ID',
    );
    expect(page).toHaveLength(21);
  });

  it('puts what a flag takes below it where the window is narrow', () => {
    expect(pageLines(tier, look(50)).join('\n')).toContain(
      '\n  --resolution\n    480p, 720p, 1080p; default 720p; Tier of the\n    picture\n',
    );
  });

  it('holds no sign that ASCII lacks where the terminal has none', () => {
    expect(pageLines(tier, ascii).join('')).toMatch(/^[\x20-\x7e]*$/);
  });

  it('says what needs a flag, and names the route that no id implies', () => {
    const page = pageLines(listed('vendor-a/video-1-i2v'), piped);
    expect(page).toContain('  a prompt; a first frame (image, needed): --first-frame');
    expect(page.at(-2)).toBe(
      "  genctl submit 'YOUR PROMPT' -m vendor-a/video-1-i2v --first-frame URL  render one",
    );
    const picture = model(undefined, { id: 'vendor-b/image-1', medium: 'image', onlyRoute: 'images' });
    expect(pageLines(picture, piped)).toEqual([
      'vendor-b/image-1  image · runtime ceiling 30 min · 1 output a job',
      '  on v1 alone: --route images',
      '',
      '  a prompt',
      '',
      '  The service lists no parameters of this model.',
      '',
      "  genctl submit 'YOUR PROMPT' -m vendor-b/image-1 --route images  render one",
      '  genctl models vendor-b/image-1 --skeleton                       the smallest input, for --input',
    ]);
  });

  it('shows of a model that v1 alone serves what the document says', () => {
    const [spicy] = documentedTaskModels();
    if (spicy === undefined) throw new Error('the document names none');
    const page = pageLines(spicy, piped).join('\n');
    expect(page).toContain('on v1 alone: the route spicy, by its id, genctl refs');
    expect(page).toContain('--return-last-frame');
    expect(page).toContain('up to 30 pictures, 10 clips, 10 sounds');
  });

  it('stands by the document where the list says nothing of a model that it describes', () => {
    const page = pageLines(model(undefined, { id: 'vendor-b/video-2.0' }), piped).join('\n');
    expect(page).toMatch(/--resolution +480p, 720p, 1080p, 4K/);
    expect(page).toContain('sounds go with a picture or a clip');
    expect(page).toContain('these come from its documentation');
  });

  it('counts outputs and rewrites prompts by the flags of the body', () => {
    expect(pageLines(listed('vendor-a/image-1'), piped)).toContainEqual(
      expect.stringMatching(/^ {2}--count +1–4; default 1; how many outputs/),
    );
    expect(pageLines(listed('house/video-h3-mini'), piped)).toContainEqual(
      expect.stringMatching(
        /^ {2}--prompt-enhance +off, basic, full; default off; has the prompt rewritten, up to 4,000/,
      ),
    );
  });
});

it('a model of which nothing is known but its id is not guessed at', () => {
  expect(pageLines(model(undefined), piped).slice(1, 5)).toEqual([
    '  on v2',
    '',
    '  The service lists no parameters of this model.',
    '',
  ]);
});

describe('what a model cost here', () => {
  const charge = (settings: string, usd: number) => ({ settings, microUsd: usd * 1_000_000 });

  it('is told with its middle and its range, and by the settings that most jobs had', () => {
    const spent = spentOf([
      charge('720p, 5 s', 0.2),
      charge('720p, 5 s', 0.2),
      charge('480p, 4 s', 0.1),
      charge('', 0.9),
    ]);
    expect(pageLines(tier, piped, { spent }).slice(-7, -4)).toEqual([
      '  charged here so far: 4 jobs, $0.20 in the middle ($0.10–$0.90)',
      '    720p, 5 s: 2 jobs, $0.20 each',
      '    480p, 4 s: 1 job, $0.10',
    ]);
  });

  it('is one line where all had the same settings, and says whose prices are invented', () => {
    const spent = spentOf([charge('720p, 5 s', 0.2), charge('720p, 5 s', 0.2)]);
    expect(pageLines(tier, piped, { spent, areInvented: true })).toContain(
      "  charged here so far: 2 jobs, $0.20 each for 720p, 5 s (the sandbox's prices are invented)",
    );
  });
});
