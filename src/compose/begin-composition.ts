import type { Defaults } from '../request/defaults.ts';
import { buildSubmission } from '../request/rules/request-body.ts';
import { usualFor, withUsual } from '../request/rules/usual-values.ts';
import type { RequestWords } from '../service/request-words.ts';
import { answered } from './rules/answer.ts';
import { leftBehind } from './rules/change-model.ts';
import { type Composition, entryOf, modelOf, startComposition, withBegun } from './rules/composition.ts';

/** A composition before the words of flags, and the defaults of its account. */
interface Earlier {
  composition: Composition;
  defaults: Defaults;
}

/** A composition for a model. */
interface BegunComposition {
  composition: Composition;
  /** Sentences about answers of the earlier composition that the model does not take. */
  losses: readonly string[];
}

/** Begins a composition for a known model with the words of flags, or changes an earlier one by them. */
export function beginWith(model: string, words: RequestWords, session: Earlier): BegunComposition {
  const isNew = Object.keys(session.composition.body).length === 0;
  return isNew
    ? { composition: newWith(model, words, session), losses: [] }
    : changedBy(words, session.composition, model);
}

/**
 * A new composition with the words of flags and the defaults of the project and the profile. What is answered here is not asked
 * again.
 */
function newWith(model: string, words: RequestWords, { composition, defaults }: Earlier): Composition {
  const entry = composition.facts.models.find(({ id }) => id === model);
  const usual = usualFor(defaults, { model, entry, route: 'jobs' });
  const body = buildSubmission(withUsual({ ...words, model }, usual), entry);
  const begun = { ...composition, ...startComposition(body), begun: composition.begun };
  const chosen = answered(begun, { give: 'value', value: model });
  const isWorded = words.prompt !== undefined && chosen.position.at === 'prompt';
  return isWorded ? answered(chosen, { give: 'value', value: words.prompt }) : chosen;
}

/** An earlier composition, changed by flags. Another model is taken as if a person chose it. */
function changedBy(words: RequestWords, before: Composition, model: string): BegunComposition {
  const isOther = modelOf(before) !== model;
  const chosen = isOther ? answered(askedForModel(before), { give: 'value', value: model }) : before;
  const lost = isOther ? leftBehind(before, chosen) : undefined;
  const body = { ...chosen.body, ...words.body };
  const changed = { ...chosen, body: buildSubmission({ ...words, model, body }, entryOf(chosen)) };
  const composition = words.prompt === undefined ? changed : withBegun(changed, undefined, { at: 'prompt' });
  return { composition, losses: lost === undefined ? [] : [lost] };
}

/** The composition at the question for its model. */
export function askedForModel(composition: Composition): Composition {
  return { ...composition, position: { at: 'model' }, trail: [] };
}
