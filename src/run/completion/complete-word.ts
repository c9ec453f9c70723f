import { homeFolder, homePlaces } from '../../account/home.ts';
import type { Asked, CompletionParts } from './asked.ts';
import { type Offer, offerLines } from './offer.ts';

/**
 * Answers the shells' completion scripts, which call `genctl __complete KIND TYPED WORD…`, with one offer on each line. It
 * reads files of this machine and asks a service only for its models. Any trouble gives no offers: a shell is waiting, and
 * nobody asked a question.
 */
export async function completeWord(
  [kind = '', typed = '', ...line]: readonly string[],
  parts: CompletionParts,
): Promise<string> {
  const { environment } = parts;
  try {
    const home = await homeFolder({ genctlHome: environment.GENCTL_HOME });
    const offers = await offersOf(kind, { ...parts, home, typed, line });
    return offerLines(offers, typed)
      .map((one) => `${one}\n`)
      .join('');
  } catch {
    return '';
  }
}

const optionKind = 'option-';

async function offersOf(kind: string, asked: Asked): Promise<Offer[]> {
  const { home, typed } = asked;
  if (kind.startsWith(optionKind))
    return (await import('./option-offers.ts')).optionOffers(asked, kind.slice(optionKind.length));
  switch (kind) {
    case 'job':
    case 'job-or-file':
      return (await import('./job-offers.ts')).jobOffers(homePlaces(home).ledger, typed);
    case 'unfinished-job':
      return (await import('./job-offers.ts')).unfinishedOffers(homePlaces(home).ledger, typed);
    case 'draft':
      return (await import('./job-offers.ts')).draftOffers(homePlaces(home).ledger, typed, asked.nowMs());
    case 'field':
      return (await import('./field-offers.ts')).fieldOffers(asked);
    case 'columns':
      return (await import('./column-offers.ts')).columnOffers(typed);
    case 'model':
      return (await import('./model-offers.ts')).modelOffers(asked);
    case 'batch':
      return (await import('./noted-offers.ts')).notedOffers(homePlaces(home).ledger, 'batches');
    case 'tag':
      return (await import('./noted-offers.ts')).notedOffers(homePlaces(home).ledger, 'tags');
    case 'composition':
      return (await import('./composition-offers.ts')).compositionOffers(home);
    case 'profile':
      return (await import('./setting-offers.ts')).profileOffers(home);
    case 'setting-value':
      return (await import('./setting-offers.ts')).settingOffers(asked);
    default:
      return [];
  }
}
