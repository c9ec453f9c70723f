import { readSettings } from '../../account/settings/settings.ts';
import { documentedValues, ownField } from '../../request/fields/flag-to-field.ts';
import { typedValue } from '../../service/body/option-value.ts';
import { draftModelId } from '../../service/families/index.ts';
import { type Asked, flagValue } from './asked.ts';
import { modelAtHand } from './model-offers.ts';
import type { Offer } from './offer.ts';

/**
 * The values that an option takes: those in the schema of the line's model, where that is kept here, or else those of the
 * document. No service is asked.
 */
export async function optionOffers(asked: Asked, option: string): Promise<Offer[]> {
  const schema = (await lineModel(asked))?.inputSchema;
  const live = schema === undefined ? [] : (ownField(option, schema)?.listed ?? []);
  const words = (live.length > 0 ? live : documentedValues(option)).flatMap(
    (value) => typedValue(option, value) ?? [],
  );
  return [...new Set(words)].map((word) => ({ word, says: '' }));
}

/** The model that a line names, or its default, where it is kept here. */
export function lineModel(asked: Asked) {
  const { line } = asked;
  const id = flagValue('--model', line) ?? flagValue('-m', line) ?? defaultModel(asked);
  return typeof id === 'string' && id !== '' ? modelAtHand(asked, id) : undefined;
}

/** Drafts and finals have a model of their own; other requests have that of the environment or the settings. */
function defaultModel({ environment, home, line }: Asked): unknown {
  const command = line.find((word) => !word.startsWith('-'));
  if (command === 'draft' || command === 'finalize') return draftModelId;
  return environment.GENCTL_MODEL ?? readSettings(home).settings.model;
}
