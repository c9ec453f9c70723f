import { requestRoutes } from '../../contract/request-route.ts';
import { objectOf, ownValue } from '../json/json-object.ts';
import { mediaValues } from '../request/fields/media-values.ts';
import { requestText } from '../request/request-text.ts';
import type { SubmitSubject } from '../request/submit-subject.ts';
import { needsField } from '../schema/input-field.ts';
import { shownValue } from '../shown-value.ts';
import { type Finding, finding } from './finding.ts';

/**
 * Checks the shape of the prompt: the model's family takes a `prompt` string or a `content` list, and the generator refuses the
 * other one. The live schema decides whether a prompt string may be left out.
 * @see service document §2.6
 */
export function promptShapeFindings(subject: SubmitSubject): Finding[] {
  const { family, body, route } = subject;
  if (family === undefined) return [];
  // Where the route does not serve the model, no other finding matters.
  const { hasModelList, isFlat } = requestRoutes[route];
  if (!hasModelList && !family.tasks.some((one) => one === route)) return [];
  if (!isFlat && objectOf(ownValue(body, 'input')) === undefined) return [];
  return family.promptShape === 'content' ? contentFindings(subject) : promptFindings(subject);
}

function contentFindings(subject: SubmitSubject): Finding[] {
  const { family, input, path } = subject;
  const content = ownValue(input, 'content');
  const [at, words] = [path('content'), path('prompt')];
  const name = family?.name ?? 'the model';
  const fix = `set ${at} to [{"type": "text", "text": …}]`;
  if (Array.isArray(content)) {
    if (content.length > 0)
      return [...blankFindings(subject), ...extra(subject, 'prompt', `for ${name} the words are in ${at}`)];
    return [wrong('prompt-missing', at, `${at} is empty; it is the whole input`, fix)];
  }
  if (content !== undefined) {
    const message = `${at} is ${shownValue(content)}; for ${name} it is a list of parts`;
    return [wrong('prompt-type', at, message, fix)];
  }
  if (Object.hasOwn(input, 'prompt')) {
    const message = `${words} is given; for ${name} the words go in ${at}`;
    return [wrong('prompt-shape', words, message, fix)];
  }
  return [wrong('prompt-missing', at, `${at} is missing; for ${name} it is the whole input`, fix)];
}

function promptFindings(subject: SubmitSubject): Finding[] {
  const { entry, family, input, path, route } = subject;
  const prompt = ownValue(input, 'prompt');
  const [at, parts] = [path('prompt'), path('content')];
  const name = family?.name ?? 'the model';
  const fix = `set ${at} to a string`;
  if (typeof prompt === 'string')
    return [...blankFindings(subject), ...extra(subject, 'content', `for ${name} the words are in ${at}`)];
  if (prompt !== undefined) {
    const message = `${at} is ${shownValue(prompt)}; for ${name} it is a string`;
    return [wrong('prompt-type', at, message, fix)];
  }
  if (Object.hasOwn(input, 'content')) {
    const message = `${parts} is given; for ${name} the words go in ${at}`;
    return [wrong('prompt-shape', parts, message, fix)];
  }
  const schema = entry?.inputSchema;
  if (schema !== undefined && needsField(schema, 'prompt'))
    return [wrong('prompt-missing', at, `${at} is missing; for ${name} it is required`, fix)];
  // The document shows no body of the image routes, but a picture can't be made from nothing.
  if (requestRoutes[route].promptShape === 'prompt')
    return [wrong('prompt-missing', at, `${at} is missing; ${name} draw what it says`, fix)];
  return schema === undefined ? [unsaid(at, name, fix)] : [];
}

/** A blank prompt without media asks for nothing. It is only a warning: the document does not say that it is refused. */
function blankFindings(subject: SubmitSubject): Finding[] {
  const { input, parts, path } = subject;
  const isText = parts.every(
    ({ part, type }) => type === 'text' && typeof ownValue(part, 'text') === 'string',
  );
  if (!isText || mediaValues(input).length > 0 || requestText(subject).trim() !== '') return [];
  const where = parts.length > 0 ? path('content', parts[0]?.index ?? 0) : path('prompt');
  return [
    finding({
      rule: 'prompt-blank',
      where,
      enforcedBy: 'advice',
      message: `${where} holds no word, and there is no picture, clip or sound beside it`,
      fix: 'say what to render',
      section: '§2.6',
    }),
  ];
}

function wrong(rule: string, where: string, message: string, fix: string): Finding {
  return finding({ rule, where, enforcedBy: 'generator', message, fix, section: '§2.6' });
}

/** Only a warning: without the model's schema it is not known whether it needs a prompt at all. */
function unsaid(where: string, name: string, fix: string): Finding {
  return finding({
    rule: 'prompt-missing',
    where,
    enforcedBy: 'advice',
    message: `${where} is missing; ${name} without words may be refused`,
    fix,
    section: '§2.6',
  });
}

/** The other family's field beside the right one. No clause says that it is refused, and none that it is read. */
function extra({ input, path }: SubmitSubject, field: string, why: string): Finding[] {
  if (!Object.hasOwn(input, field)) return [];
  return [
    finding({
      rule: 'prompt-twice',
      where: path(field),
      enforcedBy: 'advice',
      message: `${path(field)} is given too; ${why}`,
      fix: `remove ${path(field)}`,
      section: '§2.6',
    }),
  ];
}
