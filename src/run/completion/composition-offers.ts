import { type Compositions, openCompositions } from '../../compose/compositions.ts';
import { CliError } from '../../errors/cli-error.ts';
import { promptText } from '../../service/body/asked-fields.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { Offer } from './offer.ts';

/** How many saved requests are read for their description; the rest are offered without one. */
const readMost = 40;

/** The saved requests, by name, with their model and prompt. */
export function compositionOffers(home: string): Offer[] {
  const kept = openCompositions(home);
  return kept.names().map((name, place) => ({ word: name, says: place < readMost ? said(kept, name) : '' }));
}

function said(kept: Compositions, name: string): string {
  try {
    const body = objectOf(ownValue(kept.read(name).composition, 'body'));
    const model = ownValue(body, 'model');
    return [typeof model === 'string' ? model : undefined, promptText(body)]
      .filter((part) => part !== undefined)
      .join(': ');
  } catch (error) {
    if (error instanceof CliError) return '';
    throw error;
  }
}
