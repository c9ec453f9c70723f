import { describe, expect, it } from 'vitest';
import { priceDoubts, readPriceRows } from '../../../src/money/rules/price-rows.ts';

const header = 'model,tier,per,sound,video,usd,least';

function read(...lines: string[]) {
  return readPriceRows(lines.map((text, place) => ({ line: place + 1, cells: text.split(',') })));
}

describe('a price list', () => {
  it('has a row for each price, in columns of any order', () => {
    expect(read('usd,per,model', '0.03,output,vendor-a/image-1').rows).toEqual([
      {
        ...{ line: 2, model: 'vendor-a/image-1', tier: null, per: 'output', sound: null, video: null },
        ...{ microUsd: 30_000, leastMicroUsd: 0 },
      },
    ]);
    const { rows } = read(header, ' vendor-b/video-2.5 , 720p , second , yes , no , 0.09 , 0.4');
    expect(rows).toMatchObject([
      { model: 'vendor-b/video-2.5', tier: '720p', sound: true, video: false, leastMicroUsd: 400_000 },
    ]);
  });

  it('leaves out a row that names no price yet', () => {
    const { faults, rows, unpriced } = read(header, 'm,,second,,,,', 'm,720p,second,,,0.1,');
    expect([faults, rows.length, unpriced]).toEqual([[], 1, [{ line: 2, model: 'm', tier: null }]]);
  });

  it.each([
    ['m,,minute,,,0.1,', 'per is "minute", and it takes second or output'],
    ['m,,second,loud,,0.1,', 'sound is "loud", and it takes yes, no or empty'],
    ['m,,second,,maybe,0.1,', 'video is "maybe", and it takes yes, no or empty'],
    ['m,,second,constructor,,0.1,', 'sound is "constructor", and it takes yes, no or empty'],
    ['m,,second,,,-0.1,', 'usd is "-0.1", and it takes an amount in USD above 0 such as 0.09, or empty'],
    ['m,,second,,,0,', 'usd is "0", and it takes an amount in USD above 0 such as 0.09, or empty'],
    ['m,,second,,,$1,', 'usd is "$1", and it takes an amount in USD above 0 such as 0.09, or empty'],
    ['m,,second,,,0.1,-1', 'least is "-1", and it takes an amount in USD above 0 such as 0.09, or empty'],
    [',,second,,,0.1,', 'it names no model'],
    ['m,,second,,,0.1,,9', '"9" is in no column'],
  ])('refuses %s by its line', (line, why) => {
    const { faults, rows } = read(header, 'other,,output,,,1,', line);
    expect(faults).toEqual([{ line: 3, why }]);
    expect(rows).toHaveLength(1);
  });

  it('refuses the second of two rows that are for the same jobs, whatever they say', () => {
    const { faults } = read(header, 'm,4K,second,,,0.1,', 'm,,second,,,0.1,', 'm,4k,output,,,9,');
    expect(faults).toEqual([{ line: 4, why: 'it repeats line 2' }]);
  });

  it.each([
    ['model,per', 'it has no column usd'],
    ['model,per,usd,price', 'no column is called "price"'],
    ['model,per,usd,usd', 'it names usd twice'],
  ])('refuses the header %s', (line, why) => {
    expect(read(line, 'm,second,1').faults).toEqual([{ line: 1, why }]);
  });
});

const models = [
  { id: 'vendor-b/video-2.5', inputSchema: { properties: { resolution: { enum: ['480p', '720p'] } } } },
  { id: 'vendor-a/image-1', inputSchema: { properties: { size: { enum: ['1024x1024', '2K'] } } } },
  { id: 'vendor-a/free', inputSchema: { properties: { resolution: { type: 'string' } } } },
  { id: 'vendor-a/plain', inputSchema: { properties: { prompt: { type: 'string' } } } },
  { id: 'vendor-a/unread', inputSchema: undefined },
];

const doubtOf = (model: string, tier: string | null = null): string | undefined =>
  priceDoubts([{ line: 7, model, tier }], models).map(({ line, why }) => `${line}: ${why}`)[0];

describe('the doubts about a price list', () => {
  it('names the nearest id of a model that is unknown', () => {
    expect(doubtOf('vendor-b/video-2.5')).toBeUndefined();
    expect(doubtOf('vendor-b/video-25')).toBe(
      '7: no known model is called "vendor-b/video-25"; the nearest is vendor-b/video-2.5',
    );
    expect(doubtOf('else/where')).toBe('7: no known model is called "else/where"');
  });

  it('leaves alone an id that v1 alone may have', () => {
    expect(doubtOf('spicy/other-9')).toBeUndefined();
  });

  it('names the tiers of a model that lists them, in any case', () => {
    expect(doubtOf('vendor-b/video-2.5', '720P')).toBeUndefined();
    expect(doubtOf('vendor-b/video-2.5', '4k')).toBe(
      '7: vendor-b/video-2.5 has no tier "4k"; it has 480p or 720p',
    );
    expect(doubtOf('vendor-a/image-1', '2k')).toBeUndefined();
    expect(doubtOf('vendor-a/image-1', '3k')).toContain('it has 1024x1024 or 2K');
    expect(doubtOf('vendor-a/plain', '720p')).toContain('has no tier "720p"; leave the tier empty');
  });

  it('says nothing of a tier where the model lists none', () => {
    expect(doubtOf('vendor-a/free', '720p')).toBeUndefined();
    expect(doubtOf('vendor-a/unread', '720p')).toBeUndefined();
  });
});
