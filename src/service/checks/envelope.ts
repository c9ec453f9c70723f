import { type JsonPlace, jsonPath, valueAt } from '../../schema/json/json-place.ts';
import { absoluteUrl, isLoopbackHost } from '../../text/base-url.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { anyOfWords, shownValue } from '../../text/shown-value.ts';
import type { SubmitSubject } from '../body/submit-subject.ts';
import { submissionSchema } from '../wire/submission.ts';
import { promptEnhanceLevels } from '../wire-values.ts';
import { type Finding, field, finding, findingsOf, flag, told } from './finding.ts';
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

const callback = field('callback_url');

/**
 * The callback URL must be https, or http on loopback where the service itself is on loopback. Messages don't quote it: it may
 * hold a secret.
 * @see service document §6
 */
export function callbackFindings({ body, facts }: SubmitSubject): Finding[] {
  const url = ownValue(body, 'callback_url');
  if (typeof url !== 'string') return [];
  const parsed = /\s/.test(url) ? undefined : absoluteUrl(url);
  if (parsed?.protocol === 'https:') return [];
  if (parsed?.protocol === 'http:' && facts.loopback === true && isLoopback(parsed.hostname)) return [];
  return [
    finding({
      rule: 'callback-url',
      where: callback.of,
      enforcedBy: 'service',
      message:
        parsed === undefined
          ? told`${callback} is not an absolute URL; the service posts to https only`
          : told`${callback} begins with ${parsed.protocol}//; the service posts to https only`,
      fix: told`set ${callback} to an https:// URL`,
      section: '§2.4',
    }),
  ];
}

function isLoopback(host: string): boolean {
  return isLoopbackHost(host) || host.endsWith('.localhost');
}

const asked = field('output.count');

/** More outputs than the model gives. Without its live entry, the model's limit is unknown. @see service document §2.4, §8 */
export function outputFindings({ body, entry, modelId }: SubmitSubject): Finding[] {
  const count = ownValue(objectOf(ownValue(body, 'output')), 'count');
  const most = entry?.maxOutputCount;
  if (typeof count !== 'number' || most === undefined || count <= most) return [];
  return [
    {
      ...service(
        'output-count',
        asked.of,
        told`${asked} is ${count}; ${modelId ?? 'the model'} gives at most ${most}`,
        told`set ${asked} to ${most} or less`,
      ),
      range: { least: 1, most },
    },
  ];
}

/**
 * The vendors' own ways to ask for several outputs, which v2 refuses: any `n`, a truthy `enable_sequential`, and on image models
 * a `parameters` object.
 * @see service document §2.4, §7.2
 */
export function vendorCountFindings(subject: SubmitSubject): Finding[] {
  return vendorCounts
    .filter(({ isAsked }) => isAsked(subject))
    .map(({ name, rule, message, fix }) => service(rule, subject.path(name), message, fix));
}

const vendorCounts = [
  {
    name: 'n',
    isAsked: ({ input }: SubmitSubject) => Object.hasOwn(input, 'n'),
    rule: 'vendor-n',
    message: told`${field('input.n')} is refused (invalid_input)`,
    fix: told`remove ${field('input.n')} and set ${asked}`,
  },
  {
    name: 'enable_sequential',
    isAsked: ({ input }: SubmitSubject) => Boolean(ownValue(input, 'enable_sequential')),
    rule: 'enable-sequential',
    message: told`${field('input.enable_sequential')} asks for an image set of up to 12, which v2 refuses (invalid_input)`,
    fix: told`remove ${field('input.enable_sequential')} or set it to false, and set ${asked}`,
  },
  {
    name: 'parameters',
    isAsked: ({ input, medium }: SubmitSubject) =>
      medium === 'image' && objectOf(ownValue(input, 'parameters')) !== undefined,
    rule: 'vendor-parameters',
    message: told`${field('input.parameters')} is refused on an image model (invalid_input)`,
    fix: told`put its fields directly in input, and the count in ${asked}`,
  },
];
