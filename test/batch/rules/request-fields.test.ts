import { describe, expect, it } from 'vitest';
import { changedFields, type FieldReading, fieldMarks } from '../../../src/batch/rules/request-fields.ts';
import { sha256 } from '../../../src/files/lazy-node.ts';

const reading: FieldReading = { route: 'jobs', identityOf: (link) => link, digest: sha256 };

describe('the fields of a request', () => {
  it('have the names that a manifest has for them, each with a mark of 16 digits', () => {
    const marks = fieldMarks(
      {
        model: 'vendor-b/video-2.5',
        input: {
          content: [
            { type: 'text', text: 'a fox' },
            { type: 'image_url', image_url: { url: 'https://a/1.png' }, role: 'reference_image' },
            { type: 'image_url', image_url: { url: 'https://a/2.png' }, role: 'reference_image' },
            { type: 'image_url', image_url: { url: 'https://a/3.png' }, role: 'first_frame' },
          ],
          duration: 5,
        },
      },
      reading,
    );
    expect(Object.keys(marks)).toEqual([
      'route',
      'model',
      'prompt',
      'ref_image.1',
      'ref_image.2',
      'first_frame',
      'duration',
    ]);
    for (const mark of Object.values(marks)) expect(mark).toMatch(/^[0-9a-f]{16}$/);
  });

  it('of a flat body of v1 are beside its model, and those of a list are numbered', () => {
    const marks = fieldMarks({ model: 'm', images: ['a', 'b'], n: 2 }, { ...reading, route: 'images' });
    expect(Object.keys(marks)).toEqual(['route', 'model', 'images.1', 'images.2', 'n']);
  });

  it('keep apart a field of the input and one of the envelope with the same name', () => {
    const marks = fieldMarks({ model: 'm', count: 2, input: { count: 3 } }, reading);
    expect(Object.keys(marks)).toEqual(['route', 'model', 'count', 'input.count']);
  });

  it('are the same for the same bytes, whatever link an upload gave them', () => {
    const bodyOf = (url: string) => ({ model: 'm', input: { image: url } });
    const identityOf = (link: string): string => (link.startsWith('https://up/') ? 'sha256:1' : link);
    const [one, other] = ['https://up/1', 'https://up/2'].map((url) =>
      fieldMarks(bodyOf(url), { ...reading, identityOf }),
    );
    expect(one).toEqual(other);
  });

  it('that differ are named, sorted, those that came or went among them', () => {
    const before = fieldMarks({ model: 'm', input: { prompt: 'a', seed: 1 } }, reading);
    const after = fieldMarks({ model: 'm', input: { prompt: 'b', ratio: '1:1' } }, reading);
    expect(changedFields(before, after)).toEqual(['prompt', 'ratio', 'seed']);
    expect(changedFields(before, before)).toEqual([]);
  });
});
