import { describe, expect, it } from 'vitest';
import {
  isObjectUri,
  keyOf,
  objectUri,
  probeName,
  readPlace,
  toldUri,
} from '../../../src/outputs/rules/place-address.ts';

describe('the value of --dir', () => {
  it.each(['out', '.', '/tmp/a', 's3', 's3/x', 'C:\\shots', 'a s3://b'])('%s is a folder', (dir) => {
    expect(readPlace(dir)).toEqual({ kind: 'file', dir });
  });

  it.each([
    ['s3://shots', 'shots', ''],
    ['s3://shots/', 'shots', ''],
    ['s3://shots/film/a', 'shots', 'film/a'],
    ['s3://shots/film/', 'shots', 'film'],
    ['s3://my.shots_1/ä ö', 'my.shots_1', 'ä ö'],
  ])('%s is a bucket and what its names begin with', (dir, bucket, prefix) => {
    expect(readPlace(dir)).toEqual({ kind: 's3', bucket, prefix });
  });

  it.each([
    's3:',
    's3://',
    's3://sh',
    'S3://sh',
    's3:/BUCKET/PREFIX',
    's3:/shots/$(date)',
    's3://-shots',
    's3://shots/a//b',
    's3://shots/./b',
    's3://shots/..',
    's3://shots/a\u0000b',
    `s3://shots/${'a'.repeat(701)}`,
  ])('%j names no bucket, and is refused with one that does', (dir) => {
    expect(() => readPlace(dir)).toThrow(
      expect.objectContaining({ code: 'invalid_flag', hint: '--dir s3://BUCKET/PREFIX' }),
    );
  });
});

it.each(['gs://shots/film', 'https://cdn.example.com/film', 'file:///tmp/out', 'S3a://shots'])(
  '%s is neither a folder nor a bucket, and no folder is made of its words',
  (dir) => {
    expect(() => readPlace(dir)).toThrow(
      expect.objectContaining({ code: 'invalid_flag', why: expect.stringContaining(`./${dir}`) }),
    );
    expect(readPlace(`./${dir}`)).toEqual({ kind: 'file', dir: `./${dir}` });
  },
);

it.each([
  ['S3://shots', 's3://shots'],
  ['s3:/shots/film', 's3://shots/film'],
  ['s3:shots/film/', 's3://shots/film/'],
])('%s is a misspelt bucket, and is mended to %s', (dir, meant) => {
  expect(() => readPlace(dir)).toThrow(
    expect.objectContaining({
      code: 'invalid_flag',
      why: expect.stringContaining('two slashes'),
      hint: `--dir ${meant}`,
    }),
  );
  expect(readPlace(meant).kind).toBe('s3');
});

it('a bucket that is a place to fill in is not one yet', () => {
  expect(() => readPlace('s3://BUCKET/PREFIX')).toThrow(expect.objectContaining({ code: 'gap_left' }));
});

it('the URI of an object is its bucket and its key', () => {
  const key = keyOf({ bucket: 'shots', prefix: 'film/a' }, 'b/c.mp4');
  expect(objectUri('shots', key)).toBe('s3://shots/film/a/b/c.mp4');
  expect(objectUri('shots', keyOf({ bucket: 'shots', prefix: '' }, 'c.mp4'))).toBe('s3://shots/c.mp4');
  expect([isObjectUri('s3://shots/c.mp4'), isObjectUri('/s3://shots/c.mp4')]).toEqual([true, false]);
});

it.each([
  ['', 's3://shots'],
  ['film/a.mp4', 's3://shots/film/a.mp4'],
  [`film/${probeName}-6f1c`, 's3://shots/film'],
  [`film/${probeName}`, 's3://shots/film'],
  [`${probeName}-6f1c`, 's3://shots'],
])('a call about %j is told by %s', (key, told) => {
  expect(toldUri('shots', key)).toBe(told);
});
