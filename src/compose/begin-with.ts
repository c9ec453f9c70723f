import type { Defaults } from '../request/defaults.ts';
import { buildSubmission } from '../request/rules/request-body.ts';
import { usualFor, withUsual } from '../request/rules/usual-values.ts';
import { hasField } from '../schema/input-field.ts';
import type { ModelEntry } from '../service/model.ts';
import type { RequestWords } from '../service/request-words.ts';
import { answered } from './rules/answer.ts';
import { type ComposeFacts, type Composition, startComposition } from './rules/composition.ts';
import { promptNeed } from './rules/prompt-words.ts';

/**
 * Begins a composition for a known model with the flags and the defaults of the project and the profile, or continues an
 * earlier composition, changed by the flags. What is answered here is not asked again.
 */
export function beginWith(
  model: string,
  words: RequestWords,
  before: Composition | undefined,
  { defaults, facts }: { defaults: Defaults; facts: ComposeFacts },
): Composition {
  const entry = facts.models.find(({ id }) => id === model);
  if (before !== undefined) {
    const body = buildSubmission({ ...words, body: { ...before.body, ...words.body } }, entry);
    return { ...before, body };
  }
  const named = { ...defaults, options: namedOptions(defaults.options, entry) };
  const usual = usualFor(named, { model, entry, route: 'jobs' });
  const body = buildSubmission(withUsual({ ...words, model }, usual), entry);
  const chosen = answered(startComposition(body), { give: 'model', id: model }, facts);
  const need = promptNeed(entry);
  const isWorded = words.prompt !== undefined && need !== undefined && chosen.position.at === 'prompt';
  return isWorded ? answered(chosen, { give: 'prompt', words: words.prompt ?? '' }, facts) : chosen;
}

/** The default options that the model has a field for. */
function namedOptions(options: Defaults['options'], entry: ModelEntry | undefined): Defaults['options'] {
  const schema = entry?.inputSchema;
  if (schema === undefined) return options;
  return Object.fromEntries(Object.entries(options).filter(([name]) => hasField(schema, name)));
}
