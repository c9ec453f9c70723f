import type { Cast } from '../../account/settings/setting-table.ts';
import { UsageError } from '../../errors/endings.ts';
import { hintText } from '../../errors/hint.ts';
import { literalPrompt, withCast } from '../../request/references/cast.ts';
import { buildSubmission } from '../../request/rules/request-body.ts';
import { jsonPath } from '../../schema/json/json-place.ts';
import { type Finding, finding } from '../../service/checks/finding.ts';
import type { MediaInput } from '../../service/request-words.ts';
import { type Composition, entryOf, inputOf } from './composition.ts';
import { promptNeed, promptOf, promptPlace, withWords } from './prompt-words.ts';
import { requestLine, requestWords } from './request-flags.ts';

/**
 * The composition as it is sent: with `image 1` in the place of `{fox}`, and the files of `@fox` in its place. The composition
 * itself keeps the names, so that they follow the pictures. A finding says where a name has no picture.
 */
export function castInPrompt(composition: Composition): { sent: Composition; findings: Finding[] } {
  const { cast = new Map() } = composition.facts;
  const entry = entryOf(composition);
  const line = requestLine(composition.body, entry);
  // The names stay in a list that no flags make: nobody knows which words belong to which pictures.
  if (line === undefined || line.flags.some(isWholeList)) return { sent: composition, findings: [] };
  const words = requestWords(line);
  const sentOf = (named: typeof words): Composition => ({
    ...composition,
    body: buildSubmission(named, entry),
  });
  try {
    return { sent: sentOf(withCast(words, cast)), findings: [] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const where = jsonPath(promptPlace(inputOf(composition), promptNeed(composition)?.shape ?? 'prompt'));
    // The names of the media have their files all the same: only the words lack a picture.
    const media = knownMedia(words.media, cast);
    const sent = media === undefined ? composition : sentOf({ ...words, media });
    return { sent, findings: [castFinding(error, where)] };
  }
}

/** The media with the files of the cast; undefined where a name has no file, or too many. */
function knownMedia(media: readonly MediaInput[], cast: Cast): readonly MediaInput[] | undefined {
  try {
    return withCast({ options: {}, set: [], media }, cast).media;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** The rule of a name in the prompt whose picture is not there yet. */
export const castNotTaken = 'cast-not-taken';

function isWholeList({ flag, value }: { flag: string; value: unknown }): boolean {
  return flag === 'set' && typeof value === 'string' && value.startsWith('content=');
}

function castFinding({ code, hint, message }: UsageError, where: string): Finding {
  const fix =
    code === 'cast_not_taken' || hint === undefined
      ? 'add its picture as @ and the name, or take its braces away'
      : hintText(hint);
  const rule = code === 'cast_not_taken' ? castNotTaken : 'cast-in-prompt';
  const parts = { rule, where, enforcedBy: 'generator', section: '§2.7' } as const;
  // The person typed the names and no path.
  return { ...finding({ ...parts, message, fix }), told: { message, fix } };
}

/** The composition whose prompt is literal: a person who sees `{fox}` there has written no name of the cast. */
export function withLiteralPrompt(composition: Composition, cast: Cast): Composition {
  return (['prompt', 'content'] as const).reduce((changed, shape) => {
    const prompt = promptOf(inputOf(changed), shape);
    return prompt === undefined ? changed : withWords(changed, shape, literalPrompt(prompt, cast));
  }, composition);
}
