import { families } from '../../contract/families/index.ts';
import { limits } from '../../contract/limits.ts';
import { promptEnhanceLevels } from '../../contract/prompt-enhance-levels.ts';
import { ownValue } from '../json/json-object.ts';
import { mediaValues } from '../request/fields/media-values.ts';
import { requestText } from '../request/request-text.ts';
import type { SubmitSubject } from '../request/submit-subject.ts';
import { anyOfWords } from '../shown-value.ts';
import { type Finding, finding } from './finding.ts';
import { characterCount } from './text.ts';

/**
 * Checks `prompt_enhance`, which only some models take. On other models `off` gets a warning instead of a refusal: without the
 * field the service does the same.
 * @see service document §2.4, §7.2
 */
export function promptEnhanceFindings(subject: SubmitSubject): Finding[] {
  const level = ownValue(subject.body, 'prompt_enhance');
  if (!promptEnhanceLevels.some((known) => known === level)) return [];
  if (subject.modelId === undefined) return [];
  if (subject.family?.promptEnhance !== true)
    return [level === 'off' ? offElsewhere(subject.modelId) : unsupported(subject.modelId)];
  if (level === 'off') return [];
  const findings: Finding[] = [];
  const count = characterCount(requestText(subject));
  if (count > limits.promptEnhanceCharacters) findings.push(tooLong(count));
  if (level === 'full') findings.push(thirdParty(), ...unreadClips(subject));
  return findings;
}

const supporting = families.filter((family) => family.promptEnhance).map((family) => family.name);

function offElsewhere(modelId: string): Finding {
  return finding({
    rule: 'prompt-enhance-off',
    where: 'prompt_enhance',
    enforcedBy: 'advice',
    message: `prompt_enhance is off, which is how ${modelId} works without it; the field is for ${anyOfWords(supporting)} alone`,
    fix: 'remove prompt_enhance',
    section: '§2.4',
  });
}

function unreadClips({ input, parts }: SubmitSubject): Finding[] {
  const count =
    parts.filter(({ type }) => type === 'video_url').length + mediaValues(input, ['reference_video']).length;
  if (count === 0) return [];
  return [
    finding({
      rule: 'prompt-enhance-clips',
      where: 'prompt_enhance',
      enforcedBy: 'advice',
      message: `prompt_enhance full reads pictures and sound; ${count === 1 ? 'the reference clip is' : `the ${count} reference clips are`} not analysed`,
      fix: 'say in the prompt what the clip shows',
      section: '§2.4',
    }),
  ];
}

function unsupported(modelId: string): Finding {
  return finding({
    rule: 'prompt-enhance-unsupported',
    where: 'prompt_enhance',
    enforcedBy: 'service',
    message: `${modelId} does not take prompt_enhance`,
    fix: `remove prompt_enhance, or set model to ${anyOfWords(supporting)}`,
    section: '§2.4',
  });
}

function tooLong(count: number): Finding {
  return finding({
    rule: 'prompt-enhance-length',
    where: 'prompt_enhance',
    enforcedBy: 'advice',
    message: `the prompt is ${count} characters; over ${limits.promptEnhanceCharacters} it is used as written and not enhanced`,
    fix: `shorten the prompt to ${limits.promptEnhanceCharacters} characters, or set prompt_enhance to off`,
    section: '§2.4',
  });
}

function thirdParty(): Finding {
  return finding({
    rule: 'prompt-enhance-third-party',
    where: 'prompt_enhance',
    enforcedBy: 'advice',
    message:
      'prompt_enhance full sends reference pictures and sound to a third party, and is billed as its own line',
    fix: 'set prompt_enhance to basic to keep references with the service',
    section: '§2.4',
  });
}
