import type { JsonPlace } from '../../schema/json/json-place.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { type Composition, type Position, startComposition } from './composition.ts';

/** Reads a composition that was saved. Parts that can't be read are asked for again. */
export function savedComposition(saved: Record<string, unknown>): Composition {
  const body = objectOf(ownValue(saved, 'body')) ?? {};
  const position = readPosition(ownValue(saved, 'position')) ?? { at: 'model' };
  const trail = ownValue(saved, 'trail');
  const variants = Object.entries(objectOf(ownValue(saved, 'variants')) ?? {}).filter(([, index]) =>
    Number.isInteger(index),
  );
  return {
    ...startComposition(body),
    position,
    trail: (Array.isArray(trail) ? trail : []).map(readPosition).filter((one) => one !== undefined),
    variants: Object.fromEntries(variants) as Record<string, number>,
    reviewed: ownValue(saved, 'reviewed') === true,
  };
}

/** A name for a composition: the first words of its prompt, else its model. Lower case, with hyphens. */
export function compositionName(words: string | undefined, model: string | undefined): string {
  const source = words !== undefined && slugOf(words) !== '' ? words : (model?.split('/').at(-1) ?? '');
  return slugOf(source) === '' ? 'request' : slugOf(source);
}

function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? [])
    .filter((word) => !articles.has(word))
    .slice(0, 3)
    .join('-')
    .slice(0, 40);
}

const articles = new Set(['a', 'an', 'the']);
const bare: ReadonlySet<unknown> = new Set(['model', 'prompt', 'summary']);
const placed: ReadonlySet<unknown> = new Set(['value', 'variant', 'menu', 'json']);

function readPosition(value: unknown): Position | undefined {
  const position = objectOf(value);
  const at = ownValue(position, 'at');
  if (bare.has(at)) return { at } as Position;
  const place = readPlace(ownValue(position, 'place'));
  if (place === undefined) return undefined;
  if (placed.has(at)) return { at, place } as Position;
  const choice = ownValue(position, 'choice');
  return at === 'part' && typeof choice === 'number' ? { at, place, choice } : undefined;
}

function readPlace(value: unknown): JsonPlace | undefined {
  if (!Array.isArray(value)) return undefined;
  const steps: readonly unknown[] = value;
  return steps.every((step) => typeof step === 'string' || (Number.isInteger(step) && Number(step) >= 0))
    ? (steps as JsonPlace)
    : undefined;
}
