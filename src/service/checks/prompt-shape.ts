import { needsField } from '../../schema/input-field.ts';
import { characterCount } from '../../schema/limits.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { counted, shownValue } from '../../text/shown-value.ts';
import { promptFieldOf, requestText } from '../body/prompt-field.ts';
import type { SubmitSubject } from '../body/submit-subject.ts';
import { limits } from '../limits.ts';
import { type PromptShape, requestRoutes } from '../request-route.ts';
import { mediaValues } from '../wire/media-fields.ts';
import { type Finding, field, finding, findingsOf, told } from './finding.ts';
import type { FindingWords } from './preflight-error.ts';

const { advice, generator } = findingsOf('§2.6');

/** The content of either shape of a prompt. @see service document §2.6 */
const shapes = {
  content: { is: 'a list of parts', example: '[{"type": "text", "text": …}]', fits: Array.isArray },
  prompt: { is: 'a string', example: 'a string', fits: (value: unknown) => typeof value === 'string' },
} as const satisfies Record<PromptShape, { is: string; example: string; fits(value: unknown): boolean }>;

/**
 * Checks the shape of the prompt: the model's family takes a `prompt` string or a `content` list, and the generator refuses the
 * other one. The live schema decides whether a prompt string may be left out.
 * @see service document §2.6
 */
export function promptShapeFindings(subject: SubmitSubject): Finding[] {
  const { family, body, input, path, route } = subject;
  if (family === undefined) return [];
  // A route that does not serve the model makes every other finding moot.
  const { hasModelList, isFlat } = requestRoutes[route];
  if (!hasModelList && !family.tasks.some((one) => one === route)) return [];
  if (!isFlat && objectOf(ownValue(body, 'input')) === undefined) return [];
  const { name, promptShape: shape } = family;
  const { example, fits, is } = shapes[shape];
  const other = shape === 'content' ? 'prompt' : 'content';
  const [at, elsewhere] = [path(shape), path(other)];
  const fix = told`set ${field(at)} to ${example}`;
  const value = ownValue(input, shape);
  if (Array.isArray(value) && fits(value) && value.length === 0)
    return [generator('prompt-missing', at, told`${field(at)} is empty; it is the whole input`, fix)];
  if (fits(value))
    return [
      ...blankFindings(subject),
      ...extra(subject, other, told`for ${name} the words are in ${field(at)}`),
    ];
  if (value !== undefined)
    return [
      generator('prompt-type', at, told`${field(at)} is ${shownValue(value)}; for ${name} it is ${is}`, fix),
    ];
  if (Object.hasOwn(input, other)) {
    const message = told`${field(elsewhere)} is given; for ${name} the words go in ${field(at)}`;
    return [generator('prompt-shape', elsewhere, message, fix)];
  }
  return missingFindings(subject, { shape, name, fix });
}

function missingFindings(
  { entry, path, route }: SubmitSubject,
  { fix, name, shape }: { shape: PromptShape; name: string; fix: FindingWords },
): Finding[] {
  const at = path(shape);
  if (shape === 'content')
    return [
      generator('prompt-missing', at, told`${field(at)} is missing; for ${name} it is the whole input`, fix),
    ];
  const schema = entry?.inputSchema;
  if (schema !== undefined && needsField(schema, 'prompt'))
    return [generator('prompt-missing', at, told`${field(at)} is missing; for ${name} it is required`, fix)];
  // The document shows no body of the image routes, but a picture can't be made from nothing.
  if (requestRoutes[route].promptShape === 'prompt')
    return [generator('prompt-missing', at, told`${field(at)} is missing; ${name} draw what it says`, fix)];
  if (schema !== undefined) return [];
  // Only a warning: without the model's schema it is not known whether it needs a prompt at all.
  return [
    advice('prompt-missing', at, told`${field(at)} is missing; ${name} without words may be refused`, fix),
  ];
}

/** A blank prompt without media asks for nothing. It is only a warning: the document does not say that it is refused. */
function blankFindings(subject: SubmitSubject): Finding[] {
  const { input, parts, path } = subject;
  const isText = parts.every(
    ({ part, type }) => type === 'text' && typeof ownValue(part, 'text') === 'string',
  );
  if (!isText || mediaValues(input).length > 0 || requestText(subject).trim() !== '') return [];
  const where = parts.length > 0 ? path('content', parts[0]?.index ?? 0) : path('prompt');
  const message = told`${field(where)} holds no word, and there is no picture, clip or sound beside it`;
  return [advice('prompt-blank', where, message, 'say what to render')];
}

/** The other family's field beside the right one. No clause says that it is refused, and none that it is read. */
function extra({ input, path }: SubmitSubject, name: string, why: FindingWords): Finding[] {
  const where = path(name);
  if (!Object.hasOwn(input, name)) return [];
  return [
    advice('prompt-twice', where, told`${field(where)} is given too; ${why}`, told`remove ${field(where)}`),
  ];
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
        requestRoutes[subject.route].isPassThrough || subject.step !== undefined ? 'service' : 'generator',
      message: `the text is ${count} characters, ${count - limits.textCharacters} over the ${limits.textCharacters} that a video model takes`,
      fix: `shorten the text by ${counted(count - limits.textCharacters, 'character')}, to ${limits.textCharacters}`,
      section: '§8',
    }),
  ];
}
