import { moneyAhead } from '../follow/send/dry-run.ts';
import { draftFacts } from '../request/draft-validity.ts';
import { draftIdsOf } from '../service/body/submit-subject.ts';
import { intentMaker } from '../submit/request-key.ts';
import { isOnThisMachine } from '../text/base-url.ts';
import { isoTime } from '../text/iso-time.ts';
import { objectOf, ownText } from '../text/json-object.ts';
import { type ComposeMeans, isUsualAccount } from './choose-account.ts';
import {
  type ComposedCommand,
  commandLine,
  composedCommand,
  composedRoute,
  composedWords,
} from './composed-command.ts';
import { isCompositionName, type Keeper } from './compositions.ts';
import { beginWith, type ComposeInput, openSession, type Session } from './open-session.ts';
import type { Asker, BegunWords } from './questions/asker.ts';
import { renderComposedRequest } from './questions/composed-request.ts';
import { type Answer, answered } from './rules/answer.ts';
import { questionOf } from './rules/asked-question.ts';
import { castInPrompt } from './rules/cast-in-prompt.ts';
import { begunAt, entryOf, isDraftPart, withBegun } from './rules/composition.ts';
import { draftOffers, withDraftReason } from './rules/drafts.ts';
import { compositionFindings, unsentFiles } from './rules/local-files.ts';
import type { Question } from './rules/question.ts';
import { leftBehind } from './rules/request-flags.ts';
import { type Sending, summaryQuestion, type Verdict } from './rules/summary.ts';

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

/** Lets the event loop turn between steps, so that a signal gets through however large a schema is. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Asks questions until the request is to be sent; undefined where it was saved for later or thrown away. */
export async function talkThrough(talk: Talk, opened: Session): Promise<Agreed | undefined> {
  const { asker, keeper } = talk;
  let session = opened;
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
    } else if (await saved(asker, keeper)) return undefined;
  }
}

/** The session after a question. However that ends, words that were typed and not entered are kept with the composition. */
async function asked(talk: Talk, session: Session, question: Question): Promise<Session> {
  const { asker, context, keeper } = talk;
  const { account, pending } = session;
  let { composition } = session;
  const begun: BegunWords = { words: begunAt(composition) };
  let answer: Answer;
  try {
    answer = (await asker.ask(question, begun)) ?? { give: 'back' };
  } finally {
    composition = withBegun(composition, begun.words);
    keeper.hold(composition, account);
  }
  const left = { ...session, composition };
  if (answer.give === 'back' && composition.trail.length === 0) return atTheStart(talk, left);
  const model =
    composition.position.at === 'model' && answer.give === 'value' ? String(answer.value) : undefined;
  if (model !== undefined && pending !== undefined)
    return { ...left, composition: beginWith(model, pending, session), pending: undefined };
  const after = answered(composition, await withWholeId(context, answer));
  const lost = model === undefined ? undefined : leftBehind(composition, after);
  if (lost !== undefined) context.listen({ kind: 'warning', message: lost });
  return { ...left, composition: after };
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
  const reopened = await openSession(context, input, asker);
  return { ...reopened, composition: session.composition, pending: session.pending };
}

async function talkOver(
  { context, input: { flags, journey, plan }, asker, keeper }: Talk,
  session: Session,
): Promise<{ command: ComposedCommand; verdict: Verdict }> {
  const { account, composition, defaults } = session;
  const named = castInPrompt(composition);
  const { body } = named.sent;
  await turn();
  const draftIds = draftIdsOf(body);
  const [draftId] = draftIds;
  const command = composedCommand({
    body: composition.body,
    draft: draftId === undefined ? undefined : await (await context.ledger()).find(draftId),
    sent: body,
    entry: entryOf(composition),
    given: flags,
    defaults,
  });
  const drafts = await draftFacts(context, draftIds);
  await turn();
  const about = { loopback: isOnThisMachine(account.baseUrl), draft: (id: string) => drafts.get(id) };
  const found = [
    ...named.findings,
    ...compositionFindings(named.sent, about),
    ...unsentFiles(composition.body, composedWords(command).media),
  ];
  const findings = withDraftReason(found, composition);
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
    asker.look.copies(renderComposedRequest({ body, findings, commandLine: line, money }, asker.look));
    const verdict = await asker.ask(question);
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
