import { familyOf } from '../../contract/families/index.ts';
import { requestRoutes } from '../../contract/request-route.ts';
import { optionRefusal } from './flags/flag-refusal.ts';
import type { Recipient } from './recipient.ts';
import type { RequestWords } from './request-words.ts';

/** What a project, a profile or a setting says of requests where the words of one are silent. */
export interface UsualValues {
  model: string | undefined;
  /** Flat options by their wire names. */
  options: Readonly<Record<string, unknown>>;
  count: number | undefined;
  promptEnhance: string | undefined;
}

/**
 * Fills what the words left open. A body or an input given whole stays as it is: usual values are for requests that are put
 * together from flags.
 */
export function withUsual(words: RequestWords, usual: UsualValues): RequestWords {
  const model = words.model ?? (words.body === undefined ? usual.model : undefined);
  if (words.body !== undefined || words.input !== undefined) return { ...words, model };
  const options = { ...usual.options };
  for (const [name, value] of Object.entries(words.options)) options[name] = value ?? options[name];
  return {
    ...words,
    model,
    options,
    count: words.count ?? usual.count,
    promptEnhance: words.promptEnhance ?? usual.promptEnhance,
  };
}

/**
 * Of what is usual, what the request can take: a project has requests of several kinds, and only what is asked for by name is
 * refused by name.
 */
export function usualFor(usual: UsualValues, recipient: Recipient): UsualValues {
  const { model, route } = recipient;
  const { count, options, promptEnhance } = usual;
  const taken = Object.entries(options).filter(
    ([name, value]) => optionRefusal(name, value, recipient) === undefined,
  );
  const { countField, isFlat } = requestRoutes[route];
  const isEnhanced = !isFlat && familyOf(model)?.promptEnhance === true;
  return {
    model: usual.model,
    options: Object.fromEntries(taken),
    count: countField === undefined ? undefined : count,
    promptEnhance: isEnhanced ? promptEnhance : undefined,
  };
}

/** Usual values without some options, which a step sets by itself. */
export function usualBut(usual: UsualValues, names: readonly string[]): UsualValues {
  if (names.length === 0) return usual;
  const options = Object.entries(usual.options).filter(([name]) => !names.includes(name));
  return { ...usual, options: Object.fromEntries(options) };
}
