import { describe, expect, it } from 'vitest';
import { optionsOfFields } from '../../../src/request/flags/flag-refusal.ts';
import { noRequestFlags, readRequestWords } from '../../../src/request/request-flags.ts';
import { putParameters } from '../../../src/request/rules/request-body.ts';
import { modelOn } from '../../../src/sandbox/catalogue/index.ts';
import { documentedValues, optionNames } from '../../../src/service/options.ts';
import { corpus } from '../../schema/fixtures/corpus.ts';

describe('the option of each field', () => {
  it('has a flag, which says it', () => {
    const typed = { ...noRequestFlags, audio: false, seed: 0, returnLastFrame: true, referenceTask: 'edit' };
    const words = readRequestWords('--prompt', typed, { arguments: [], readable: 0 }, () => '');
    expect(words.options).toMatchObject({
      generate_audio: false,
      seed: 0,
      return_last_frame: true,
      omni_reference_task_type: 'edit',
      watermark: undefined,
    });
  });

  it.each(corpus)('is the one that a request writes there: $name', ({ entry }) => {
    const recipient = { model: entry.id, entry, route: 'jobs' } as const;
    for (const [field, option] of optionsOfFields(recipient)) {
      const written = [...optionNames.flatMap(documentedValues), true, 5, 1].map((value) => {
        const input = {};
        putParameters(
          input,
          { media: [], options: { [option]: value }, set: [], prompt: undefined },
          recipient,
        );
        return Object.keys(input)[0];
      });
      expect(written).toContain(field);
    }
  });

  it('is not told by the values of a field that may mean anything', () => {
    const mode = { properties: { mode: { enum: ['still', 'clip'] }, size: { enum: ['720p', '1080p'] } } };
    const recipient = {
      model: 'maker/clip',
      entry: { inputSchema: mode, medium: 'video' },
      route: 'jobs',
    } as const;
    expect([...optionsOfFields(recipient)]).toEqual([['size', 'resolution']]);
  });

  it('is none for a length in frames, and none where the document has another name', () => {
    const frames = { properties: { duration: { type: 'integer', description: 'Length in milliseconds.' } } };
    const entry = { inputSchema: frames, medium: 'video' };
    expect(optionsOfFields({ model: 'maker/clip', entry, route: 'jobs' })).toEqual(new Map());
    expect(optionsOfFields({ model: 'maker/clip', entry: undefined, route: 'jobs' })).toEqual(new Map());
  });

  it('is known of every field of the tier but its parts and its draft', () => {
    const entry = modelOn('jobs', 'vendor-b/video-2.5');
    const fields = Object.keys(entry?.inputSchema?.properties ?? {});
    const options = optionsOfFields({ model: 'vendor-b/video-2.5', entry, route: 'jobs' });
    expect(fields.filter((name) => !options.has(name))).toEqual(['content', 'draft']);
  });
});
