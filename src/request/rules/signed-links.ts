import { jsonPath } from '../../schema/json/json-place.ts';
import { objectOf } from '../../text/json-object.ts';
import { changedTexts, isCallback, isProse } from './left-out.ts';
import { signingSchemes } from './signing-schemes.ts';

/** A parameter of a query, in its order. */
export interface LinkParameter {
  /** As it is written, with its value. */
  text: string;
  /** Decoded, in lower case. */
  name: string;
  hasValue: boolean;
}

/** A link with its query in parts. */
export interface LinkParts {
  /** All before the question mark. */
  head: string;
  parameters: readonly LinkParameter[];
  /** The fragment, with its sign. */
  fragment: string;
}

const wholeLink = /^(https?:\/\/[^\s?#]+)(?:\?([^\s#]*))?(#\S*)?$/i;

/** The parts of a link; undefined for a text that is no link as a whole. */
export function linkParts(text: string): LinkParts | undefined {
  const [, head, query, fragment = ''] = wholeLink.exec(text) ?? [];
  if (head === undefined) return undefined;
  return { head, parameters: query?.split('&').map(parameterOf) ?? [], fragment };
}

/**
 * A link without its signature: the parameters of each signing scheme of which the whole set is there. All else stays as it is
 * written, in its order. A text that is no link as a whole, or lacks a part of the set, comes back unchanged.
 */
export function unsignedLink(text: string): string {
  const parts = linkParts(text);
  const signature = parts === undefined ? noNames : signatureNames(parts.parameters);
  if (parts === undefined || signature.size === 0) return text;
  const rest = parts.parameters.filter(({ name }) => !signature.has(name)).map((one) => one.text);
  return `${parts.head}${rest.length === 0 ? '' : `?${rest.join('&')}`}${parts.fragment}`;
}

/**
 * A value of a request as it is compared: its links without their signatures. Prose counts word for word, for it is what is rendered.
 * A callback counts whole: with another signature the service would call with one that its receiver may not take any more.
 */
export function unsignedValue(value: unknown, name?: string): unknown {
  const path = name === undefined ? [] : [name];
  return changedTexts(value, path, (text, place) =>
    isProse(place) || isCallback(place) ? text : unsignedLink(text),
  );
}

/** The body of a request as it is compared: see {@link unsignedValue}. */
export function unsignedBody(body: Record<string, unknown>): Record<string, unknown> {
  return objectOf(unsignedValue(body)) ?? {};
}

/**
 * A request that was sent, with its links as they are signed now: those that lead to the same at the same place of today's request. All
 * else stays as it was sent, the links of uploads among it.
 */
export function withFreshLinks(sent: unknown, today: unknown): unknown {
  const links = new Map<string, string>();
  changedTexts(today, [], (text, place) => {
    links.set(jsonPath(place), text);
    return text;
  });
  return changedTexts(sent, [], (text, place) => {
    const fresh = links.get(jsonPath(place));
    return fresh !== undefined && unsignedLink(fresh) === unsignedLink(text) ? fresh : text;
  });
}

const noNames: ReadonlySet<string> = new Set();

/** The names of the parameters that sign a link. Where one of them stands twice, nobody knows which counts: then none signs it. */
export function signatureNames(parameters: readonly LinkParameter[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const withValue = new Set<string>();
  for (const { hasValue, name } of parameters) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (hasValue) withValue.add(name);
  }
  const names = signingSchemes.flatMap(({ mayBeEmpty = [], optional = [], required }) => {
    const isWhole =
      required.every((name) => withValue.has(name)) && mayBeEmpty.every((name) => counts.has(name));
    if (!isWhole) return [];
    const all = [...required, ...mayBeEmpty, ...optional];
    return all.every((name) => (counts.get(name) ?? 0) < 2) ? all : [];
  });
  return new Set(names);
}

function parameterOf(text: string): LinkParameter {
  const equals = text.indexOf('=');
  const name = decoded(equals < 0 ? text : text.slice(0, equals)).toLowerCase();
  return { text, name, hasValue: equals >= 0 && equals < text.length - 1 };
}

function decoded(name: string): string {
  if (!/[%+]/.test(name)) return name;
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    // A percent sign that is none of an escape.
    return name;
  }
}
