import { referenceNames } from '../../service/body/media-part.ts';
import { type PartView, readSubmit } from '../../service/body/submit-subject.ts';
import { limits } from '../../service/limits.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import type { MediaInput } from '../../service/request-words.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { RequestMeans } from '../request-means.ts';
import { shownWord } from '../rules/shown-word.ts';

/** The names of the local files of a request, by the links that stand for them in the body. */
export type LocalNames = ReadonlyMap<string, string>;

/**
 * Prints how the prompt can call each reference, such as `image 1 = hero.png`, and on the refs route whether it is prepared.
 */
export function tellReferences(
  { terminal }: RequestMeans,
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
    terminal.err.write(`${name} = ${names.get(one.url) ?? shownWord(one.url)}${how}\n`);
  }
}

function mediaOf({ part, role, type }: PartView): MediaInput[] {
  const url = type === undefined ? undefined : ownValue(objectOf(ownValue(part, type)), 'url');
  return typeof url === 'string' && role?.startsWith('reference_')
    ? [{ role: role as MediaInput['role'], url }]
    : [];
}
