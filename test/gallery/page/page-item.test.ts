import { describe, expect, it } from 'vitest';
import { absence, fileName, keyOf, spokenOf, titleOf } from '../../../src/gallery/page/page-item.ts';
import { draft, item } from './items.ts';

describe('an item in words', () => {
  it('is called by its prompt, else by its file, else by its job', () => {
    expect(titleOf(item())).toBe('a red fox in snow');
    expect(titleOf(item({ prompt: null, link: 'a%20fox.png' }))).toBe('a fox.png');
    expect(titleOf(item({ prompt: ' ', link: null }))).toBe('job_1');
  });

  it('spells out what would reorder or hide its text', () => {
    expect(titleOf(item({ prompt: 'a\u202egnp\nb' }))).toBe('a\\u{202e}gnp b');
    expect(fileName(item({ link: 'x/%E2%80%AEgnp.png' }))).toBe('\\u{202e}gnp.png');
  });

  it('is one sentence for whoever does not see it', () => {
    expect(spokenOf(draft('job_1', { finals: ['job_2'] }))).toBe(
      'a red fox in snow, draft, has a final, $0.18, seed 42, video-2.5',
    );
  });

  it('says why there is nothing to see', () => {
    expect(absence(item())).toBeUndefined();
    expect(absence(item({ link: null, missing: 'genctl download job_1' }))).toBe('not here');
    expect(absence(item({ link: null, missing: 'genctl wait job_1', status: 'running' }))).toBe('running');
    expect(absence(item({ link: null, status: 'failed' }))).toBe('failed');
    expect(absence(item({ link: null }))).toBe('no page can link its name');
  });

  it('is told from the other files of its job, and from files of no job', () => {
    const keys = [
      item(),
      item({ output: 2 }),
      item({ job_id: null }),
      item({ job_id: null, link: 'b.png' }),
    ].map(keyOf);
    expect(new Set(keys).size).toBe(4);
  });
});
