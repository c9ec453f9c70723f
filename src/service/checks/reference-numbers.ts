import { ownValue } from '../../text/json-object.ts';
import type { PartView, SubmitSubject } from '../body/submit-subject.ts';
import { type Finding, field, finding, told } from './finding.ts';
import { isReference } from './references.ts';

/** Matches `image 2` and `clip 12`, but not `image 16:9` or `clip 5 s`, which name no position. */
const position =
  /\b(image|clip) ?#?(\d{1,2})\b(?![:%×]|[.,]\d| ?(?:s|secs?|seconds?|minutes?|fps|frames?|px|pixels?|percent|mm|x)\b)/gi;

/**
 * A prompt that names a picture or clip by a number that no reference has. In a request without references such words may mean
 * anything, so they get no finding.
 * @see service document §2.7, reference clip requirements
 */
export function referenceNumberFindings({ family, parts, path, step }: SubmitSubject): Finding[] {
  if (family?.promptShape !== 'content' || step === 'final') return [];
  const count = parts.filter(isNumbered).length;
  if (count === 0) return [];
  return parts.flatMap(({ index, part, type }) => {
    const text = type === 'text' ? ownValue(part, 'text') : undefined;
    const names = typeof text === 'string' ? namesBeyond(text, count) : [];
    if (names.length === 0) return [];
    const where = path('content', index, 'text');
    return [
      finding({
        rule: 'reference-number',
        where,
        enforcedBy: 'advice',
        message: told`${field(where)} names ${names.join(', ')}; there ${count === 1 ? 'is 1 picture or clip' : `are ${count} pictures and clips`} to name`,
        fix: `name ${count === 1 ? 'it by 1' : `them by 1 to ${count}`}, in their order, or add what is missing`,
        section: '§2.7',
      }),
    ];
  });
}

function namesBeyond(text: string, count: number): string[] {
  const names = [...text.matchAll(position)]
    .filter(([, , number]) => Number(number) < 1 || Number(number) > count)
    .map(([, word, number]) => `${word?.toLowerCase()} ${Number(number)}`);
  return [...new Set(names)];
}

/** Pictures and clips share one sequence of numbers. A picture without a role may be in it, a frame is not. */
function isNumbered(view: PartView): boolean {
  const { role, type } = view;
  if (type === 'image_url') return role === undefined || isReference(view);
  return type === 'video_url';
}
