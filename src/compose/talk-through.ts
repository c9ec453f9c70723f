import { moneyAhead } from '../follow/send/dry-run.ts';
import { draftFacts } from '../request/draft-validity.ts';
import { draftIdsOf } from '../service/body/submit-subject.ts';
import { intentMaker } from '../submit/request-key.ts';
import { isOnThisMachine } from '../text/base-url.ts';
import { isoTime } from '../text/iso-time.ts';
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
import { askQuestion } from './questions/ask-question.ts';
import { askSummary, type Verdict } from './questions/ask-summary.ts';
import type { Asker } from './questions/asker.ts';
import { type Answer, answered } from './rules/answer.ts';
import { castInPrompt } from './rules/cast-in-prompt.ts';
import { begunAt, entryOf, unlistedEntry, withBegun } from './rules/composition.ts';
import { draftOffers, withDraftReason } from './rules/drafts.ts';
import { unsentFiles } from './rules/local-files.ts';
import { changesOf } from './rules/menu.ts';
import { compositionFindings } from './rules/next-question.ts';
import { type Question, questionOf } from './rules/question.ts';
import { leftBehind } from './rules/request-flags.ts';

/** The request that a person agreed to send, and how to send it. */
export interface Agreed {
  session: Session;
  command: ComposedCommand;
  verdict: Extract<Verdict, { do: 'send' }>;
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
    const { account, composition, facts } = session;
    keeper.hold(composition, account);
    await turn();
    const question = questionOf(composition, facts);
    if (question.ask === 'summary') {
      const { command, verdict } = await talkOver(talk, session);
      if (verdict.do === 'send') return { session, command, verdict };
      if (verdict.do === 'save') {
        if (await saved(asker, keeper)) return undefined;
        continue;
      }
      if (verdict.do === 'drop') {
        thrownAway(asker, keeper);
        return undefined;
      }
      if (verdict.do === 'take') {
        session = { ...session, composition: verdict.offer.to };
        continue;
      }
      await turn();
      const answer: Answer = verdict.do === 'back' ? { give: 'back' } : { give: 'go', to: verdict.change.go };
      session = { ...session, composition: answered(composition, answer, facts) };
      continue;
    }
    await turn();
    session = await asked(talk, session, question);
  }
}

/** The session after a question. However that ends, words that were typed and not entered are kept with the composition. */
async function asked(
  talk: Talk,
  session: Session,
  question: Exclude<Question, { ask: 'summary' }>,
): Promise<Session> {
  const { asker, keeper } = talk;
  const { account, costOf, defaults } = session;
  const current = question.ask === 'model' ? (question.current ?? defaults.model) : undefined;
  const asking = question.ask === 'model' ? { ...question, current } : question;
  let { composition } = session;
  asker.begun.words = begunAt(composition);
  let answer: Answer;
  try {
    answer = await askQuestion(asking, costOf, { ...asker, cast: defaults.cast });
  } finally {
    composition = withBegun(composition, asker.begun.words);
    asker.begun.words = undefined;
    keeper.hold(composition, account);
  }
  answer = await withWholeId(talk.context, answer);
  const left = { ...session, composition };
  if (answer.give === 'back' && composition.trail.length === 0) return atTheStart(talk, left);
  const after = afterAnswer(left, answer);
  const lost = answer.give === 'model' && leftBehind(composition, after.composition, left.facts);
  if (lost) talk.context.listen({ kind: 'warning', message: lost });
  return { ...left, ...after };
}

/** The answer with the whole id of the draft that it names as every command takes it; else as it was typed. */
async function withWholeId(context: ComposeMeans, answer: Answer): Promise<Answer> {
  if (answer.give !== 'part' || answer.choice.type !== 'draft_task') return answer;
  const named = await (await context.ledger()).resolveId(answer.source);
  return named !== undefined && 'id' in named ? { ...answer, source: named.id } : answer;
}

function afterAnswer(
  { composition, defaults, facts, pending }: Session,
  answer: Answer,
): Pick<Session, 'composition' | 'pending'> {
  if (answer.give !== 'model' || pending === undefined)
    return { composition: answered(composition, answer, facts), pending };
  return { composition: beginWith(answer.id, pending, undefined, { facts, defaults }), pending: undefined };
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
  const { account, composition, defaults, facts } = session;
  const entry = entryOf(composition, facts);
  const named = castInPrompt(composition, facts);
  const { body } = named.sent;
  const loopback = isOnThisMachine(account.baseUrl);
  await turn();
  const draftIds = draftIdsOf(body);
  const [draftId] = draftIds;
  const command = composedCommand({
    body: composition.body,
    draft: draftId === undefined ? undefined : await (await context.ledger()).find(draftId),
    sent: body,
    entry: entry ?? unlistedEntry(''),
    given: flags,
    defaults,
  });
  const drafts = await draftFacts(context, draftIds);
  await turn();
  const found = [
    ...named.findings,
    ...compositionFindings(named.sent, facts, { loopback, draft: (id) => drafts.get(id) }),
    ...unsentFiles(composition.body, composedWords(command).media),
  ];
  const findings = withDraftReason(found, composition, facts);
  await turn();
  const { environment } = context.around;
  const createdAt = isoTime(context.clock.nowMs());
  const chosen = { route: composedRoute } as const;
  const intentFor = intentMaker({ body, account, chosen, plan, environment, createdAt });
  const money = await moneyAhead(context, { facts: { account, defaults }, plan, intentFor });
  await turn();
  const isUsual = await isUsualAccount(context, account);
  const verdict = await askSummary(
    {
      body,
      findings,
      commandLine: commandLine(command, { account, isUsual }),
      money,
      changes: changesOf(composition, facts),
      offers: draftOffers(composition, facts),
      keptAs: keeper.keptAs(),
      dryRun: flags.dryRun,
      hasJourney: journey.wait || journey.download || journey.dir !== undefined,
      canGoBack: composition.trail.length > 0,
    },
    { ...asker, cast: defaults.cast },
  );
  return { command, verdict };
}

/** Saves the composition under a name that a person chooses; false where the person went back. */
async function saved(asker: Asker, keeper: Keeper): Promise<boolean> {
  const given = await asker.line({
    message: 'Keep it as',
    preset: keeper.suggestedName(),
    note: (name) =>
      isCompositionName(name)
        ? undefined
        : { kind: 'fault', text: 'A name has up to 64 letters, digits, dots, _ and -.' },
  });
  if (given === undefined) return false;
  const name = keeper.keep(given);
  const { colors, lines, symbols } = asker.look;
  lines([`${colors.good(symbols.good)} Kept. To go on: genctl compose --resume ${name}`]);
  return true;
}

function thrownAway({ look: { colors, lines, symbols } }: Asker, keeper: Keeper): void {
  const name = keeper.keptAs();
  keeper.sent();
  lines([`${colors.good(symbols.good)} Thrown away: ${name}`]);
}
