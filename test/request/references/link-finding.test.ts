import { describe, expect, it } from 'vitest';
import { linkFindings } from '../../../src/request/references/link-finding.ts';
import type { ServedMedia } from '../../../src/request/references/probe-link.ts';
import { familyOf } from '../../../src/service/families/index.ts';
import type { MediaRole } from '../../../src/service/wire-values.ts';

function found(role: MediaRole, served: ServedMedia, model = 'vendor-b/video-2.5') {
  const reader = { route: 'jobs', family: familyOf(model) } as const;
  const findings = linkFindings({ where: 'it', role, state: { kind: 'reachable', ...served } }, reader);
  for (const { severity } of findings) expect(severity).toBe('warning');
  return findings.map(({ message, rule }) => `${rule}: ${message}`);
}

describe('a link that leads to something', () => {
  it.each<[MediaRole, string, string]>([
    ['reference_image', 'text/html', 'it is served as text/html; --ref-image takes a picture'],
    ['first_frame', 'video/mp4', 'it is served as video/mp4; --first-frame takes a picture'],
    ['reference_video', 'image/png', 'it is served as image/png; --ref-video takes mp4 or mov clips'],
    ['reference_video', 'video/webm', 'it is served as video/webm; --ref-video takes mp4 or mov clips'],
    ['reference_audio', 'image/png', 'it is served as image/png; --ref-audio takes a sound'],
    ['reference_audio', 'application/json', 'it is served as application/json; --ref-audio takes a sound'],
  ])('as %s is told that it is %s', (role, contentType, message) => {
    expect(found(role, { contentType })).toEqual([`link-type: ${message}`]);
  });

  it.each<[MediaRole, string | undefined]>([
    ['reference_image', 'image/avif'],
    ['reference_image', 'application/octet-stream'],
    ['reference_image', 'binary/octet-stream'],
    ['reference_image', undefined],
    ['reference_video', 'video/mp4'],
    ['reference_video', 'video/quicktime'],
    ['reference_audio', 'audio/mpeg'],
    ['reference_audio', 'video/mp4'],
  ])('as %s may be %s', (role, contentType) => {
    expect(found(role, contentType === undefined ? {} : { contentType })).toEqual([]);
  });

  it('may be any clip for a model of whose clips nothing is said', () => {
    expect(found('reference_video', { contentType: 'video/webm', bytes: 3e8 }, 'vendor-a/video-1')).toEqual(
      [],
    );
    expect(found('reference_video', { contentType: 'image/png' }, 'vendor-a/video-1')).toEqual([
      'link-type: it is served as image/png; --ref-video takes a clip',
    ]);
  });

  it('is told by its size where it is a clip of more than 200 MB', () => {
    expect(found('reference_video', { bytes: 200_000_001 })).toEqual([
      'link-bytes: it has 200.1 MB, its host says; the most is 200 MB',
    ]);
    expect(found('reference_video', { bytes: 3e8 })).toEqual([
      'link-bytes: it has 300 MB, its host says; the most is 200 MB',
    ]);
    expect(found('reference_video', { bytes: 200_000_000 })).toEqual([]);
    expect(found('reference_image', { bytes: 3e8 })).toEqual([]);
  });
});
