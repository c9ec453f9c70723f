import { characterCount } from '../../schema/limits.ts';
import { ownText } from '../../text/json-object.ts';
import { type Finding, finding } from '../checks/finding.ts';
import { limits } from '../limits.ts';
import { requestRoutes } from '../request-route.ts';
import { promptFieldOf } from './prompt-field.ts';
import type { SubmitSubject } from './submit-subject.ts';

/** The words of a request: all text parts together, and the prompt string where the family has one. */
export function requestText({
  entry,
  input,
  parts,
}: Pick<SubmitSubject, 'entry' | 'input' | 'parts'>): string {
  // With a list of parts, no field of the schema is the prompt.
  const prompt = ownText(input, parts.length > 0 ? 'prompt' : promptFieldOf(entry)) ?? '';
  const texts = parts.filter(({ type }) => type === 'text').map(({ part }) => ownText(part, 'text'));
  return [prompt, ...texts].join('');
}

/**
 * Too much text for a video model: on v1 refused at submit; on v2 on a draft or a final, and at dispatch on any other job.
 * @see service document §8
 */
export function textFindings(subject: SubmitSubject): Finding[] {
  if (subject.medium !== 'video') return [];
  const count = characterCount(requestText(subject));
  if (count <= limits.textCharacters) return [];
  return [
    finding({
      rule: 'text-length',
      where: subject.path(subject.parts.length > 0 ? 'content' : promptFieldOf(subject.entry)),
      enforcedBy:
        requestRoutes[subject.route].refusesLongText || subject.step !== undefined ? 'service' : 'generator',
      message: `the text is ${count} characters, ${count - limits.textCharacters} over the ${limits.textCharacters} that a video model takes`,
      fix: `shorten the text by ${count - limits.textCharacters} characters, to ${limits.textCharacters}`,
      section: '§8',
    }),
  ];
}
