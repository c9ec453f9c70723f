import type { Cast } from '../../account/settings/cast.ts';
import { UsageError } from '../../errors/endings.ts';
import { hintText } from '../../errors/hint.ts';
import { literalPrompt, namedPrompt, ofCast } from '../../request/references/cast.ts';
import { jsonPath } from '../../schema/json/json-place.ts';
import { type Finding, finding } from '../../service/checks/finding.ts';
import { type ComposeFacts, type Composition, entryOf, inputOf, unlistedEntry } from './composition.ts';
import { inputPlace } from './fields-at.ts';
import { promptNeed, promptOf, withPrompt } from './prompt-words.ts';
import { requestLine, requestWords } from './request-flags.ts';

/**
 * The composition as it is sent: its prompt has `image 1` in the place of `{fox}`. The composition itself keeps the names, so that
 * they follow the pictures. A finding says where a name has no picture.
 */
export function castInPrompt(
  composition: Composition,
  facts: ComposeFacts,
  cast: Cast,
): { sent: Composition; findings: Finding[] } {
  const entry = entryOf(composition, facts);
  const need = promptNeed(entry);
  const prompt = need && promptOf(inputOf(composition), need.shape);
  const line = prompt && requestLine(composition.body, entry ?? unlistedEntry(''));
  if (!need || !prompt || !line) return { sent: composition, findings: [] };
  try {
    const words = requestWords(line);
    const named = namedPrompt(prompt, { ...words, media: ofCast(words.media, cast) }, cast);
    return { sent: withWords(composition, need.shape, named), findings: [] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { sent: composition, findings: [castFinding(error, jsonPath([...inputPlace, need.shape]))] };
  }
}

function castFinding({ code, hint, message }: UsageError, where: string): Finding {
  const isSlip = code === 'unknown_cast' && hint !== undefined;
  const fix = isSlip ? hintText(hint) : 'add its picture as @ and the name, or take its braces away';
  return finding({ rule: 'cast-in-prompt', where, enforcedBy: 'generator', message, fix, section: '§2.7' });
}

/** The composition whose prompt is literal: a person who sees `{fox}` there has written no name of the cast. */
export function withLiteralPrompt(composition: Composition, cast: Cast): Composition {
  return (['prompt', 'content'] as const).reduce((changed, shape) => {
    const prompt = promptOf(inputOf(changed), shape);
    return prompt === undefined ? changed : withWords(changed, shape, literalPrompt(prompt, cast));
  }, composition);
}

function withWords(composition: Composition, shape: 'prompt' | 'content', words: string): Composition {
  const input = withPrompt(inputOf(composition), shape, words);
  return { ...composition, body: { ...composition.body, input } };
}
