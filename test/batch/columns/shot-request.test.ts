import { describe, expect, it } from 'vitest';
import { shot } from './shot-reading.ts';

describe('a line', () => {
  it('is the request that the same flags word', () => {
    expect(
      shot({
        id: 's01',
        model: 'vendor-b/video-2.5',
        prompt: 'a red fox',
        duration: 5,
        ratio: '16:9',
        audio: false,
        seed: 0,
        'set.style': { grain: 2 },
        'set.tag': '7',
      }),
    ).toMatchObject({
      id: 's01',
      command: 'submit',
      choice: { sync: false },
      words: {
        model: 'vendor-b/video-2.5',
        prompt: 'a red fox',
        options: { duration: 5, ratio: '16:9', generate_audio: false, seed: 0 },
        set: [
          ['style', { grain: 2 }],
          ['tag', '7'],
        ],
      },
      doubtful: [],
    });
  });

  it('of a table has its values as texts', () => {
    const columns = {
      ID: ' s01 ',
      Duration: '5',
      Audio: 'FALSE',
      'set.n': '7',
      'Ref-Image': '["a.png","b.png"]',
    };
    expect(shot(columns, {}, { textCells: true })).toMatchObject({
      id: 's01',
      words: {
        options: { duration: 5, generate_audio: false },
        set: [['n', 7]],
        media: [{ url: '/shoot/a.png' }, { url: '/shoot/b.png' }],
      },
    });
  });

  it('has its own word where the command line says another', () => {
    const refImage = [{ value: 'https://x.example/a.png', place: 0 }];
    const typed = { duration: 5, ratio: '16:9', audio: false, refImage };
    const { words } = shot({ id: 's01', duration: 10, audio: true, ref_image: 'b.png' }, typed);
    expect(words.options).toMatchObject({ duration: 10, ratio: '16:9', generate_audio: true });
    expect(words.media).toEqual([{ role: 'reference_image', url: '/shoot/b.png' }]);
  });

  it('takes a null as a word that is not there', () => {
    expect(shot({ id: 's01', duration: null }, { duration: 5 }).words.options.duration).toBe(5);
  });

  it('takes no file for a text: what begins with @ is what is sent', () => {
    for (const prompt of ['@/etc/passwd', '-', '@-', '@@x'])
      expect(shot({ id: 's01', prompt }).words.prompt).toBe(prompt);
    expect(() => shot({ id: 's01', input: '@/etc/passwd' })).toThrow('input does not take "@/etc/passwd"');
    expect(() => shot({ id: 's01', body: '-' })).toThrow('body does not take "-"');
    expect(shot({ id: 's01', 'set.prompt': '@/etc/passwd' }).words.set).toEqual([['prompt', '@/etc/passwd']]);
  });

  it('has references that stand beside the manifest, and links as they are', () => {
    const { words } = shot({
      id: 's01',
      first_frame: 'start.png',
      'ref_image.2': 'two.png',
      'ref-image.1': '../one.png',
      ref_video: ['https://x.example/clip.mp4', '/abs/clip.mp4'],
    });
    expect(words.media).toEqual([
      { role: 'first_frame', url: '/shoot/start.png' },
      { role: 'reference_image', url: '/one.png' },
      { role: 'reference_image', url: '/shoot/two.png' },
      { role: 'reference_video', url: 'https://x.example/clip.mp4' },
      { role: 'reference_video', url: '/abs/clip.mp4' },
    ]);
  });

  it('puts its free words into the prompt, also into that of the command line', () => {
    const typed = { prompt: 'a {color} fox in shot {shot}' };
    const request = shot({ id: 's01', color: 'red', take: 2 }, typed);
    expect(request.words.prompt).toBe('a red fox in shot s01');
    expect(Object.fromEntries(request.free)).toEqual({ color: 'red', take: '2', id: 's01', shot: 's01' });
    expect(() => shot({ id: 's01', colour: 'red' }, typed)).toThrow('no column color for {color} in prompt');
  });

  it('may have raw input, as an object or as its JSON', () => {
    const input = { content: [{ type: 'text', text: 'a fox' }] };
    expect(shot({ id: 's01', input }).words.input).toEqual(input);
    expect(shot({ id: 's01', input: JSON.stringify(input) }).words.input).toEqual(input);
  });
});

describe('the command of a line', () => {
  it('is a draft, as genctl draft makes one', () => {
    expect(shot({ id: 'd', command: 'draft', prompt: 'a fox' })).toMatchObject({
      own: ['resolution'],
      words: { model: 'vendor-b/video-2.5', options: { draft: true } },
    });
    expect(() => shot({ id: 'd', command: 'draft', model: 'vendor-a/image-1' })).toThrow('has no drafts');
  });

  it('goes the way of prepared references', () => {
    expect(shot({ id: 'r', command: 'refs', prompt: 'a fox' })).toMatchObject({ choice: { only: 'refs' } });
  });

  it('is the final of a draft, with the words that a final may have', () => {
    const typed = { duration: 5, outputFormat: 'mov', prompt: 'a fox' };
    const line = { id: 'f', draft: 'job_1', watermark: true };
    const request = shot(line, typed);
    expect(request).toMatchObject({ command: 'finalize', draft: 'job_1' });
    expect(shot({ ...line, command: 'finalize' }, typed)).toEqual(request);
    expect(request.words).toMatchObject({
      prompt: undefined,
      options: { duration: undefined, output_format: 'mov', watermark: true },
    });
  });

  it.each([
    [{ command: 'finalize' }, 'the line makes a final but names no draft'],
    [{ command: 'submit', draft: 'job_1' }, 'draft does not take "job_1"'],
    [{ draft: true, prompt: 'a fox' }, 'draft does not take true'],
    [{ draft: 'TRUE', prompt: 'a fox' }, 'draft does not take "TRUE"'],
    [{ draft: 'job_1', prompt: 'a fox' }, 'finalize takes no prompt'],
    [{ command: 'finalize', draft: 'job_1', duration: 5 }, 'finalize takes no duration'],
    [{ command: 'draft', count: 2 }, 'draft takes no count'],
    [{ command: 'refs', callback_url: 'https://x.example' }, 'refs takes no callback_url'],
    [{ command: 'wait' }, 'command does not take "wait"'],
  ])('is refused in %j', (columns, message) => {
    expect(() => shot({ id: 's01', ...columns })).toThrow(message);
  });
});

describe('a cell as a spreadsheet leaves it', () => {
  it('is read without the spaces at its ends, unless they are words', () => {
    const request = shot({
      id: 's01',
      model: ' vendor-b/video-2.5\u00a0',
      ratio: '16:9 ',
      seed: ' 7 ',
      audio: ' TRUE ',
      ref_image: ['https://x.example/a.png '],
      prompt: ' a fox ',
      command: 'submit ',
    });
    expect(request.words).toMatchObject({
      model: 'vendor-b/video-2.5',
      prompt: ' a fox ',
      options: { ratio: '16:9', seed: 7, generate_audio: true },
      media: [{ url: 'https://x.example/a.png' }],
    });
  });

  it.each(['5s', '5 s', '5 seconds', ' 5 ', '5.0'])('may hold the unit of a length: %j', (duration) => {
    expect(shot({ id: 's01', duration }).words).toMatchObject({ options: { duration: 5 } });
  });
});

describe('a value that a column does not take', () => {
  it.each([
    [{ duration: '5m' }, { message: 'duration does not take "5m"', hint: 'duration VALUE' }],
    [{ tag: 'client' }, { message: 'tag does not take "client"', hint: 'tag client=VALUE' }],
    [{ tag: ['to=a', 'to=b'] }, { message: 'The tag to is given twice', hint: 'tag to=VALUE, once' }],
    [{ model: 'a,b' }, { message: 'model does not take "a,b"' }],
    [{ duration: '5s and more' }, { message: 'duration does not take "5s and more"' }],
    [{ Duration: {} }, { message: 'Duration does not take an object' }],
    [{ audio: 'maybe' }, { message: 'audio does not take "maybe"' }],
    [{ ref_image: [{}] }, { message: 'ref_image does not take an object' }],
    [{ input: [1] }, { message: 'input does not take a list of 1' }],
    [{ prompt: '  ' }, { message: 'The prompt is empty' }],
    [{ count: 0 }, { message: 'count does not take "0"' }],
    [{ Route: 'imags' }, { message: 'Route does not take "imags"', hint: 'Route images' }],
  ])('is told in the words of the manifest: %j', (columns, error) => {
    expect(() => shot({ id: 's01', ...columns })).toThrow(expect.objectContaining(error));
  });

  it.each([
    [{ 'ref-image': 'a', ref_image: 'b' }],
    [{ ref_image: 'a', 'ref_image.1': 'b' }],
    [{ 'ref_image.1': 'a', 'Ref-Image.1': 'b' }],
    [{ duration: 5, Duration: 6 }],
    [{ command: 'submit', Command: 'draft' }],
    [{ ID: 's02' }],
  ])('is one of two for the same word: %j', (columns) => {
    expect(() => shot({ id: 's01', ...columns })).toThrow('the line has both');
  });
});
