import type { Output } from '../../service/job.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { inlineOutput } from './inline-picture.ts';

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
