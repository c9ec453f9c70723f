import { describe, expect, it } from 'vitest';
import {
  columnFlags,
  lineCommands,
  readIdColumn,
  wordColumns,
} from '../../../src/batch/columns/line-words.ts';
import { reader, shot } from './shot-reading.ts';

describe('the id of a shot', () => {
  it('may stand in another column', () => {
    expect(shot({ name: 7 }, {}, { idColumn: 'Name' }).id).toBe('7');
    for (const column of ['Name', 'id', 'shot no']) expect(readIdColumn(column)).toBe(column);
  });

  it.each([
    ['prompt', 'The column prompt is a word of a request, and would not be sent as ids.'],
    ['Ref-Image', 'The column ref_image is a word of a request, and would not be sent as ids.'],
    ['ref_image.2', 'The column ref_image.2 is a word of a request, and would not be sent as ids.'],
    ['set.style', 'The column set.style is a word of a request, and would not be sent as ids.'],
    ['command', 'The column command is a word of a request, and would not be sent as ids.'],
    ['draft', 'The column draft is a word of a request, and would not be sent as ids.'],
    [' ', 'It takes the name of a column.'],
  ])('stands in no column %j', (column, why) => {
    expect(() => readIdColumn(column)).toThrow(
      expect.objectContaining({
        message: `--id does not take ${JSON.stringify(column)}`,
        why,
        hint: '--id NAME, a column of ids alone; without --id it is id; a .txt with a prompt a line needs none',
      }),
    );
  });

  it.each([[{}], [{ id: null }]])('is required: %j', (columns) => {
    expect(() => shot(columns)).toThrow('the line has no id');
  });

  it.each([[''], ['a\nb'], ['x'.repeat(201)], [{}], [['s01']]])('is not %j', (id) => {
    expect(() => shot({ id })).toThrow('id does not take');
  });
});

describe('the column set', () => {
  it('takes fields as --set does, one or several', () => {
    expect(shot({ id: 's01', set: 'style=oil' }).words.set).toEqual([['style', 'oil']]);
    const cell = { id: 's01', set: '["style=oil","n=7"]' };
    expect(shot(cell, {}, { textCells: true }).words.set).toEqual([
      ['style', 'oil'],
      ['n', 7],
    ]);
  });

  it.each([
    ['{"seed":3}', 'an object', '"set.seed": 3', 'set.seed'],
    ['{"note":"a=b"}', 'an object', '"set.note": "a=b"', 'set.note'],
    [{ seed: 3, n: 1 }, 'an object', '"set.seed": 3', 'set.seed'],
    [['{"seed":3}'], 'an object', '"set.seed": 3', 'set.seed'],
    ['seed', '"seed"', '"set.seed": …', 'set.seed'],
    ['a fox', '"a fox"', '"set.NAME": …', 'set.NAME'],
    [3, '3', '"set.3": …', 'set.3'],
    [{}, 'an object', '"set.NAME": …', 'set.NAME'],
  ])('says how a field is a column where it has %j', (set, shown, json, column) => {
    expect(() => shot({ id: 's01', set })).toThrow(
      expect.objectContaining({
        message: `set does not take ${shown}`,
        hint: `${json} in each line of JSON, or a column ${column} in CSV`,
      }),
    );
  });

  it('gives way to the flag, whose words are told at once', () => {
    expect(() => reader({ set: [{ value: '{"seed":3}', place: 0 }] })).toThrow(
      expect.objectContaining({ hint: '--set seed=3' }),
    );
  });
});

describe('a column', () => {
  const doubtful = (columns: Record<string, unknown>, typed = {}) =>
    shot({ id: 's01', ...columns }, typed).doubtful;

  it.each([
    ['moddel', 'model'],
    ['prompts', 'prompt'],
    ['length', 'duration'],
    ['aspect_ratio', 'ratio'],
    ['Negative-Prompt', 'set.negative_prompt'],
    ['generate_audio', 'audio'],
    ['Duration(s)', 'duration'],
    ['Duration [sec]', 'duration'],
    ['durationSeconds', 'duration'],
    ['lenght', 'duration'],
    ['Aspect Ratio', 'ratio'],
    ['image url', 'first_frame'],
    ['ref image', 'ref_image'],
    ['promtp', 'prompt'],
    ['comand', 'command'],
    ['input.style', 'set.style'],
  ])('that is free and nearly a word of a request is doubtful: %s', (column, meant) => {
    expect(doubtful({ [column]: '8', scene: 'forest' })).toEqual([
      { column, but: `is it "${meant}"?`, isUsed: false },
    ]);
  });

  it.each(['no_audio', 'mute'])(
    'that switches off what a word of a request switches on says so: %s',
    (column) => {
      expect(doubtful({ [column]: true })).toMatchObject([
        { column, but: 'is it "audio", with the opposite value?' },
      ]);
    },
  );

  it.each([
    ['shot_duration', 10, 'duration'],
    ['params.duration', 10, 'set.duration'],
    ['#duration', 10, 'duration'],
    ['quality', '1080p', 'resolution'],
    ['videoRatio', '9:16', 'ratio'],
    ['sound', 'no', 'audio'],
    ['model_id', 'vendor-b/video-2.0', 'model'],
    ['photo', 'https://example.com/a.png', 'ref_image'],
    ['ref-img', 'hero.PNG', 'ref_image'],
    ['clip', 'walk.mp4', 'ref_video'],
    ['is_draft', true, 'command'],
    ['options', { duration: 10 }, 'input'],
  ])('that another program would have is doubtful by its value: %s with %j', (column, value, meant) => {
    expect(doubtful({ [column]: value })).toMatchObject([{ column, but: `is it "${meant}"?` }]);
  });

  it.each([
    ['_length', '8'],
    ['_prompts', 'x'],
    ['narration', 'a voice'],
    ['comment', 'the opening'],
    ['time', 'dawn'],
    ['label', 'Hero shot'],
    ['music', 'upbeat'],
    ['location', 'a wood'],
    ['quality', 'rough'],
    ['sound', 'birds'],
    ['photo', 'by Ann'],
    ['clip', 'three'],
    ['options', 'x'],
  ])('is a free word where its name or value is no word’s: %s %s', (column, value) => {
    expect(doubtful({ [column]: value })).toEqual([]);
  });

  it.each(['Max-Cost', 'sandbox', 'dry run', 'idempotency_key'])(
    'that is a flag which no line has is doubtful: %s',
    (column) => {
      expect(doubtful({ [column]: '1' })).toEqual([
        { column, but: 'it is a flag of genctl, not a column', isUsed: false },
      ]);
    },
  );

  it('means by its value what it means in each line', () => {
    const read = reader();
    const line = (size: unknown) => {
      const columns = new Map<string, unknown>(
        Object.entries({ id: 's01', model: 'vendor-a/image-1', size }),
      );
      return read({ place: 0, line: 1, columns });
    };
    expect(line('large').doubtful).toEqual([]);
    expect(line('1536x1024').doubtful).toMatchObject([{ column: 'size', but: 'is it "set.size"?' }]);
  });

  it('that the prompt of its line has in braces is used', () => {
    const [used] = doubtful({ length: '8' }, { prompt: 'a road of { length } miles' });
    expect(used?.isUsed).toBe(true);
    const [unused] = doubtful({ length: '8' }, { prompt: 'a road of {{length}} miles' });
    expect(unused?.isUsed).toBe(false);
  });

  it('is not doubtful beside the word that other programs call by its name', () => {
    expect(doubtful({ description: 'the opening', prompt: 'a fox' })).toEqual([]);
    expect(doubtful({ style: 'oil', 'set.style': 'ink' })).toEqual([]);
  });

  it('of a final is not taken for a word that finals do not have', () => {
    const line = { command: 'finalize', draft: 'job_1', style: 'oil', length: 8, speed: 'slow' };
    expect(doubtful(line)).toEqual([]);
  });

  it.each(['takes', 'Vary'])('that would make several jobs of a line is doubtful: %s', (name) => {
    expect(doubtful({ [name]: '3' })).toEqual([
      { column: name, but: 'a line is one job; for another take, add a line', isUsed: false },
    ]);
  });

  it('named as a prototype is a word as any other', () => {
    const columns = new Map<string, unknown>([
      ['id', 's01'],
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['prompt', '{constructor}'],
    ]);
    expect(reader()({ place: 0, line: 1, columns }).words.prompt).toBe('y');
  });

  it('stands for each flag that words a request, for a tag, and for no other', () => {
    expect(wordColumns.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'model',
        'prompt',
        'duration',
        'ref_image',
        'audio',
        'callback_url',
        'api',
        'sync',
      ]),
    );
    expect(wordColumns).toHaveLength(Object.keys(columnFlags).length);
    expect(lineCommands).toEqual(['submit', 'draft', 'refs', 'finalize']);
  });
});
