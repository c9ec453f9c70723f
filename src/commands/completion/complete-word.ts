import { homeFolder, homePlaces } from '../../store/home.ts';
import type { Environment } from '../surroundings.ts';
import { type Offer, offerLines } from './offer.ts';

/**
 * What the scripts of the shells ask for, as `genctl __complete KIND TYPED WORD…`: a line an offer. It reads files of this
 * machine only, sends nothing, and has no other answer to trouble than none: a shell is waiting, and nobody asked a thing.
 */
export async function completeWord(
  [kind = '', typed = '', ...line]: readonly string[],
  environment: Environment,
): Promise<string> {
  try {
    const home = await homeFolder({ genctlHome: environment.GENCTL_HOME });
    const offers = await offersOf(kind, { home, typed, line, environment });
    return offerLines(offers, typed)
      .map((one) => `${one}\n`)
      .join('');
  } catch {
    return '';
  }
}

interface Asked {
  home: string;
  typed: string;
  line: readonly string[];
  environment: Environment;
}

async function offersOf(kind: string, { home, typed, line, environment }: Asked): Promise<Offer[]> {
  switch (kind) {
    case 'job':
    case 'job-or-file':
      return (await import('./job-offers.ts')).jobOffers(homePlaces(home).ledger, typed);
    case 'draft':
      return (await import('./job-offers.ts')).draftOffers(homePlaces(home).ledger, typed);
    case 'model':
      return (await import('./model-offers.ts')).modelOffers(home, line, environment);
    case 'composition':
      return (await import('./composition-offers.ts')).compositionOffers(home);
    case 'profile':
      return (await import('./profile-offers.ts')).profileOffers(home);
    case 'setting-value':
      return settingOffers(home, line, environment);
    default:
      return [];
  }
}

/** What the setting takes that was named last on the line. */
async function settingOffers(home: string, line: readonly string[], environment: Environment) {
  const { isSettingName, settingTable } = await import('../../store/setting-table.ts');
  const name = line.findLast(isSettingName);
  if (name === 'model') return (await import('./model-offers.ts')).modelOffers(home, line, environment);
  const setting = name === undefined ? undefined : settingTable[name];
  if (setting?.kind !== 'choice') return [];
  return setting.choices.map((choice) => ({ word: choice, says: setting.says }));
}
