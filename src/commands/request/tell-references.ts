import { limits } from '../../contract/limits.ts';
import { type RequestRoute, requestRoutes } from '../../contract/request-route.ts';
import { objectOf, ownValue } from '../../rules/json/json-object.ts';
import { referenceNames } from '../../rules/request/media-part.ts';
import type { MediaInput } from '../../rules/request/request-words.ts';
import { shownWord } from '../../rules/request/shown-word.ts';
import { type PartView, readSubmit } from '../../rules/request/submit-subject.ts';
import type { CommandContext } from '../context/context.ts';

/** The names of the local files of a request, by the links that stand for them in the body. */
export type LocalNames = ReadonlyMap<string, string>;

/**
 * Prints how the prompt can call each reference, such as `image 1 = hero.png`, and on the refs route whether it is prepared.
 */
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
    terminal.err.write(`${name} = ${names.get(one.url) ?? shownWord(one.url)}${how}\n`);
  }
}

function mediaOf({ part, role, type }: PartView): MediaInput[] {
  const url = type === undefined ? undefined : ownValue(objectOf(ownValue(part, type)), 'url');
  return typeof url === 'string' && role?.startsWith('reference_')
    ? [{ role: role as MediaInput['role'], url }]
    : [];
}
