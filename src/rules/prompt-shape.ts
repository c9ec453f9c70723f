import { type Finding, finding } from './finding.ts';
import { objectOf, ownValue } from './json-object.ts';
import { shownValue } from './shown-value.ts';
import { inputPath, type SubmitSubject } from './submit-subject.ts';

/**
 * Where the words of a request are: the model's family takes a `prompt` string or a `content` list, and the
 * generator refuses the other one. The live schema decides whether a prompt may be left out.
 * @see service document §2.6
 */
export function promptShapeFindings(subject: SubmitSubject): Finding[] {
  const { family, body } = subject;
  if (family === undefined || objectOf(ownValue(body, 'input')) === undefined) return [];
  return family.promptShape === 'content' ? contentFindings(subject) : promptFindings(subject);
}

function contentFindings({ family, input }: SubmitSubject): Finding[] {
  const content = ownValue(input, 'content');
  const name = family?.name ?? 'the model';
  const fix = 'set input.content to [{"type": "text", "text": …}]';
  if (Array.isArray(content)) {
    if (content.length > 0) return extra(input, 'prompt', `for ${name} the words are in input.content`);
    return [wrong('prompt-missing', 'content', 'input.content is empty; it is the whole input', fix)];
  }
  if (content !== undefined) {
    const message = `input.content is ${shownValue(content)}; for ${name} it is a list of parts`;
    return [wrong('prompt-type', 'content', message, fix)];
  }
  if (Object.hasOwn(input, 'prompt')) {
    const message = `input.prompt is given; for ${name} the words go in input.content`;
    return [wrong('prompt-shape', 'prompt', message, fix)];
  }
  return [
    wrong('prompt-missing', 'content', `input.content is missing; for ${name} it is the whole input`, fix),
  ];
}

function promptFindings({ family, input, entry }: SubmitSubject): Finding[] {
  const prompt = ownValue(input, 'prompt');
  const name = family?.name ?? 'the model';
  const fix = 'set input.prompt to a string';
  if (typeof prompt === 'string') return extra(input, 'content', `for ${name} the words are in input.prompt`);
  if (prompt !== undefined) {
    const message = `input.prompt is ${shownValue(prompt)}; for ${name} it is a string`;
    return [wrong('prompt-type', 'prompt', message, fix)];
  }
  if (Object.hasOwn(input, 'content')) {
    const message = `input.content is given; for ${name} the words go in input.prompt`;
    return [wrong('prompt-shape', 'content', message, fix)];
  }
  const required = ownValue(entry?.inputSchema, 'required');
  if (Array.isArray(required) && required.includes('prompt'))
    return [wrong('prompt-missing', 'prompt', `input.prompt is missing; for ${name} it is required`, fix)];
  return entry?.inputSchema === undefined ? [unsaid(name, fix)] : [];
}

function wrong(rule: string, field: string, message: string, fix: string): Finding {
  return finding({ rule, where: inputPath(field), enforcedBy: 'generator', message, fix, section: '§2.6' });
}

/** Without the model's schema nobody can say whether it needs words at all. */
function unsaid(name: string, fix: string): Finding {
  return finding({
    rule: 'prompt-missing',
    where: inputPath('prompt'),
    enforcedBy: 'advice',
    message: `input.prompt is missing; ${name} without words may be refused`,
    fix,
    section: '§2.6',
  });
}

/** The other family's field beside the right one: not refused by any clause, and not read by any either. */
function extra(input: Record<string, unknown>, field: string, why: string): Finding[] {
  if (!Object.hasOwn(input, field)) return [];
  return [
    finding({
      rule: 'prompt-twice',
      where: inputPath(field),
      enforcedBy: 'advice',
      message: `input.${field} is given too; ${why}`,
      fix: `remove input.${field}`,
      section: '§2.6',
    }),
  ];
}
