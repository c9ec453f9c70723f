import { describe, expect, it } from 'vitest';
import { isModelSlip, nearestModels } from '../../../src/service/body/nearest-model.ts';

const ids = [
  'vendor-b/video-2.5',
  'vendor-b/video-2.0',
  'vendor-a/image-1',
  'vendor-b/image-1',
  'own/clip',
  'own/scene-h3-mini',
];

describe('the models that were probably meant', () => {
  it.each([
    ['video-2.5', ['vendor-b/video-2.5']],
    ['vendor-b/video-25', ['vendor-b/video-2.5']],
    ['Vendor-B/Video-2.5', ['vendor-b/video-2.5']],
    ['vendr-b/video-2.5', ['vendor-b/video-2.5']],
    ['image-1', ['vendor-a/image-1', 'vendor-b/image-1']],
    ['vendor-a/video-2.5', []],
    ['house/image-1', []],
    ['own/scene-h3', ['own/scene-h3-mini']],
    ['scene', ['own/scene-h3-mini']],
    ['own/', []],
    ['2.5', ['vendor-b/video-2.5']],
    ['vendor-b/2.5', ['vendor-b/video-2.5']],
    ['h3', ['own/scene-h3-mini']],
    ['5', []],
    ['elephant', []],
    ['own/clip', []],
  ])('by %s are %j', (id, near) => expect(nearestModels(id, ids)).toEqual(near));
});

describe('an id is a slip of another', () => {
  it.each([
    ['vendor-b/vide-2.5', 'vendor-b/video-2.5', true],
    ['vendor-b/video-25', 'vendor-b/video-2.5', true],
    ['vendorb/Video_2.5', 'vendor-b/video-2.5', true],
    ['video-2.5', 'vendor-b/video-2.5', true],
    ['vendor-b/video-2.6', 'vendor-b/video-2.5', false],
    ['vendor-b/video-2.0-xl', 'vendor-b/video-2.0', false],
    ['vendor-b/video', 'vendor-b/video-2.5', false],
    ['a/clip-hd', 'a/clip', false],
    ['a/clip-sd', 'a/clip-hd', false],
    ['x/wan-t2v', 'x/wan-i2v', false],
    ['vendor-a/image-1', 'vendor-b/image-1', false],
  ])('%s of %s: %s', (id, other, is) => expect(isModelSlip(id, other)).toBe(is));
});
