import { expect, it } from 'vitest';
import { parseRequestRate, requestRateWord } from '../../../src/service/retries/request-rate.ts';

it.each([
  ['10/s', { count: 10, windowMs: 1_000 }, '10/s'],
  ['100/min', { count: 100, windowMs: 60_000 }, '100/min'],
  ['100/M', { count: 100, windowMs: 60_000 }, '100/min'],
  ['5/10s', { count: 5, windowMs: 10_000 }, '5/10s'],
  ['5/120sec', { count: 5, windowMs: 120_000 }, '5/2min'],
  ['1000/hour', { count: 1_000, windowMs: 3_600_000 }, '1000/h'],
])('%s is a rate', (text, rate, word) => {
  expect(parseRequestRate(text)).toEqual(rate);
  expect(requestRateWord(rate)).toBe(word);
});

it.each([
  '',
  '10',
  '/s',
  '0/s',
  '10/0s',
  '10/',
  '10/ms',
  '10/day',
  '-1/s',
  '1.5/s',
  '10 /s',
  '100001/s',
  '10/s ',
])('%j is none', (text) => expect(parseRequestRate(text)).toBeUndefined());
