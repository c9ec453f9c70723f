import { describe, expect, it } from 'vitest';
import { shot } from './shot-reading.ts';

describe('a name of the cast in a line', () => {
  const cast = new Map([
    ['fox', ['/art/fox.png', '/art/side.png']],
    ['owl', ['/art/owl.png']],
  ]);
  const read = (columns: Record<string, unknown>, other: Parameters<typeof shot>[2] = {}) =>
    shot({ id: 's01', ...columns }, {}, { cast, ...other });

  it('is its files, and no other line', () => {
    const { parents, words } = read({
      prompt: '{owl} in {place}',
      place: 'snow',
      ref_image: ['@fox', '@owl', '@s02'],
    });
    expect(words.media.map(({ url }) => url)).toEqual([
      '/art/fox.png',
      '/art/side.png',
      '/art/owl.png',
      '@s02',
    ]);
    expect(words.prompt).toBe('image 3 in snow');
    expect(parents.ids).toEqual(['s02']);
    const cells = { 'ref_image.1': '@owl', 'ref_image.2': '@fox', prompt: '{fox}' };
    expect(read(cells, { textCells: true }).words.prompt).toBe('images 2 and 3');
  });

  it('may stand on the command line, where no line is named', () => {
    const typed = (value: string) => ({ refImage: [{ value, place: 0 }] });
    const { words } = shot({ id: 's01', prompt: '{owl}' }, typed('@owl'), { cast });
    expect(words).toMatchObject({ prompt: 'image 1', media: [{ url: '/art/owl.png' }] });
    expect(shot({ id: 's01' }, typed('@owl.png'), { cast }).words.media).toMatchObject([
      { url: './@owl.png' },
    ]);
    expect(() => shot({ id: 's01' }, typed('@hero'), { cast })).toThrow(
      expect.objectContaining({ code: 'unknown_cast' }),
    );
  });

  it.each([
    [{ prompt: '{fox}', fox: 'red', ref_image: '@fox' }, 'cast_name_taken', 'The prompt could mean either.'],
    [{ prompt: '{fox}', ref_image: '@owl' }, 'cast_not_taken', 'Only a reference has a number'],
    [{ prompt: '{foks}', ref_image: '@fox' }, 'unknown_column', 'The line has {id} {shot}.'],
    [{ first_frame: '@fox' }, 'cast_of_several', 'It takes one file, and @fox has 2.'],
  ])('is refused in %j', (columns, code, why) => {
    expect(() => read(columns)).toThrow(
      expect.objectContaining({ exitCode: 2, code, why: expect.stringContaining(why) }),
    );
  });

  it('may be an id or a column where nothing names the cast', () => {
    expect(read({ id: 'fox', prompt: 'a fox' }).id).toBe('fox');
    expect(read({ prompt: 'a fox', fox: 'red', ref_image: '@fox' }).words.prompt).toBe('a fox');
  });
});
