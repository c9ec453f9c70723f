import { expect, it } from 'vitest';
import { isLocal } from '../../../src/service/body/media-part.ts';

it.each([
  'hero.png',
  './shots/hero.png',
  '/tmp/hero.png',
  '~/hero.png',
  'take:1.png',
  'C:\\shots\\hero.png',
  'C:/shots/hero.png',
  'c://shots/hero.png',
  '\\\\server\\share\\hero.png',
  'file:///tmp/hero.png',
  'FILE:///tmp/hero.png',
  'file:/tmp/hero.png',
  'https:hero.png',
  'data.png',
  '@hero.png',
  '',
])('%j is a file of this machine', (word) => expect(isLocal(word)).toBe(true));

it.each([
  'https://cdn.example.com/hero.png',
  'HTTP://cdn.example.com/hero.png',
  's3://bucket/hero.png',
  'asset+v2://hero',
  'data:image/png;base64,AAAA',
  'DATA:image/png,x',
])('%j is a link', (word) => expect(isLocal(word)).toBe(false));
