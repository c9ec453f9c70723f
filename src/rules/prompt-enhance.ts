import { families } from '../contract/families/index.ts';
import { limits } from '../contract/limits.ts';
import { promptEnhanceLevels } from '../contract/prompt-enhance-levels.ts';
import { type Finding, finding } from './finding.ts';
import { ownValue } from './json-object.ts';
import { anyOfWords } from './shown-value.ts';
import type { SubmitSubject } from './submit-subject.ts';
import { characterCount, requestText } from './text.ts';

/**
 * Rewriting the prompt, on a model that has it. `off` is what the service does without the field, so it asks for
 * nothing that another model lacks and is let through everywhere.
 * @see service document §2.4, §7.2
 */
export function promptEnhanceFindings(subject: SubmitSubject): Finding[] {
  const level = ownValue(subject.body, 'prompt_enhance');
  if (!promptEnhanceLevels.some((known) => known === level) || level === 'off') return [];
  if (subject.modelId === undefined) return [];
  if (subject.family?.promptEnhance !== true) return [unsupported(subject.modelId)];
  const findings: Finding[] = [];
  const count = characterCount(requestText(subject));
  if (count > limits.promptEnhanceCharacters) findings.push(tooLong(count));
  if (level === 'full') findings.push(thirdParty());
  return findings;
}

function unsupported(modelId: string): Finding {
  const supporting = families.filter((family) => family.promptEnhance).map((family) => family.name);
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
