import { hideInLinks } from '../../text/redaction.ts';
import { counted } from '../../text/shown-value.ts';
import {
  type CheckedRequest,
  type FindingWords,
  type Mention,
  PreflightError,
  type ShownFinding,
} from './preflight-error.ts';

/**
 * The enforcer of a rule: `service` with a 400 at submit, `generator` with a job that ends `provider_rejected`. Nobody enforces
 * `advice`.
 */
export type EnforcedBy = ShownFinding['enforcedBy'];

/**
 * A rule's objection to a request. `where` is a JSON path such as `input.duration`; `message` says what is wrong and by how much;
 * `fix` says what to write instead; `section` names a section of the service document.
 */
export type Finding = ShownFinding;

/** The parts of a finding as its rule gives them. */
type FindingParts = Omit<Finding, 'severity' | 'message' | 'fix' | 'said'> & {
  message: string | FindingWords;
  fix: string | FindingWords;
};

/** Makes a finding, without secrets of links. Advice is a warning; what the service or the generator enforces is an error. */
export function finding({ message, fix, ...parts }: FindingParts): Finding {
  const said = { message: told`${message}`, fix: told`${fix}` };
  return {
    ...parts,
    message: hideInLinks(plainWords(said.message)),
    fix: hideInLinks(plainWords(said.fix)),
    said,
    severity: parts.enforcedBy === 'advice' ? 'warning' : 'error',
  };
}

/** Makes the findings of one section of the service document, by who enforces their rules. */
export function findingsOf(section: string) {
  const by =
    (enforcedBy: EnforcedBy) =>
    (rule: string, where: string, message: string | FindingWords, fix: string | FindingWords) =>
      finding({ rule, where, enforcedBy, message, fix, section });
  return { service: by('service'), generator: by('generator'), advice: by('advice') };
}

/** Words with mentions among them. */
export function told(
  texts: TemplateStringsArray,
  ...values: readonly (string | number | Mention | FindingWords | undefined)[]
): FindingWords {
  const pieces = texts.flatMap((text, at) => {
    const value = values[at] ?? '';
    return [text, ...(typeof value === 'object' && 'length' in value ? value : [value])];
  });
  return pieces
    .map((piece) => (typeof piece === 'number' ? String(piece) : piece))
    .filter((piece) => piece !== '');
}

/** The words as the request itself is called by: with its paths, and the names that it has on the wire. */
function plainWords(words: FindingWords): string {
  return words.map((piece) => (typeof piece === 'string' ? piece : piece.plain)).join('');
}

/** A finding by the words of the request itself, which begin with its path. */
export function placedWords({ fix, message, said, where }: Finding): { message: string; fix: string } {
  const [first] = said?.message ?? [];
  const isPlaced = typeof first === 'object' && first.plain === where;
  return { message: isPlaced ? message : `${where}: ${message}`, fix };
}

/** The value at a path, which is mentioned by the path unless `plain` is given. */
export function field(path: string, plain = path): Mention {
  return { is: 'field', of: path, plain };
}

/** A switch that is on, at the beginning of a sentence. */
export function switchedOn(path: string, name: string): Mention {
  return { is: 'switch', of: path, plain: `${name} is true; ` };
}

/** The content list as the whole of a request. */
export function wholeRequest(path: string): Mention {
  return { is: 'request', of: path, plain: path };
}

/** The value at a path by what it is. */
export function valueAtPath(path: string, plain: string): Mention {
  return { is: 'value', of: path, plain };
}

export function flag(plain: string): Mention {
  return { is: 'flag', of: plain, plain };
}

export function role(plain: string): Mention {
  return { is: 'role', of: plain, plain };
}

/** The error for a request that must not be sent: it has an error among its findings, or with `strict` any finding. Else undefined. */
export function weighed(
  findings: readonly Finding[],
  strict: boolean,
  request?: CheckedRequest,
): PreflightError | undefined {
  const errors = findings.filter(({ severity }) => strict || severity === 'error').length;
  if (errors === 0) return undefined;
  const warnings = findings.length - errors;
  return new PreflightError(findings, {
    code: 'preflight',
    message: `The request was not sent: ${counted(errors, 'problem')}${warnings > 0 ? ` and ${counted(warnings, 'warning')}` : ''}`,
    hint: findings.some(({ severity }) => severity === 'error')
      ? '--no-preflight sends it as it is, for the service to decide'
      : 'without --strict a warning refuses nothing',
    isStrict: strict,
    request,
  });
}
