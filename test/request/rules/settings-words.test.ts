import { describe, expect, it } from 'vitest';
import { settingsWords } from '../../../src/request/rules/settings-words.ts';
import { modelOn } from '../../../src/sandbox/catalogue/index.ts';

const tier = modelOn('jobs', 'vendor-b/video-2.5')?.inputSchema;

describe('the settings that a price goes by', () => {
  it.each([
    ['what was asked for', { input: { resolution: '1080p', duration: 8 } }, '1080p, 8 s'],
    ['the defaults of what was left open', { input: {} }, '720p, 5 s'],
    ['a length that the model chooses', { input: { duration: -1 } }, '720p, a length of its own'],
    ['a draft, whose tier is not its own', { input: { draft: true, duration: 4 } }, 'draft, 4 s'],
    ['a final', { input: { content: [{ type: 'draft_task', draft_task: { id: 'job_1' } }] } }, 'final'],
    ['several outputs', { input: {}, output: { count: 3 } }, '720p, 5 s, 3 outputs'],
    ['a flat body of v1', { model: 'm', resolution: '480p', duration: 4 }, '480p, 4 s'],
    ['values that are none', { input: { resolution: {}, duration: [] } }, ''],
  ])('are %s', (_, body, words) => {
    expect(settingsWords(body, tier)).toBe(words);
  });

  it('go by the names of the model, and are none where nothing tells', () => {
    const seconds = { properties: { seconds: { type: 'integer', default: 6 }, size: { default: '1K' } } };
    expect(settingsWords({ input: { seconds: 9 } }, seconds)).toBe('1K, 9 s');
    expect(settingsWords({ input: { prompt: 'a fox' } }, undefined)).toBe('');
  });
});
