import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModelCache, writeModelCache } from '../../src/account/model-cache.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { at, startMs } from '../ledger/fixtures/records.ts';

const models = [
  {
    id: 'vendor-b/video-2.5',
    medium: 'video',
    runtimeSeconds: 1800,
    maxOutputCount: 1,
    inputSchema: { required: ['content'] },
  },
  {
    id: 'bare',
    medium: undefined,
    runtimeSeconds: undefined,
    maxOutputCount: undefined,
    inputSchema: undefined,
  },
];

function owned() {
  const home = join(tempFolder(), 'home');
  const owner = { home, baseUrl: 'https://api.example.com', profile: 'work' };
  const read = (ageMs: number) => readModelCache(owner, { nowMs: startMs + ageMs, freshMs: 60_000 });
  return { home, owner, read };
}

describe('the cached model list', () => {
  it('is what was fetched, with its age, and stale when that is too much', () => {
    const { owner, read } = owned();
    expect(read(0)).toBeUndefined();
    expect(writeModelCache(owner, at(0), models)).toBe(true);
    expect(read(60_000)).toEqual({ models, fetchedAt: at(0), ageMs: 60_000, stale: false });
    expect(read(60_001)?.stale).toBe(true);
    expect(read(-1)?.stale).toBe(true);
  });

  it('belongs to one profile at one base URL, and is private', () => {
    const { home, owner } = owned();
    writeModelCache(owner, at(0), models);
    const time = { nowMs: startMs, freshMs: 1 };
    expect(readModelCache({ ...owner, profile: 'home' }, time)).toBeUndefined();
    expect(readModelCache({ ...owner, baseUrl: 'https://b.example.com' }, time)).toBeUndefined();
    expect(statSync(join(home, 'cache')).mode & 0o777).toBe(0o700);
  });

  it.each([
    '',
    '{',
    '[]',
    '{"models":[]}',
    `{"base_url":"https://api.example.com","fetched_at":"${at(0)}","models":[{}]}`,
  ])('is none where the file holds %j', (text) => {
    const { home, owner, read } = owned();
    writeModelCache(owner, at(0), models);
    const [name = ''] = readdirSync(join(home, 'cache'));
    writeFileSync(join(home, 'cache', name), text);
    expect(read(0)).toBeUndefined();
    expect(writeModelCache(owner, at(1), models)).toBe(true);
    expect(read(1_000)?.ageMs).toBe(0);
  });

  it('is not worth an error where the disk does not take it', () => {
    const { home, owner, read } = owned();
    writeFileSync(home, 'not a folder');
    expect(writeModelCache(owner, at(0), models)).toBe(false);
    expect(read(0)).toBeUndefined();
  });
});
