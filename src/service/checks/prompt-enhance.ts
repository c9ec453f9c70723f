import { characterCount } from '../../schema/limits.ts';
import { ownValue } from '../../text/json-object.ts';
import { anyOfWords } from '../../text/shown-value.ts';
import { requestText } from '../body/prompt-field.ts';
import type { SubmitSubject } from '../body/submit-subject.ts';
import { families, type ModelFamily } from '../families/index.ts';
import { limits } from '../limits.ts';
import { mediaValues } from '../wire/media-fields.ts';
import { promptEnhanceLevels } from '../wire-values.ts';
import { type Finding, field, findingsOf, told } from './finding.ts';

const { advice, service } = findingsOf('§2.4');
const where = 'prompt_enhance';
const option = field(where);

/**
 * Checks `prompt_enhance`, which only some models take. On other models `off` gets a warning instead of a refusal: without the
 * field the service does the same.
 * @see service document §2.4, §7.2
 */
export function promptEnhanceFindings(subject: SubmitSubject): Finding[] {
  const level = ownValue(subject.body, 'prompt_enhance');
  if (!promptEnhanceLevels.some((known) => known === level)) return [];
  if (subject.modelId === undefined) return [];
  if (subject.family?.promptEnhance !== true) return [elsewhere(subject.modelId, level)];
  if (level === 'off') return [];
  const findings: Finding[] = [];
  const count = characterCount(requestText(subject));
  if (count > most)
    findings.push(
      advice(
        'prompt-enhance-length',
        where,
        `the prompt is ${count} characters; over ${most} it is used as written and not enhanced`,
        told`shorten the prompt to ${most} characters, or set ${option} to off`,
      ),
    );
  if (level === 'full')
    findings.push(
      advice(
        'prompt-enhance-third-party',
        where,
        told`${option} full sends reference pictures and sound to a third party, and is billed as its own line`,
        told`set ${option} to basic to keep references with the service`,
      ),
      ...unreadClips(subject),
    );
  return findings;
}

const most = limits.promptEnhanceCharacters;

const supporting = families
  .filter((family: ModelFamily) => family.promptEnhance)
  .map((family) => family.name);

function elsewhere(modelId: string, level: unknown): Finding {
  if (level === 'off')
    return advice(
      'prompt-enhance-off',
      where,
      told`${option} is off, as is usual for ${modelId}; only ${anyOfWords(supporting)} take the field`,
      told`remove ${option}`,
    );
  return service(
    'prompt-enhance-unsupported',
    where,
    told`${modelId} does not take ${option}`,
    told`remove ${option}, or set ${field('model')} to ${anyOfWords(supporting)}`,
  );
}

function unreadClips({ input, parts }: SubmitSubject): Finding[] {
  const count =
    parts.filter(({ type }) => type === 'video_url').length + mediaValues(input, ['reference_video']).length;
  if (count === 0) return [];
  return [
    advice(
      'prompt-enhance-clips',
      where,
      told`${option} full reads pictures and sound; ${count === 1 ? 'the reference clip is' : `the ${count} reference clips are`} not analysed`,
      'say in the prompt what the clip shows',
    ),
  ];
}
