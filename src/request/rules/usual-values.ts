import type { Recipient } from '../../service/body/recipient.ts';
import { familyOf } from '../../service/families/index.ts';
import { requestRoutes } from '../../service/request-route.ts';
import type { RequestWords } from '../../service/request-words.ts';
import { optionRefusal } from '../flags/flag-refusal.ts';

/** The defaults of requests, from a project, a profile or a setting. */
export interface UsualValues {
  model: string | undefined;
  /** Flat options by their wire names. */
  options: Readonly<Record<string, unknown>>;
  count: number | undefined;
  promptEnhance: string | undefined;
}

/**
 * Fills what the words leave open with the defaults. A whole body or input stays as it is, because defaults are for requests
 * that are made from flags.
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
 * The defaults that a request can take. Others are dropped and not refused, because a project has requests of several kinds.
 */
export function usualFor(usual: UsualValues, recipient: Recipient): UsualValues {
  const { model, route } = recipient;
  const { count, options, promptEnhance } = usual;
  const { countField, isFlat } = requestRoutes[route];
  const isEnhanced = !isFlat && familyOf(model)?.promptEnhance === true;
  // Most projects set none, and a manifest asks for them at each of its lines.
  const isTaken = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && optionRefusal(name, value, recipient) === undefined;
  return {
    model: usual.model,
    options: Object.fromEntries(Object.entries(options).filter(isTaken)),
    count: countField === undefined ? undefined : count,
    promptEnhance: isEnhanced ? promptEnhance : undefined,
  };
}

/** The defaults without the options that a command sets itself. */
export function usualBut(usual: UsualValues, names: readonly string[]): UsualValues {
  if (names.length === 0) return usual;
  const options = Object.entries(usual.options).filter(([name]) => !names.includes(name));
  return { ...usual, options: Object.fromEntries(options) };
}
