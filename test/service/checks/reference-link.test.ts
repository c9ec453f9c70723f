import { describe, expect, it } from 'vitest';
import { readSubmit } from '../../../src/service/body/submit-subject.ts';
import { submitFindings } from '../../../src/service/checks/preflight.ts';
import {
  linkFault,
  preparedLinkObjection,
  preparedReferences,
} from '../../../src/service/checks/reference-link.ts';
import {
  clip,
  draftTask,
  flatBody,
  line20,
  outline,
  picture,
  sound,
  tier25,
  words,
} from '../submit-bodies.ts';

describe('a host that anyone can reach', () => {
  it.each([
    'https://media.example/',
    'https://8.8.8.8/',
    'https://100.63.0.1/',
    'https://100.128.0.1/',
    'https://172.15.0.1/',
    'https://172.32.0.1/',
    'https://192.169.0.1/',
    'https://11.0.0.1/',
    'https://10.example/',
    'https://[2606:4700::1111]/',
    'https://[::ffff:8.8.8.8]/',
    'https://localhost.example/',
  ])('is that of %s', (url) => {
    expect(preparedLinkObjection(url)).toBeUndefined();
  });

  it.each([
    'https://localhost/',
    'https://LOCALHOST./',
    'https://app.localhost/',
    'https://printer.local/',
    'https://nas/',
    'https://nas.lan/',
    'https://db.internal/',
    'https://router.home.arpa/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://172.31.255.1/',
    'https://192.168.0.1/',
    'https://169.254.169.254/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[fd12::1]/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:192.168.0.1]/',
  ])('is not that of %s', (url) => {
    expect(preparedLinkObjection(url)?.what).toContain('which is not public');
  });
});

const refs = { route: 'refs' } as const;
const partsOf = (content: unknown[]) => readSubmit({ model: tier25, content }, refs).parts;
const linked = (type: string, url: unknown, role?: string) => ({
  type,
  [type]: { url },
  ...(role === undefined ? {} : { role }),
});
const pictureAt = (url: unknown) => linked('image_url', url, 'reference_image');
const ok = (place: number) => pictureAt(`https://media.example/${place}.png`);
const found = (...content: unknown[]) => outline(flatBody({ content }), refs);
const messages = (...content: unknown[]) =>
  submitFindings(flatBody({ content }), refs).map(({ message }) => message);

/** @see service document §4.8 rules 2 and 4, §2.7 */
describe('what the refs route prepares', () => {
  it('is the first three pictures and clips by position, whatever lies between', () => {
    const content = [sound, clip, words, picture(), sound, clip, picture(), clip];
    expect(preparedReferences(partsOf(content)).map(({ view }) => view.index)).toEqual([1, 3, 5]);
    expect(preparedReferences(partsOf([sound, words]))).toEqual([]);
    expect(preparedReferences(partsOf([picture('first_frame')]))).toEqual([]);
  });

  it('is numbered by its kind in refusals', () => {
    const names = preparedReferences(partsOf([picture(), sound, clip, picture(), clip]));
    expect(names.map(({ name }) => name)).toEqual([
      'reference image 1',
      'reference video 1',
      'reference image 2',
    ]);
  });
});

/** @see service document §4.8 rules 5 and 6 */
describe('a request to the refs route', () => {
  it('has a picture or a clip to prepare', () => {
    expect(found(words, picture())).toEqual([]);
    expect(found(clip)).toEqual([]);
  });

  it.each([
    ['words alone', [words], 'a reference_image or a reference_video'],
    ['sound alone', [words, sound], 'sound alone does not count'],
    ['a frame alone', [picture('last_frame')], 'a last_frame does not count'],
    ['a final, whose draft has them', [draftTask], 'a final has its draft'],
  ])('is refused with %s', (_, content, why) => {
    const body = flatBody({ content, ...(content[0] === draftTask ? { resolution: '1080p' } : {}) });
    for (const model of [tier25, 'spicy/video-2-5']) {
      expect(outline({ ...body, model }, refs)).toEqual(['service nothing-to-prepare content']);
    }
    expect(submitFindings(body, refs)[0]?.message).toContain(why);
  });

  it('is refused without them whatever else its model has against sound alone', () => {
    expect(outline(flatBody({ content: [sound] }, line20), refs)).toEqual([
      'service nothing-to-prepare content',
    ]);
  });

  it.each(['first_frame', 'last_frame'])('has no %s beside its references', (role) => {
    for (const content of [
      [picture(role), picture()],
      [clip, picture(role)],
    ]) {
      const frame = content[0] === clip ? 1 : 0;
      expect(found(...content)).toEqual([`service frames-with-references content[${frame}].role`]);
      expect(messages(...content)[0]).toContain(role);
    }
  });
});

/** @see service document §4.8 rules 7 to 9 */
describe('a link to a reference', () => {
  const where = (index: number, type = 'image_url') => `service prepared-link content[${index}].${type}.url`;

  it.each([
    'http://media.example/a.png',
    'ftp://media.example/a.png',
    'https://localhost/a.png',
    'https://192.168.1.20/a.png',
    'https://[::1]:8443/a.png',
    'https://nas/a.png',
  ])('is public https where it is prepared, so not %s', (url) => {
    expect(found(pictureAt(url), ok(2), ok(3), ok(4))).toEqual([where(0)]);
    expect(found(ok(1), sound, ok(2), linked('video_url', url, 'reference_video'))).toEqual([
      where(3, 'video_url'),
    ]);
    // Past the third and for sound it is passed on as it is.
    expect(found(ok(1), ok(2), ok(3), pictureAt(url), linked('audio_url', url))).toEqual([]);
  });

  it.each(['a.png', '/a.png', '//media.example/a.png', 'https:///', 'https://', '', 7, undefined])(
    'has a scheme and a host wherever it stands, so it is not %j',
    (url) => {
      expect(found(pictureAt(url))).toEqual([where(0)]);
      expect(found(ok(1), ok(2), ok(3), pictureAt(url))).toEqual([where(3)]);
      expect(found(ok(1), linked('audio_url', url, 'reference_audio'))).toEqual([where(1, 'audio_url')]);
    },
  );

  it('is never base64, of frames neither', () => {
    const data = 'data:image/png;base64,SECRET';
    expect(found(pictureAt(data))).toEqual([where(0)]);
    expect(found(ok(1), ok(2), ok(3), pictureAt(data))).toEqual([where(3)]);
    expect(found(ok(1), linked('audio_url', data))).toEqual([where(1, 'audio_url')]);
    expect(found(linked('image_url', data), ok(1))).toEqual([where(0)]);
    expect(messages(pictureAt(data))[0]).toBe('reference image 1 is base64, which this route does not take');
    expect(JSON.stringify(submitFindings(flatBody({ content: [pictureAt(data)] }), refs))).not.toContain(
      'SECRET',
    );
  });

  it('is called by its kind and place in the refusal', () => {
    expect(messages(ok(1), clip, pictureAt('http://media.example/a.png'))).toEqual([
      'reference image 2 is http; the first 3 pictures and clips must be https',
    ]);
    expect(messages(pictureAt('https://10.0.0.8/a.png?key=SECRET'))).toEqual([
      'reference image 1 is at 10.0.0.8, which is not public',
    ]);
  });

  it('is judged so on the refs route only', () => {
    for (const route of ['jobs', 'tasks', 'spicy'] as const) {
      const content = [pictureAt('http://localhost/a.png')];
      const body = route === 'jobs' ? { model: tier25, input: { content } } : flatBody({ content });
      expect(outline(body, { route })).toEqual([]);
    }
  });
});

it.each([
  'https://x.example.com/a.png?signature=abc%1B&e=1#t',
  'https://x.example.com/caf\u00e9/\u6162.png',
  'http://127.0.0.1:8080/a',
  `https://x.example.com/${'a'.repeat(4_000)}`,
])('%s is a link for a request', (text) => expect(linkFault(text)).toBeUndefined());

it.each([
  ['', 'one https URL was expected'],
  ['uploaded', 'one https URL was expected'],
  ['https:///x', 'one https URL was expected'],
  ['s3://bucket/a', 'one https URL was expected'],
  ['data:image/png;base64,AAAA', 'one https URL was expected'],
  ['https://x.example.com/a b', 'one https URL was expected'],
  ['http://x.example.com/a', 'it is http, and the generator takes https only'],
  ['https://u:pw@x.example.com/a', 'not hold a user name'],
  ['https://u@x.example.com/a', 'not hold a user name'],
  ['https://@x.example.com/a', 'not hold a user name'],
  ['https://x.example.com/\u001b[2J', 'not hold control characters'],
  ['https://x.example.com/\u0000', 'not hold control characters'],
  ['https://x.example.com/\u009b', 'not hold control characters'],
  ['https://x.example.com/\u202egnp', 'not hold control characters'],
  ['https://x.example.com/\u200b', 'not hold control characters'],
  [`https://x.example.com/${'a'.repeat(9_000)}`, 'it has 9022 characters, and a link up to 8192'],
])('%s is none', (text, why) => expect(linkFault(text)).toContain(why));
