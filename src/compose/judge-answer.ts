import { isSameJson } from '../schema/json/canonical-json.ts';
import { valueAt } from '../schema/json/json-place.ts';
import type { Finding } from '../service/checks/finding.ts';
import { type ShownFinding, wordsOf } from '../service/checks/preflight-error.ts';
import type { LineNote } from '../terminal/lines/line-config.ts';
import { type BuildSetting, buildComposition, draftOfAnother, unusableFile } from './built-composition.ts';
import type { ComposeMeans } from './choose-account.ts';
import type { Session } from './open-session.ts';
import type { Answer } from './rules/answer.ts';
import { castNotTaken } from './rules/cast-in-prompt.ts';
import { type Composition, inputOf, modelOf } from './rules/composition.ts';
import { promptNeed, promptOf } from './rules/prompt-words.ts';

/** Rules of what a request lacks so far: a later answer may give it. */
const lacking: ReadonlySet<string> = new Set(['audio-alone', castNotTaken]);

/** Rules of what the command refuses to send, so that nobody can insist on it. */
const refusing: ReadonlySet<string> = new Set([unusableFile, 'local-file', draftOfAnother]);

interface JudgedAnswer {
  before: Session;
  /** With the answer. */
  after: Session;
  input: Omit<BuildSetting, keyof Session>;
}

/**
 * Judges an answer by the request that has it: the remark on what the command or the service would refuse because of it; undefined
 * where it is taken. Errors that the request had before are not the answer's.
 */
export async function judgeAnswer(
  context: ComposeMeans,
  answer: Answer,
  { after, before, input }: JudgedAnswer,
): Promise<LineNote | undefined> {
  if (!isGiven(answer, before.composition)) return undefined;
  if (!isHeld(answer.value, before.composition, after.composition))
    return { kind: 'fault', text: 'The request can’t hold it.' };
  const fresh = await freshFaults(context, { after, before, input });
  const worst = fresh.find(({ rule }) => refusing.has(rule)) ?? fresh[0];
  return worst && { kind: 'fault', text: faultWords(worst), mayStay: !refusing.has(worst.rule) };
}

function faultWords(fault: Finding): string {
  const { fix, message } = wordsOf(fault);
  return `${message}; ${fix}.`;
}

/** The errors that a request has and an earlier one had not. What a later answer may mend is not among them. */
async function freshFaults(
  context: ComposeMeans,
  { after, before, input }: JudgedAnswer,
): Promise<readonly Finding[]> {
  const errorsOf = async (session: Session): Promise<readonly Finding[]> => {
    const setting = { ...session, flags: input.flags, probe: input.probe };
    const { findings } = await buildComposition(context, session.composition, setting);
    return findings.filter(({ rule, severity }) => severity === 'error' && !lacking.has(rule));
  };
  const errors = await errorsOf(after);
  if (errors.length === 0) return [];
  const known = new Set((await errorsOf(before)).map(keyOfFinding));
  return errors.filter((error) => !known.has(keyOfFinding(error)));
}

/**
 * Warns of answers that nobody was asked for here and that can't be sent: those of flags, or those that another account does not
 * take. The summary shows them with all others.
 */
export async function warnOfFaults(
  context: ComposeMeans,
  session: Session,
  { before, input }: Pick<JudgedAnswer, 'input'> & { before?: Session },
): Promise<void> {
  const { composition } = session;
  const model = modelOf(composition);
  if (model === undefined || composition.position.at === 'summary') return;
  const empty = { ...session, composition: { ...composition, body: { model, input: {} } } };
  const fresh = await freshFaults(context, { after: session, before: before ?? empty, input });
  for (const fault of fresh)
    context.listen({ kind: 'warning', message: faultWords(fault).replace(/\.$/, '') });
}

/** Tells whether an answer gives a value to a part of the request. */
function isGiven(answer: Answer, { position }: Composition): answer is Extract<Answer, { give: 'value' }> {
  return answer.give === 'value' && answer.value !== undefined && position.at !== 'model';
}

/** Tells whether the request has the value at the place that was asked for. */
function isHeld(value: unknown, { position }: Composition, after: Composition): boolean {
  if ('place' in position) return isSameJson(valueAt(after.body, position.place), value);
  const words = promptOf(inputOf(after), promptNeed(after)?.shape ?? 'prompt');
  return (words ?? '') === (String(value).trim() === '' ? '' : value);
}

function keyOfFinding({ message, rule }: ShownFinding): string {
  return `${rule} ${message}`;
}
