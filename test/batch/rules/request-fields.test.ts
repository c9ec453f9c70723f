import { describe, expect, it } from 'vitest';
import {
  fieldMarks as bodyMarks,
  compareFields,
  currentMarks,
  type FieldReading,
  knownKey,
  marksVersion,
  wantedKeys,
} from '../../../src/batch/rules/request-fields.ts';
import { sha256 } from '../../../src/files/lazy-node.ts';
import { presigned, signedQuery } from '../../request/rules/fixtures/signed-links.ts';

const reading: FieldReading = { route: 'jobs', identityOf: (link) => link, digest: sha256 };

const fieldMarks = (...of: Parameters<typeof bodyMarks>) => bodyMarks(...of).fields;

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
    const changed = ['prompt', 'ratio', 'seed'];
    for (const marks of [undefined, marksVersion])
      expect(compareFields({ fields: before, marks }, { fields: after }, sha256)).toEqual({
        changed,
        incomparable: [],
      });
    expect(compareFields({ fields: before }, { fields: before }, sha256).changed).toEqual([]);
  });
});

/** What journals and ledgers have of this body since version 1 of marks, and since version 2: a change here is a second charge somewhere. */
const golden = {
  link: `https://f.example.com/a.png?${signedQuery('AWS Signature Version 2')}&versionId=3`,
  unsigned: '9ceb5c9889875ace',
  whole: '10e130e1d21e1d6a',
};

describe('the marks of signed links', () => {
  const bodyOf = (url: string, prompt = 'a fox') => ({
    model: 'm',
    input: {
      content: [
        { type: 'text', text: prompt },
        { type: 'image_url', image_url: { url } },
      ],
    },
  });
  const marksOf = (url: string, prompt?: string) => fieldMarks(bodyOf(url, prompt), reading);
  const wholeOf = (url: string, prompt?: string) => bodyMarks(bodyOf(url, prompt), reading).wholeLinks;
  /** What version 1 noted of a request. */
  const first = (url: string, prompt?: string) => ({
    fields: { ...marksOf(url, prompt), ...wholeOf(url, prompt) },
  });
  const withBody = (url: string, prompt?: string) => ({
    ...first(url, prompt),
    body: JSON.stringify(bodyOf(url, prompt)),
    route: 'jobs' as const,
  });
  const wanted = (url: string, prompt?: string) => ({
    fields: marksOf(url, prompt),
    wholeLinks: wholeOf(url, prompt),
  });
  const compared = (...of: [Parameters<typeof compareFields>[0], Parameters<typeof compareFields>[1]]) =>
    compareFields(...of, sha256);
  const field = 'content.1';

  it('are the ones that the world relies on since either version', () => {
    expect(marksOf(golden.link)[field]).toBe(golden.unsigned);
    expect(wholeOf(golden.link)).toEqual({ [field]: golden.whole });
  });

  it('are the same whoever signed them, and others for another file or version of it', () => {
    expect(marksOf(presigned('11'))).toEqual(marksOf(presigned('22')));
    expect(marksOf(presigned('11'))).not.toEqual(marksOf(presigned('11', 'b.png')));
    expect(marksOf(presigned('11'))).not.toEqual(marksOf(presigned('11', 'a.png', 'versionId=3&')));
  });

  it('of the first version are none of links without a signature', () => {
    expect(wholeOf('https://f.example.com/a.png?sig=1')).toEqual({});
  });

  it('are compared by the body that was sent, where the first version noted them', () => {
    expect(compared(withBody(presigned('11')), wanted(presigned('22')))).toEqual({
      changed: [],
      incomparable: [],
    });
    expect(compared(withBody(presigned('11')), wanted(presigned('22', 'b.png')))).toEqual({
      changed: [field],
      incomparable: [],
    });
    expect(compared(withBody(presigned('11')), wanted('https://f.example.com/a.png')).changed).toEqual([]);
  });

  it('give a request one key with a line that asks for the same, whichever version noted it', () => {
    const keysOf = (url: string, prompt?: string) => wantedKeys(wanted(url, prompt), sha256);
    const second = { fields: marksOf(presigned('11')), marks: marksVersion };
    for (const known of [second, withBody(presigned('11')), first(presigned('22'))])
      expect(keysOf(presigned('22'))).toContain(knownKey(known, sha256));
    expect(keysOf(presigned('22'), 'a cat')).not.toContain(knownKey(second, sha256));
    expect(keysOf(presigned('22', 'b.png'))).not.toContain(knownKey(second, sha256));
  });

  it('are not comparable where nobody has that body, and then no change', () => {
    expect(compared(first(presigned('11')), wanted(presigned('22')))).toEqual({
      changed: [],
      incomparable: [field],
    });
    expect(compared(first(presigned('11')), wanted(presigned('11')))).toEqual({
      changed: [],
      incomparable: [],
    });
    expect(compared(first(presigned('11'), 'a cat'), wanted(presigned('22')))).toEqual({
      changed: ['prompt'],
      incomparable: [field],
    });
  });

  it('that the first version did not note at all are a change', () => {
    const { [field]: _, ...others } = first(presigned('11')).fields;
    expect(compared({ fields: others }, wanted(presigned('22'))).changed).toEqual([field]);
  });

  it('of this version are compared by themselves', () => {
    const before = { fields: marksOf(presigned('11')), marks: marksVersion };
    expect(compared(before, wanted(presigned('22'))).changed).toEqual([]);
    expect(compared(before, wanted(presigned('22', 'b.png')))).toEqual({
      changed: [field],
      incomparable: [],
    });
  });

  it('stay those of a file, which an upload gave a signed link', () => {
    const known = withBody(presigned('11'));
    const ofFile = { ...known, fields: { ...known.fields, [field]: 'aaaaaaaaaaaaaaaa' } };
    expect(currentMarks(ofFile, sha256)[field]).toBe('aaaaaaaaaaaaaaaa');
    expect(currentMarks(known, sha256)[field]).toBe(marksOf(presigned('22'))[field]);
  });
});
