import { type JsonPlace, jsonPath, valueAt } from '../../schema/json/json-place.ts';
import { objectOf } from '../../text/json-object.ts';
import { anyOfWords, shownValue } from '../../text/shown-value.ts';
import { submissionSchema } from '../wire/submission.ts';
import { promptEnhanceLevels } from '../wire-values.ts';
import { type Finding, field, findingsOf, flag, told } from './finding.ts';
import type { FindingWords } from './preflight-error.ts';

const { service, advice } = findingsOf('§2.4');

/** The form that a field of the envelope must have. */
interface Shape extends Pick<Finding, 'allowed' | 'range'> {
  rule: string;
  must: string;
  fix: string | FindingWords;
}

/** The form that each field of the envelope must have, and the way to mend one that lacks it. */
const shapes: Readonly<Record<string, Shape>> = {
  model: {
    rule: 'model-shape',
    must: 'an id of the model list',
    fix: told`set ${field('model')} to an id that \`genctl models\` lists`,
  },
  input: {
    rule: 'input-shape',
    must: "an object with the model's own parameters",
    fix: 'set input to an object',
  },
  output: {
    rule: 'output-shape',
    must: 'an object with count or format',
    fix: told`set ${field('output.count')} or omit output`,
  },
  'output.count': {
    rule: 'output-count',
    must: 'a whole number from 1',
    fix: told`set ${field('output.count')} to 1 or more, or leave it out`,
    range: { least: 1 },
  },
  'output.format': {
    rule: 'output-format',
    must: '"url"',
    fix: 'set output.format to "url" or leave it out',
    allowed: ['url'],
  },
  callback_url: {
    rule: 'callback-url',
    must: 'an https URL',
    fix: told`set ${field('callback_url')} to an https URL or leave it out`,
  },
  prompt_enhance: {
    rule: 'prompt-enhance-value',
    must: 'off, basic or full',
    fix: told`set ${field('prompt_enhance')} to off, basic or full, or leave it out`,
    allowed: promptEnhanceLevels,
  },
};

/**
 * Checks the body against the submission schema: a field of the wrong shape is a 400. A field that the document does not name is
 * only a warning, since nothing says that the service refuses it.
 * @see service document §2.4
 */
export function envelopeFindings(body: unknown): Finding[] {
  const result = submissionSchema.safeParse(body);
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => {
    const path = issue.path.filter((segment) => typeof segment !== 'symbol');
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(path, key));
    return [misshapen(path, body)];
  });
}

function misshapen(path: JsonPlace, body: unknown): Finding {
  const where = jsonPath(path);
  const shape = shapes[where];
  const must = shape?.must ?? 'an object with model and input';
  const value = valueAt(body, path);
  // A body with its prompt beside `model` was written for v1.
  const isFlat = where === 'input' && value === undefined && wordsOf(body).length > 0;
  const fix = isFlat
    ? told`put ${anyOfWords(wordsOf(body))} into input, or send the body to v1, where it is flat: ${flag('--api')} v1`
    : (shape?.fix ?? 'send {"model": …, "input": {…}}');
  const message = told`${field(where)} is ${shownValue(value)}; it must be ${must}`;
  const found = service(shape?.rule ?? 'body-shape', where, message, fix);
  return { ...found, allowed: shape?.allowed, range: shape?.range };
}

/** The fields of a flat body that hold a prompt. @see service document §2.6 */
function wordsOf(body: unknown): string[] {
  return ['content', 'prompt'].filter((name) => Object.hasOwn(objectOf(body) ?? {}, name));
}

function unknownField(path: JsonPlace, key: string): Finding {
  const where = jsonPath([...path, key]);
  const inOutput = path.length > 0;
  const names = inOutput ? ['count', 'format'] : Object.keys(submissionSchema.shape);
  return advice(
    'unknown-field',
    where,
    told`${field(where)} is not a field of ${inOutput ? 'output' : 'the body'}, which has ${anyOfWords(names)}`,
    told`remove it, or set ${field(jsonPath(['input', key]))} if the model takes it`,
  );
}
