import type { Cast } from '../../account/settings/setting-table.ts';
import type { ShownFinding } from '../../service/checks/preflight-error.ts';
import { errorsFirst, renderFindings } from '../../terminal/errors/error.ts';
import type { Look } from '../../text/look.ts';
import { escapeJsonControls } from '../../text/safe-text.ts';
import { wrapText } from '../../text/text-width.ts';
import type { Offer } from '../rules/drafts.ts';
import { type Change, changeFor } from '../rules/menu.ts';
import { namedParts } from '../rules/prompt-words.ts';
import type { Asker } from './asker.ts';
import { askedWords, valueWords } from './field-words.ts';
import type { PickRow } from './pick-prompt.ts';

/** The decision of a person about a request. */
export type Verdict =
  | { do: 'change'; change: Change }
  | { do: 'take'; offer: Offer }
  | { do: 'back' }
  | { do: 'save' }
  | { do: 'drop' }
  | { do: 'send'; follow: 'as-flags-say' | 'download' | 'leave'; despiteErrors: boolean };

export interface SummaryQuestion extends ComposedRequest {
  changes: readonly Change[];
  offers: readonly Offer[];
  /** The name that it is saved under; undefined where it is not. */
  keptAs: string | undefined;
  /** True if the request is printed instead of sent. */
  dryRun: boolean;
  /** True if flags say how far to follow the job, so that nobody is asked. */
  hasJourney: boolean;
  /** True if there is an earlier question to go back to. */
  canGoBack: boolean;
}

/** Shows the request and asks what to do with it. */
export async function askSummary(summary: SummaryQuestion, asker: Asker): Promise<Verdict> {
  asker.look.copies(renderComposedRequest(summary, asker.look));
  const error = summary.findings.find(({ severity }) => severity === 'error');
  const lacked = summary.changes.findIndex(({ isMissing }) => isMissing);
  const mends = summary.offers.filter((offer) => offer.mends);
  const isWhole = error === undefined && lacked === -1 && mends.length === 0;
  const sending = sendChoices(summary, { anyway: !isWhole, despiteErrors: error !== undefined });
  const { keptAs } = summary;
  const choices: { row: PickRow; verdict: Verdict }[] = [
    ...sending,
    ...mends.map(offerChoice),
    ...summary.changes.map((change) => ({
      row: changeRow(change, asker.cast),
      verdict: { do: 'change' as const, change },
    })),
    ...summary.offers.filter((offer) => !offer.mends).map(offerChoice),
    ...(keptAs === undefined
      ? []
      : [{ row: { name: 'throw it away', detail: keptAs }, verdict: { do: 'drop' as const } }]),
    { row: { name: 'save it for later' }, verdict: { do: 'save' } },
  ];
  const mended = error === undefined ? lacked : changeFor(error.where, summary.changes);
  // One Enter too many after the last question must not spend money, so nothing is preset: a person must choose to send.
  const isPaidFor = isWhole && !summary.dryRun;
  const given = await asker.pick(
    {
      message: isWhole ? 'Ready' : error === undefined && mends.length === 0 ? 'Not complete' : 'Not ready',
      rows: choices.map(({ row }) => row),
      preset: isPaidFor ? undefined : isWhole ? 0 : sending.length + (mends.length > 0 ? 0 : mended),
      hint: isPaidFor ? 'Arrows choose; Enter alone sends nothing.' : undefined,
    },
    'passing',
  );
  if (given === undefined) return summary.canGoBack ? { do: 'back' } : askSummary(summary, asker);
  return choices[given]?.verdict ?? { do: 'back' };
}

function offerChoice(offer: Offer): { row: PickRow; verdict: Verdict } {
  return { row: { name: offer.name, detail: offer.detail }, verdict: { do: 'take', offer } };
}

function sendChoices(
  { dryRun, hasJourney }: SummaryQuestion,
  { anyway, despiteErrors }: { anyway: boolean; despiteErrors: boolean },
): { row: PickRow; verdict: Verdict }[] {
  const send = (name: string, detail: string | undefined, follow: 'as-flags-say' | 'download' | 'leave') => ({
    row: { name: anyway ? `${name} anyway` : name, detail },
    verdict: { do: 'send' as const, follow, despiteErrors },
  });
  if (dryRun) return [send('print it', 'nothing is sent', 'as-flags-say')];
  if (hasJourney) return [send('send it', undefined, 'as-flags-say')];
  return [
    send('send it', 'wait, and download into this folder', 'download'),
    send('send it and leave it', 'prints the id', 'leave'),
  ];
}

function changeRow({ flag, of, isMissing, place, value }: Change, cast: Cast): PickRow {
  const nothing = isMissing ? 'missing: the model requires it' : 'nothing yet';
  switch (of) {
    case 'options':
      return { name: 'more options' };
    case 'json':
      return { name: 'change the input as JSON' };
    case 'prompt':
      return { name: 'change prompt', detail: valueWords(value) || nothing };
    case 'content':
      return { name: 'change pictures, clips, sound', detail: isMissing ? nothing : partsWords(value, cast) };
    default:
      return { name: `change ${askedWords({ flag, place })}`, detail: valueWords(value) || nothing };
  }
}

function partsWords(content: unknown, cast: Cast): string {
  const names = namedParts(content, cast)
    .map(({ name }) => name)
    .filter((name) => name !== 'words');
  return names.length === 0 ? 'none' : names.join(', ');
}

/** A composed request as a person checks it before it is sent. */
interface ComposedRequest {
  body: Record<string, unknown>;
  findings: readonly ShownFinding[];
  /** The command line that makes the same request, quoted for a shell. */
  commandLine: string;
  /** The expected cost, and what budgets have left, a line each. */
  money?: readonly string[];
}

/** Limits of a body and of a list: only the beginning of a longer one is shown, since nobody checks thousands of lines. */
const linesMost = 200;
const findingsMost = 20;
/** A longer command line is not shown: nobody would copy it, and a part of it is of no use. Unit: characters. */
const commandLineMost = 8_000;

/** The body and the command line, both unindented and unbroken so that they can be copied, and then the money and the findings. */
export function renderComposedRequest(
  { body, commandLine, findings, money = [] }: ComposedRequest,
  look: Look,
): string[] {
  const { colors } = look;
  return [
    '',
    colors.dim('The request'),
    ...bodyLines(body, look),
    '',
    colors.dim('As a command line'),
    ...(commandLine.length > commandLineMost
      ? [colors.dim(`${commandLine.length} characters: too long for this screen`)]
      : commandLine.split('\n')),
    ...(money.length === 0 ? [] : ['']),
    ...money.flatMap((line) => wrapText(line, look.columns - 1)).map(colors.dim),
    ...findingLines(findings, look),
    '',
  ];
}

function bodyLines(body: Record<string, unknown>, { colors, symbols }: Look): string[] {
  const lines = JSON.stringify(body, undefined, 2).split('\n');
  const left = lines.length - linesMost;
  const shown = lines.slice(0, linesMost).map((line) => escapeJsonControls(line));
  if (left <= 0) return shown;
  return [...shown, colors.dim(`${symbols.ellipsis} and ${left} more lines; changed as JSON, all are there`)];
}

function findingLines(findings: readonly ShownFinding[], look: Look): string[] {
  if (findings.length === 0) return [];
  const left = findings.length - findingsMost;
  const more = left > 0 ? [look.colors.dim(`${look.symbols.ellipsis} and ${left} more`)] : [];
  return ['', ...renderFindings(errorsFirst(findings).slice(0, findingsMost), look), ...more];
}
