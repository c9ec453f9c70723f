import { moneyAhead } from '../follow/send/dry-run.ts';
import { jsonPath, valueAt } from '../schema/json/json-place.ts';
import { intentMaker } from '../submit/request-key.ts';
import { isoTime } from '../text/iso-time.ts';
import { objectOf, ownText } from '../text/json-object.ts';
import { beginWith } from './begin-composition.ts';
import { buildComposition, turn } from './built-composition.ts';
import { type ComposeMeans, isUsualAccount } from './choose-account.ts';
import { type ComposedCommand, commandLine, composedRoute } from './composed-command.ts';
import { isCompositionName, type Keeper } from './compositions.ts';
import { judgeAnswer, warnOfFaults } from './judge-answer.ts';
import { type ComposeInput, openSession, reopenedWith, type Session } from './open-session.ts';
import type { Asker, BegunWords } from './questions/asker.ts';
import { renderComposedRequest } from './questions/composed-request.ts';
import { type Answer, answered } from './rules/answer.ts';
import { questionOf } from './rules/asked-question.ts';
import { leftBehind } from './rules/change-model.ts';
import { begunAt, type Composition, isDraftPart, withBegun } from './rules/composition.ts';
import { draftOffers } from './rules/drafts.ts';
import { valueWords } from './rules/field-words.ts';
import { withoutDoubts } from './rules/local-files.ts';
import type { Question } from './rules/question.ts';
import { type Sending, summaryQuestion, type Verdict } from './rules/summary.ts';
import { ticksOf } from './rules/ticks.ts';

/** The request that a person agreed to send, and how to send it. */
export interface Agreed {
  session: Session;
  command: ComposedCommand;
  verdict: Sending;
}

/** Means that all steps of the conversation share. */
interface Talk {
  context: ComposeMeans;
  input: ComposeInput;
  asker: Asker;
  keeper: Keeper;
}

/** Asks questions until the request is to be sent; undefined where it was saved for later or thrown away. */
export async function talkThrough(talk: Talk, opened: Session): Promise<Agreed | undefined> {
  const { asker, keeper } = talk;
  let session = opened;
  asker.show(ticksOf(opened.composition));
  await warnOfFaults(talk.context, opened, { input: talk.input });
  for (;;) {
    const { account, composition } = session;
    keeper.hold(composition, account);
    await turn();
    const question = questionOf(composition);
    await turn();
    if (question !== undefined) {
      session = await asked(talk, session, question);
      continue;
    }
    const { command, verdict } = await talkOver(talk, session);
    if (verdict.give === 'send') return { session, command, verdict };
    if (verdict.give === 'drop') return thrownAway(asker, keeper);
    if (verdict.give !== 'save') {
      await turn();
      session = { ...session, composition: answered(composition, verdict) };
      asker.show(ticksOf(session.composition));
    } else if (await saved(asker, keeper)) return undefined;
  }
}

/** The session after a question. However that ends, words that were typed and not entered are kept with the composition. */
async function asked(talk: Talk, session: Session, question: Question): Promise<Session> {
  const { asker, context, input, keeper } = talk;
  const { account, composition } = session;
  const begun: BegunWords = { words: begunAt(composition) };
  const left = (): Composition => withBegun(composition, begun.words);
  let next: AnsweredSession | undefined;
  try {
    const answer = await asker.ask(question, {
      begun,
      isOfRequest: true,
      async judge(given) {
        next = await withAnswer(
          context,
          { ...session, composition: withBegun(composition, undefined) },
          given,
        );
        return judgeAnswer(context, next.answer, { before: session, after: next.session, input });
      },
    });
    if (answer === undefined) next = undefined;
  } finally {
    keeper.hold(left(), account);
  }
  if (next !== undefined) {
    asker.show(ticksOf(next.session.composition));
    for (const message of next.losses) context.listen({ kind: 'warning', message });
    return next.session;
  }
  const back = { ...session, composition: left() };
  if (composition.trail.length === 0) return atTheStart(talk, back);
  return { ...back, composition: answered(back.composition, { give: 'back' }) };
}

/** A session after an answer. */
interface AnsweredSession {
  answer: Answer;
  session: Session;
  /** Sentences about answers that this one leaves out of the request. */
  losses: readonly string[];
}

async function withAnswer(context: ComposeMeans, session: Session, given: Answer): Promise<AnsweredSession> {
  const answer = await withWholeId(context, given);
  const { composition, pending } = session;
  const isModel = composition.position.at === 'model' && answer.give === 'value';
  if (isModel && pending !== undefined) {
    const { composition: begun, losses } = beginWith(String(answer.value), pending, session);
    return { answer, session: { ...session, composition: begun, pending: undefined }, losses };
  }
  const value = answer.give === 'value' ? answer.value : undefined;
  const after = withoutDoubts(answered(composition, answer), value);
  const lost = isModel ? leftBehind(composition, after) : lostKind(answer, composition, after);
  return { answer, session: { ...session, composition: after }, losses: lost === undefined ? [] : [lost] };
}

/** Says which value is left out because another kind of it was chosen; undefined where none is. */
function lostKind(answer: Answer, before: Composition, after: Composition): string | undefined {
  const { position } = before;
  if (answer.give !== 'variant' || !('place' in position)) return undefined;
  const value = valueAt(before.body, position.place);
  if (value === undefined || valueAt(after.body, position.place) !== undefined) return undefined;
  return `${jsonPath(position.place)} is of another kind now: ${valueWords(value)} is left out`;
}

/** The answer with the whole id of the draft that it names as every command takes it; else as it was typed. */
async function withWholeId(context: ComposeMeans, answer: Answer): Promise<Answer> {
  if (answer.give !== 'value' || !isDraftPart(answer.value)) return answer;
  const part = objectOf(answer.value);
  const id = ownText(objectOf(part?.draft_task), 'id') ?? '';
  const named = await (await context.ledger()).resolveId(id);
  if (named === undefined || !('id' in named)) return answer;
  return { give: 'value', value: { ...part, draft_task: { id: named.id } } };
}

/** Goes back from the first question, which can only lead to the choice of the account, where there was one. */
async function atTheStart({ context, input, asker }: Talk, session: Session): Promise<Session> {
  if (!session.isAccountAsked) return session;
  const reopened = reopenedWith(
    context,
    await openSession(context, input, { asker, before: session.account }),
    session,
  );
  asker.show(ticksOf(reopened.composition));
  await warnOfFaults(context, reopened, { before: session, input });
  return reopened;
}

async function talkOver(
  { context, input: { flags, journey, plan, probe }, asker, keeper }: Talk,
  session: Session,
): Promise<{ command: ComposedCommand; verdict: Verdict }> {
  const { account, composition, defaults } = session;
  const { body, command, findings } = await buildComposition(context, composition, {
    ...session,
    flags,
    probe,
  });
  await turn();
  const { environment } = context.around;
  const createdAt = isoTime(context.clock.nowMs());
  const chosen = { route: composedRoute } as const;
  const intentFor = intentMaker({ body, account, chosen, plan, environment, createdAt });
  const money = await moneyAhead(context, { facts: { account, defaults }, plan, intentFor });
  await turn();
  const isUsual = await isUsualAccount(context, account);
  const line = commandLine(command, { account, isUsual });
  const question = summaryQuestion(composition, {
    findings,
    offers: draftOffers(composition),
    keptAs: keeper.keptAs(),
    dryRun: flags.dryRun,
    hasJourney: journey.wait || journey.download || journey.dir !== undefined,
  });
  for (;;) {
    asker.showRequest(renderComposedRequest({ body, findings, commandLine: line, money }, asker.look));
    const verdict = await asker.ask(question, { isOfRequest: true });
    if (verdict !== undefined) return { command, verdict };
    if (composition.trail.length > 0) return { command, verdict: { give: 'back' } };
  }
}

/** Saves the composition under a name that a person chooses; false where the person went back. */
async function saved(asker: Asker, keeper: Keeper): Promise<boolean> {
  const given = await asker.ask({
    ask: 'line',
    message: 'Keep it as',
    preset: keeper.suggestedName(),
    read: (name) =>
      isCompositionName(name)
        ? { answer: name }
        : { fault: 'A name has up to 64 letters, digits, dots, _ and -.' },
  });
  if (given === undefined) return false;
  const name = keeper.keep(given);
  const { colors, lines, symbols } = asker.look;
  lines([`${colors.good(symbols.good)} Kept. To go on: genctl compose --resume ${name}`]);
  return true;
}

function thrownAway({ look: { colors, lines, symbols } }: Asker, keeper: Keeper): undefined {
  const name = keeper.keptAs();
  keeper.sent();
  lines([`${colors.good(symbols.good)} Thrown away: ${name}`]);
}
