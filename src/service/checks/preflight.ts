import { hasField, schemaAllows } from '../../schema/input-field.ts';
import { type JsonPlace, jsonPath } from '../../schema/json/json-place.ts';
import { isGap } from '../../text/gaps.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { readSubmit, type SubmitFacts, type SubmitSubject } from '../body/submit-subject.ts';
import { inputOptions } from '../options.ts';
import { isTaskRoute, requestRoutes } from '../request-route.ts';
import { submissionSchema } from '../wire/submission.ts';
import { contentPartFindings } from './content-parts.ts';
import { draftFindings } from './draft.ts';
import { callbackFindings, envelopeFindings, outputFindings, vendorCountFindings } from './envelope.ts';
import { type Finding, field, findingsOf, told } from './finding.ts';
import { inputSchemaFindings } from './findings.ts';
import { modelFindings } from './model.ts';
import { flatBodyFindings } from './on-v1.ts';
import { promptEnhanceFindings } from './prompt-enhance.ts';
import { promptShapeFindings, textFindings } from './prompt-shape.ts';
import { mediaFieldFindings, preparedReferenceFindings } from './reference-link.ts';
import { referenceFindings, referenceNumberFindings } from './references.ts';
import { optionUseFindings, videoOptionFindings } from './video-options.ts';

type Group = (subject: SubmitSubject) => Finding[];

const groups: readonly Group[] = [
  modelFindings,
  promptShapeFindings,
  textFindings,
  contentPartFindings,
  referenceFindings,
  referenceNumberFindings,
  mediaFieldFindings,
  preparedReferenceFindings,
  draftFindings,
  videoOptionFindings,
  optionUseFindings,
];

/** Rules for the fields around a v2 input. */
const envelopeGroups: readonly Group[] = [
  vendorCountFindings,
  outputFindings,
  callbackFindings,
  promptEnhanceFindings,
];

/** The order of the envelope's fields; the body as a whole comes first, unknown fields last. */
const fieldOrder = ['body', ...Object.keys(submissionSchema.shape)];

/**
 * Everything that the service document says of a submit, and what the model's live schema adds: errors and warnings, in the
 * order of the body's fields. The sandbox decides by the same findings.
 * @see service document §2.4–2.7, §3, §7.2, §8
 */
export function submitFindings(body: unknown, facts: SubmitFacts): Finding[] {
  const { route = 'jobs' } = facts;
  const envelope = isTaskRoute(route) ? flatBodyFindings(body, route) : envelopeFindings(body);
  const fields = objectOf(body);
  if (fields === undefined) return envelope;
  const subject = readSubmit(fields, facts);
  const asked = requestRoutes[route].isFlat ? groups : [...groups, ...envelopeGroups];
  const documented = [...envelope, ...asked.flatMap((group) => group(subject))];
  return inBodyOrder([...documented, ...schemaFindings(subject, documented)]);
}

/**
 * The findings that are shown before a request is sent: those of `submitFindings`, except refusals of values that the model's
 * live schema explicitly allows, and the gaps that were left in a suggested line. The list of models may be newer than the
 * document.
 * @see service document §9.5
 */
export function preflight(body: unknown, facts: SubmitFacts): Finding[] {
  const found = [...gapFindings(body), ...notOverruled(submitFindings(body, facts), body, facts)];
  return inBodyOrder(found);
}

function notOverruled(findings: readonly Finding[], body: unknown, facts: SubmitFacts): readonly Finding[] {
  const schema = facts.model?.inputSchema;
  const fields = objectOf(body);
  if (schema === undefined || fields === undefined) return findings;
  const { input, route } = readSubmit(fields, facts);
  const before = requestRoutes[route].isFlat ? 0 : 'input.'.length;
  return findings.filter(({ rule, where }) => {
    const name = where.slice(before);
    if (rule === 'prompt-shape') return !hasField(schema, name);
    return !overruledRules.has(rule) || !schemaAllows(schema, name, ownValue(input, name));
  });
}

const optionRules = [...inputOptions.values()];

/** Rules about the value of one option, which a live schema may widen. */
const overruledRules: ReadonlySet<string> = new Set(optionRules.map(({ rule }) => rule));

/** Further rules whose findings depend on the model's entry in the live list, or on its absence. */
const rulesOfList: ReadonlySet<string> = new Set([
  'model-not-found',
  'model-not-listed',
  'output-count',
  'prompt-missing',
  'prompt-shape',
  ...optionRules.flatMap(({ ignored }) => ignored?.rule ?? []),
]);

/** Tells whether a newer list of models could lift a finding. Only then is the list fetched anew before a request is refused. */
export function listMayLift({ rule, where }: Pick<Finding, 'rule' | 'where'>): boolean {
  // A family with a content list always needs one, whatever a schema says.
  if (rule === 'prompt-missing') return where.endsWith('prompt');
  return rule.startsWith('schema-') || overruledRules.has(rule) || rulesOfList.has(rule);
}

/** Findings of the live schema, except at places that a rule has reported already. */
function schemaFindings(
  { entry, body, facts, input, path, route }: SubmitSubject,
  documented: readonly Finding[],
): Finding[] {
  if (entry?.inputSchema === undefined) return [];
  if (!requestRoutes[route].isFlat && objectOf(ownValue(body, 'input')) === undefined) return [];
  // A route that does not serve the model makes every other finding moot.
  if (documented.some(({ rule }) => rule === 'model-not-on-route')) return [];
  const spokenOf = new Set(documented.map(({ where }) => where));
  if (documented.some(({ rule }) => rule === 'prompt-shape'))
    spokenOf.add(path('content')).add(path('prompt'));
  const document = { root: entry.inputSchema, tools: facts.tools };
  return inputSchemaFindings(input, document, path).filter(({ where }) => !spokenOf.has(where));
}

function inBodyOrder(findings: readonly Finding[]): Finding[] {
  return findings
    .map((one) => ({ one, place: placeOf(one.where) }))
    .sort((a, b) => a.place.field - b.place.field || a.place.part - b.place.part)
    .map(({ one }) => one);
}

/** The position of a finding: its field of the envelope, then its part of the content list. The list as a whole comes before its parts. */
function placeOf(where: string): { field: number; part: number } {
  const field = fieldOrder.indexOf(/^[a-z_]+/.exec(where)?.[0] ?? '');
  const part = /^(?:input\.)?content(?:\[(\d+)\])?/.exec(where);
  return {
    field: field === -1 ? fieldOrder.length : field,
    part: part === null ? Number.MAX_SAFE_INTEGER : Number(part[1] ?? -1),
  };
}

const { advice } = findingsOf('§2.4');

/**
 * The places of a body that hold a gap of a suggested line as their whole value. The service would take and charge it, so that it
 * is an error here; whoever means the word sends it past the checks.
 */
function gapFindings(value: unknown, place: JsonPlace = []): Finding[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) =>
      gapFindings(one, [...place, Array.isArray(value) ? Number(name) : name]),
    );
  return isGap(value) ? [gapFinding(String(value), jsonPath(place))] : [];
}

function gapFinding(gap: string, where: string): Finding {
  const message = told`${field(where)} is ${gap}, a place to fill in`;
  return { ...advice('gap-left', where, message, `replace ${gap} with yours`), severity: 'error' };
}
