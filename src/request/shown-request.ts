import { askedFields } from '../service/body/asked-fields.ts';
import { isLocal, sourceOfPart } from '../service/body/media-part.ts';
import { objectOf, ownText, ownValue } from '../text/json-object.ts';
import { hideInLinks } from '../text/redaction.ts';
import { shownValue } from '../text/shown-value.ts';

/** The plain options of a request body, as they were sent: `resolution 720p, duration 5`; undefined where it has none. */
export function requestOptions(request: unknown): string | undefined {
  const body = objectOf(request);
  const count = ownValue(objectOf(ownValue(body, 'output')), 'count');
  const enhance = ownValue(body, 'prompt_enhance');
  const options = Object.entries({ ...askedFields(request), count, prompt_enhance: enhance })
    .filter(([name, value]) => !leftOut.has(name) && isPlain(value))
    .map(([name, value]) => `${name} ${hideInLinks(String(value))}`);
  return options.length === 0 ? undefined : options.join(', ');
}

/** The media of a request's content parts, in order: `reference_image "https://…"`. A data URL is not spelled out. */
export function requestMedia(request: unknown): string[] {
  const { content } = askedFields(request);
  return (Array.isArray(content) ? content : []).flatMap((part) => {
    const node = objectOf(part);
    const type = ownText(node, 'type');
    const source = type === 'text' ? '' : sourceOfPart(node, type);
    return source === '' ? [] : [`${ownText(node, 'role') ?? type} ${shownValue(source)}`];
  });
}

/** These are shown elsewhere. */
const leftOut = new Set(['prompt', 'model']);

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= 60;
  return typeof value === 'number' || typeof value === 'boolean';
}

/**
 * A word that names media, short: the last part of a path or a link, without its query. That tells references apart, and never
 * shows a signature.
 */
export function shownWord(word: string): string {
  if (/^data:/i.test(word)) return `${word.slice(0, Math.max(5, word.indexOf(';')))}…`;
  const shown = hideInLinks(word);
  const path = isLocal(word) ? shown : shown.replace(/[?#].*$/s, '');
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? word;
}
