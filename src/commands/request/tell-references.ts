import { limits } from '../../contract/limits.ts';
import { type RequestRoute, requestRoutes } from '../../contract/request-route.ts';
import { objectOf, ownValue } from '../../rules/json/json-object.ts';
import { referenceNames } from '../../rules/request/media-part.ts';
import type { MediaInput } from '../../rules/request/request-words.ts';
import { type PartView, readSubmit } from '../../rules/request/submit-subject.ts';
import type { CommandContext } from '../context/context.ts';

/** What the references of a request are called on this machine, by the link that stands in the body. */
export type LocalNames = ReadonlyMap<string, string>;

/** `image 1 = hero.png`: how the prompt may call each reference; on the refs route, which of them are prepared. */
export function tellReferences(
  { terminal }: CommandContext,
  body: Record<string, unknown>,
  { media, names, route }: { media: readonly MediaInput[]; names: LocalNames; route: RequestRoute },
): void {
  const inBody = readSubmit(body, { route }).parts.flatMap(mediaOf);
  let prepared = 0;
  for (const { name, media: one } of referenceNames(inBody.length > 0 ? inBody : media)) {
    const isPrepared = one.role !== 'reference_audio' && prepared++ < limits.preparedReferences;
    const how = !requestRoutes[route].preparesReferences
      ? ''
      : isPrepared
        ? ' (prepared)'
        : ' (passed on as it is)';
    terminal.err.write(`${name} = ${names.get(one.url) ?? shortUrl(one.url)}${how}\n`);
  }
}

function mediaOf({ part, role, type }: PartView): MediaInput[] {
  const url = type === undefined ? undefined : ownValue(objectOf(ownValue(part, type)), 'url');
  return typeof url === 'string' && role?.startsWith('reference_')
    ? [{ role: role as MediaInput['role'], url }]
    : [];
}

/** The last part of a link, without its query: enough to tell references apart, and never a signature. */
function shortUrl(url: string): string {
  if (url.startsWith('data:')) return url.slice(0, url.indexOf(';') + 1);
  return (
    url
      .split(/[?#]/, 1)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? url
  );
}
