import type { Output } from '../contract/output.ts';
import { objectOf, ownValue } from '../rules/json-object.ts';
import { contentTypeOfBase64, pictureDataUrl } from './inline-picture.ts';

/** Types by the extension of a link's path; nothing else of a link is believed. */
const contentTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
};

/**
 * The files of a finished task: the clip or the pictures, and last the closing still. The service's masked link comes
 * first; the vendor's raw one, due to be removed, counts only where there is no other. @see service document §2.8
 */
export function taskOutputs(body: Record<string, unknown> | undefined, medium: 'image' | 'video'): Output[] {
  const content = objectOf(ownValue(body, 'content'));
  const masked = linkAt(body, 'media_url');
  const pictures = picturesOf(body, masked);
  return [
    ...(pictures.length > 0 ? pictures : clipOf(body, content, masked, medium)),
    ...lastFrameOf(body, content),
  ];
}

/** One output a picture: what came inside the answer, else its link. The masked link is that of the first. */
function picturesOf(body: Record<string, unknown> | undefined, masked: string | undefined): Output[] {
  const entries = ownValue(body, 'data');
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown, place) => {
    const picture = objectOf(entry);
    const raw = linkAt(picture, 'url');
    const base64 = linkAt(picture, 'b64_json');
    // What is here already never expires.
    if (base64 !== undefined) return [inlinePicture(base64)];
    const link = (place === 0 ? masked : undefined) ?? raw;
    return link === undefined ? [] : [output(link, 'image', typeOfLink(raw ?? link))];
  });
}

function inlinePicture(base64: string): Output {
  if (base64.startsWith('data:')) return output(base64, 'image', /^data:([^;,]+)/.exec(base64)?.[1]);
  const contentType = contentTypeOfBase64(base64) ?? 'image/png';
  return output(pictureDataUrl(base64, contentType), 'image', contentType);
}

function clipOf(
  body: Record<string, unknown> | undefined,
  content: Record<string, unknown> | undefined,
  masked: string | undefined,
  medium: 'image' | 'video',
): Output[] {
  const raw = linkAt(content, 'video_url');
  const link = masked ?? raw;
  if (link === undefined) return [];
  const isMov = medium === 'video' && ownValue(body, 'output_format') === 'mov';
  return [output(link, medium, isMov ? 'video/quicktime' : typeOfLink(raw ?? link))];
}

function lastFrameOf(
  body: Record<string, unknown> | undefined,
  content: Record<string, unknown> | undefined,
): Output[] {
  const raw = linkAt(content, 'last_frame_url');
  const link = linkAt(body, 'last_frame_media_url') ?? raw;
  return link === undefined ? [] : [output(link, 'image', typeOfLink(raw ?? link) ?? 'image/png')];
}

function output(url: string, type: string, contentType: string | undefined): Output {
  return { url, type, ...(contentType === undefined ? {} : { content_type: contentType }) };
}

function typeOfLink(link: string): string | undefined {
  const path = URL.canParse(link) ? new URL(link).pathname : '';
  return contentTypes[/\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''];
}

function linkAt(body: Record<string, unknown> | undefined, name: string): string | undefined {
  const value = ownValue(body, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
