import { genctl, type Hint } from '../../errors/hint.ts';
import type { WireError } from '../../service/wire/wire-error.ts';
import type { ApiCall } from '../transport/api-call.ts';

/** A refusal in words: what happened to what, and what mends it. */
export interface RefusalWords {
  code: string;
  message: string;
  hint: Hint;
}

/** A hint that shows the refused request. */
const seen = 'to see the request, add --dry-run';

/** The words for a request that was refused for its content. `noun` names the request as the subject of a sentence. */
export function refusalWords(
  { code, message }: WireError,
  { route, headers }: Pick<ApiCall, 'route' | 'headers'>,
  status: number,
  noun: string,
): RefusalWords {
  if (isSensitive(code, message)) return sensitiveContent(message, noun);
  if (status === 409 && headers?.['idempotency-key'] !== undefined)
    return {
      code: 'idempotency_key_reused',
      message: 'The idempotency key was used before, with another body',
      hint: genctl`jobs`,
    };
  if (route === 'generateImage' && /\basync/i.test(message ?? ''))
    return {
      code: 'render_too_long',
      message: 'This model takes longer than one answer may take',
      hint: 'leave --sync out, to submit it as a job: --api v1 --route images',
    };
  return {
    code: 'refused',
    message: `The service refused ${noun}`,
    hint: route === 'submitRefs' ? `Nothing was submitted or charged; ${seen}` : seen,
  };
}

/**
 * Tells whether the service found sensitive content. Its message counts only in the service's own phrase, since another sentence may use
 * the word for other reasons.
 */
function isSensitive(code: string | undefined, message: string | undefined): boolean {
  return (
    /sensitive/i.test(code ?? '') || /sensitive (content|information)\b.*\bdetected/i.test(message ?? '')
  );
}

/** Never suggest another route here: the person shown did not consent. §4.7 */
function sensitiveContent(message: string | undefined, noun: string): RefusalWords {
  const index = contentIndex(message ?? '');
  const which = index === undefined ? 'the part that the service names' : `content[${index}]`;
  return {
    code: 'sensitive_content',
    message: `The service refused ${noun}: sensitive content in ${which}`,
    hint: `Change or leave out ${which}; the parts of content are counted from 0`,
  };
}

/** `content[2]`, `content index 2`, `content.2` or `index: 2`. */
function contentIndex(message: string): string | undefined {
  return /\bcontent\s*(?:\[|\.|\bindex\b\s*[:=]?\s*)\s*(\d{1,4})\b|\bindex\b\s*[:=]?\s*(\d{1,4})\b/i
    .exec(message)
    ?.slice(1)
    .find((digits) => digits !== undefined);
}
