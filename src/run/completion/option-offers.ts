import { readSettings } from '../../account/settings/settings.ts';
import { ownField } from '../../request/fields/flag-to-field.ts';
import { fieldNames, schemaField } from '../../schema/input-field.ts';
import { typedValue } from '../../service/body/option-value.ts';
import { draftModelId } from '../../service/families/index.ts';
import type { InputDescription } from '../../service/model.ts';
import { documentedValues } from '../../service/options.ts';
import { type Asked, flagValue } from './asked.ts';
import type { Offer } from './line-place.ts';
import { modelAtHand } from './model-offers.ts';

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

/** The fields of the line's model as `name=` and, of one that is typed whole, its values. No service is asked. */
export async function fieldOffers(asked: Asked): Promise<Offer[]> {
  const schema = (await lineModel(asked))?.inputSchema;
  if (schema === undefined) return [];
  const [name = '', value] = asked.typed.split('=', 2);
  if (value === undefined) return fieldNames(schema).map((field) => ({ word: `${field}=`, says: '' }));
  return valuesOf(name, schema).map((listed) => ({ word: `${name}=${listed}`, says: '' }));
}

function valuesOf(name: string, schema: InputDescription): readonly unknown[] {
  const field = schemaField(schema, name);
  if (field === undefined || field.listed.length > 0) return field?.listed ?? [];
  return [true, false].filter(
    (value) => field.nodes.some(({ type }) => type === 'boolean') && field.fits(value),
  );
}

/** The model that a line names, or its default, where it is kept here. */
function lineModel(asked: Asked) {
  const { line } = asked;
  const id = flagValue('--model', line) ?? flagValue('-m', line) ?? defaultModel(asked);
  return typeof id === 'string' && id !== '' ? modelAtHand(asked, id) : undefined;
}

/** Drafts and finals have a model of their own; other requests have that of the environment or the settings. */
function defaultModel({ command, environment, home }: Asked): unknown {
  if (command === 'draft' || command === 'finalize') return draftModelId;
  return environment.GENCTL_MODEL ?? readSettings(home).settings.model;
}
