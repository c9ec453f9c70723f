import type { Output } from '../../contract/output.ts';
import { objectOf, ownValue } from '../../rules/json/json-object.ts';
import { inlineOutput } from './inline-picture.ts';

/** What services call the place of their files; the first that holds one counts. */
const places = [
  ...['outputs', 'output', 'images', 'image', 'pictures', 'videos', 'video', 'data', 'results', 'result'],
  ...['artifacts', 'generations', 'predictions', 'assets', 'files', 'file', 'content', 'response'],
];
/** What they call a link of a file. */
const linkNames = [
  ...['media_url', 'url', 'image_url', 'video_url', 'file_url', 'download_url', 'uri', 'link', 'href', 'src'],
];
/** What they call a file that is there itself, as base64. */
const inlineNames = ['b64_json', 'base64', 'b64', 'image_base64', 'b64_image', 'bytesBase64Encoded', 'image'];

/** Places within places are looked into so far. */
const depthMost = 6;

/**
 * The files of a finished job, wherever an answer has them: for answers that do not have them where the service document says. A
 * link is one of http or https, a file an image in base64; nothing else is taken for one.
 */
export function outputsAnywhere(answer: unknown, medium: 'image' | 'video', depth = 0): Output[] {
  if (depth > depthMost) return [];
  if (typeof answer === 'string') return outputOfText(answer, medium);
  if (Array.isArray(answer)) return answer.flatMap((one: unknown) => outputsAnywhere(one, medium, depth + 1));
  const object = objectOf(answer);
  if (object === undefined) return [];
  return ownOutput(object, medium) ?? placedOutputs(object, medium, depth);
}

/** The file that an object is. One that is there itself comes before its link, which expires. */
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
