import { homeFolder, homePlaces } from '../../account/home.ts';
import type { Asked, CompletionParts } from './asked.ts';
import { type CompletionTable, fitting, linePlace, type Offer, readTable, type Taken } from './line-place.ts';

/**
 * Answers the shells' scripts in completions/, which call `genctl __complete LINE [END]` with the line up to the cursor: an offer
 * on each line, as the word, a tab, and its description. `:files`, `:folders` or `:text` leaves the rest to the shell. A shell that
 * neither compares words nor replaces the whole typed one gives the `END` that it replaces. It gets the ends of the words that fit.
 *
 * It reads files of this machine and asks a service only for its models. Any trouble gives no offers: a shell is waiting, and
 * nobody asked a question.
 */
export async function completeWord(
  [text = '', end]: readonly string[],
  parts: CompletionParts,
  table: () => CompletionTable = readTable,
): Promise<string> {
  try {
    const { command, joined, line, offers, taken, typed } = linePlace(text, table());
    const values = await valuesOf(taken, { ...parts, typed, command, line });
    const found = [...offers, ...values.map(({ says, word }) => ({ word: joined + word, says }))];
    const whole = joined + typed;
    const words = end === undefined ? found : found.filter(({ word }) => word.startsWith(whole));
    const kept = end === undefined ? 0 : whole.length - end.length;
    const lines = [
      ...words.map(({ says, word }) => `${word.slice(kept)}\t${says}`),
      ...leftToShell(taken, typed, line),
    ];
    return lines.map((one) => `${one}\n`).join('');
  } catch {
    return '';
  }
}

async function valuesOf(taken: Taken, asked: Omit<Asked, 'home'>): Promise<Offer[]> {
  if (typeof taken !== 'string') return taken.map((word) => ({ word, says: '' }));
  if (['any', 'file', 'folder', 'text'].includes(taken)) return [];
  // Without an `@` it is a path.
  if (taken === 'media' && !asked.typed.startsWith('@')) return [];
  const home = await homeFolder({ genctlHome: asked.environment.GENCTL_HOME });
  return fitting(await lookUp(taken, { ...asked, home }), asked.typed);
}

/** The kinds of names that the shell adds itself: it knows how to quote the names of files. A text may be `@file`. */
function leftToShell(taken: Taken, typed: string, line: readonly string[]): string[] {
  if (taken === 'text') return typed.startsWith('@') ? [':text'] : [];
  if (taken === 'folder') return [':folders'];
  if (taken === 'media' && typed.startsWith('@')) return [];
  const isFile = taken === 'setting-value' && line.some((word) => word.startsWith('cast.'));
  return isFile || ['file', 'job-or-file', 'media'].includes(String(taken)) ? [':files'] : [];
}

const optionKind = 'option-';

/** The values of a kind that this machine knows. */
async function lookUp(kind: string, asked: Asked): Promise<Offer[]> {
  const { home, typed } = asked;
  const jobs = () => import('./job-offers.ts');
  const { ledger } = homePlaces(home);
  if (kind.startsWith(optionKind))
    return (await import('./option-offers.ts')).optionOffers(asked, kind.slice(optionKind.length));
  switch (kind) {
    case 'job':
    case 'job-or-file':
      return (await jobs()).jobOffers(ledger, typed);
    case 'unfinished-job':
      return (await jobs()).unfinishedOffers(ledger, typed);
    case 'draft':
      return (await jobs()).draftOffers(ledger, typed, asked.nowMs());
    case 'batch':
      return (await jobs()).notedOffers(ledger, 'batch');
    case 'tag':
      return (await jobs()).tagOffers(ledger, typed);
    case 'cost-key':
      return (await import('./name-offers.ts')).costKeyOffers(ledger);
    case 'columns':
      return (await jobs()).columnOffers(typed);
    case 'field':
      return (await import('./option-offers.ts')).fieldOffers(asked);
    case 'media':
      return (await import('./name-offers.ts')).castOffers(asked, '@');
    case 'model':
      return (await import('./model-offers.ts')).modelOffers(asked);
    case 'composition':
      return (await import('./name-offers.ts')).compositionOffers(home);
    case 'profile':
      return (await import('./setting-offers.ts')).profileOffers(home);
    case 'setting':
      return [
        ...(await import('./setting-offers.ts')).settingNameOffers(),
        ...(await import('./name-offers.ts')).castOffers(asked, 'cast.'),
      ];
    case 'setting-value':
      return (await import('./setting-offers.ts')).settingOffers(asked);
    default:
      return [];
  }
}
