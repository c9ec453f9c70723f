import { describe, expect, it } from 'vitest';
import {
  lineCommands,
  lineFlags,
  wordColumns,
} from '../../../../src/commands/batch/columns/line-commands.ts';
import { reader, shot } from './shot-reading.ts';

describe('the id of a shot', () => {
  it('may stand in another column', () => {
    expect(shot({ name: 7 }, {}, { id: { column: 'Name' } }).id).toBe('7');
  });

  it.each([[{}], [{ id: null }]])('is required: %j', (columns) => {
    expect(() => shot(columns)).toThrow('the line has no id');
  });

  it.each([[''], ['a\nb'], ['x'.repeat(201)], [{}], [['s01']]])('is not %j', (id) => {
    expect(() => shot({ id })).toThrow('id does not take');
  });

  it('derived from the request is the same for the same request, wherever the manifest lies', () => {
    const hashed = (columns: Record<string, unknown>, folder = '/shoot') =>
      shot(columns, {}, { id: 'hash', folder }).id;
    const id = hashed({ prompt: 'a fox', ref_image: 'a.png', seed: 1 });
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(hashed({ seed: '1', prompt: 'a fox', 'Ref-Image': ['a.png'] }, '/elsewhere')).toBe(id);
    expect(hashed({ prompt: 'a fox', ref_image: 'b.png', seed: 1 })).not.toBe(id);
  });
});

describe('a column', () => {
  it('that is nearly a word of a request is warned of once', () => {
    const read = reader();
    const line = (id: string) => read(new Map(Object.entries({ id, moddel: 'x', scene: 'forest' }))).warnings;
    expect(line('s01')).toEqual([
      'column moddel is a free word for {moddel}; the word of a request is model',
    ]);
    expect(line('s02')).toEqual([]);
  });

  it.each(['takes', 'Vary'])('that would make several jobs of a line is warned of: %s', (name) => {
    const read = reader();
    const line = (id: string) => read(new Map(Object.entries({ id, [name]: '3' }))).warnings;
    expect(line('s01')).toEqual([
      `column ${name} is a free word for {${name}}; a line is one job, and another take a line of its own`,
    ]);
    expect(line('s02')).toEqual([]);
  });

  it('named as a prototype is a word as any other', () => {
    const columns = new Map<string, unknown>([
      ['id', 's01'],
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['prompt', '{constructor}'],
    ]);
    expect(reader()(columns).words.prompt).toBe('y');
  });

  it('stands for each flag that words a request, and for no other', () => {
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
    expect(wordColumns).toHaveLength(Object.keys(lineFlags).length);
    expect(lineCommands).toEqual(['submit', 'draft', 'refs', 'finalize']);
  });
});
