import type { Output } from '../../service/job.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { inlineOutput, namedInlineOutput } from './inline-picture.ts';

/** Types by the extension of a link's path, which is the only part of a link that says anything about the file. */
const contentTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
};

/** A file of a task, and the vendor's own link to it where the body has one. */
interface TaskFile {
  output: Output;
  vendorLink: string | undefined;
}

type Body = Record<string, unknown> | undefined;

/**
 * The files of a finished task: the clip or the pictures, and last the closing still. Each has the service's masked link, or
 * where there is none the vendor's raw link, which the service is going to remove.
 * @see service document §2.8
 */
export function taskOutputs(body: Body, medium: 'image' | 'video'): Output[] {
  return taskFiles(body, medium).map(({ output }) => output);
}

/**
 * The vendor's own links, one for each file in the order of {@link taskOutputs}, for masked links that stay dead. They lead to
 * a host of the vendor, whatever its name, so the key must never be sent there.
 * @see service document §2.8
 */
export function vendorLinks(body: Body, medium: 'image' | 'video'): (string | undefined)[] {
  return taskFiles(body, medium).map(({ vendorLink }) => vendorLink);
}

function taskFiles(body: Body, medium: 'image' | 'video'): TaskFile[] {
  const content = objectOf(ownValue(body, 'content'));
  const masked = linkAt(body, 'media_url');
  const pictures = picturesOf(body, masked);
  const files = pictures.length > 0 ? pictures : clipOf(body, content, masked, medium);
  return [...(files.length > 0 ? files : filesAnywhere(body, medium)), ...lastFrameOf(body, content)];
}

/** Looks for files in other places of the body, where services of this kind have them: the task was paid for. */
function filesAnywhere(body: Body, medium: 'image' | 'video'): TaskFile[] {
  return outputsAnywhere(body, medium).map((found) => ({
    output: withType(found),
    vendorLink: undefined,
  }));
}

function withType(found: Output): Output {
  const contentType = found.content_type ?? typeOfLink(found.url);
  return contentType === undefined ? found : { ...found, content_type: contentType };
}

/** One output for each picture: the picture inside the answer, else its link. The masked link is that of the first picture. */
function picturesOf(body: Body, masked: string | undefined): TaskFile[] {
  const entries = ownValue(body, 'data');
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown, place) => {
    const picture = objectOf(entry);
    const raw = linkAt(picture, 'url');
    const base64 = linkAt(picture, 'b64_json');
    // A picture inside the answer is preferred, because it never expires.
    if (base64 !== undefined) return [{ output: namedInlineOutput(base64), vendorLink: raw }];
    return fileOf({ masked: place === 0 ? masked : undefined, raw }, 'image', typeOfLink);
  });
}

function clipOf(
  body: Body,
  content: Body,
  masked: string | undefined,
  medium: 'image' | 'video',
): TaskFile[] {
  const isMov = medium === 'video' && ownValue(body, 'output_format') === 'mov';
  const raw = linkAt(content, 'video_url');
  return fileOf({ masked, raw }, medium, (link) => (isMov ? 'video/quicktime' : typeOfLink(link)));
}

function lastFrameOf(body: Body, content: Body): TaskFile[] {
  const links = { masked: linkAt(body, 'last_frame_media_url'), raw: linkAt(content, 'last_frame_url') };
  return fileOf(links, 'image', (link) => typeOfLink(link) ?? 'image/png');
}

/**
 * The file of a link; none where there is no link. Its type comes from the vendor's link, because a masked link has no file
 * name.
 */
function fileOf(
  { masked, raw }: { masked: string | undefined; raw: string | undefined },
  type: string,
  contentTypeOf: (link: string) => string | undefined,
): TaskFile[] {
  const link = masked ?? raw;
  if (link === undefined) return [];
  return [{ output: output(link, type, contentTypeOf(raw ?? link)), vendorLink: raw }];
}

function output(url: string, type: string, contentType: string | undefined): Output {
  return { url, type, ...(contentType === undefined ? {} : { content_type: contentType }) };
}

function typeOfLink(link: string): string | undefined {
  const path = URL.canParse(link) ? new URL(link).pathname : '';
  return contentTypes[/\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''];
}

function linkAt(body: Body, name: string): string | undefined {
  const value = ownValue(body, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The names that services give to the place of their files. The first place that holds a file counts. */
const places = [
  ...['outputs', 'output', 'images', 'image', 'pictures', 'videos', 'video', 'data', 'results', 'result'],
  ...['artifacts', 'generations', 'predictions', 'assets', 'files', 'file', 'content', 'response'],
];
/** The names that services give to the link of a file. */
const linkNames = [
  ...['media_url', 'url', 'image_url', 'video_url', 'file_url', 'download_url', 'uri', 'link', 'href', 'src'],
];
/** The names that services give to a file inside the answer, as base64. */
const inlineNames = ['b64_json', 'base64', 'b64', 'image_base64', 'b64_image', 'bytesBase64Encoded', 'image'];

/** How deep places within places are searched. */
const depthMost = 6;

/**
 * The files of a finished job, from an answer that does not have them where the service document says. Only http and https
 * links and pictures in base64 are taken for files.
 */
export function outputsAnywhere(answer: unknown, medium: 'image' | 'video', depth = 0): Output[] {
  if (depth > depthMost) return [];
  if (typeof answer === 'string') return outputOfText(answer, medium);
  if (Array.isArray(answer)) return answer.flatMap((one: unknown) => outputsAnywhere(one, medium, depth + 1));
  const object = objectOf(answer);
  if (object === undefined) return [];
  return ownOutput(object, medium) ?? placedOutputs(object, medium, depth);
}

/** The file that an object describes. A file inside the answer is preferred to its link, which expires. */
function ownOutput(object: Record<string, unknown>, medium: 'image' | 'video'): Output[] | undefined {
  const inline = inlineNames
    .map((name) => ownValue(object, name))
    .find((value): value is string => typeof value === 'string' && inlineOutput(value) !== undefined);
  if (inline !== undefined) return outputOfText(inline, medium);
  const link = linkNames
    .map((name) => ownValue(object, name))
    .map((value) => ownValue(objectOf(value), 'url') ?? value)
    .find((value): value is string => typeof value === 'string' && outputOfText(value, medium).length > 0);
  return link === undefined ? undefined : outputOfText(link, medium);
}

function placedOutputs(object: Record<string, unknown>, medium: 'image' | 'video', depth: number): Output[] {
  for (const name of places) {
    const outputs = outputsAnywhere(ownValue(object, name), medium, depth + 1);
    if (outputs.length > 0) return outputs;
  }
  return [];
}

function outputOfText(text: string, medium: 'image' | 'video'): Output[] {
  const inline = inlineOutput(text);
  if (inline !== undefined) return [inline];
  const isLink = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
  return isLink ? [{ url: text, type: medium }] : [];
}
