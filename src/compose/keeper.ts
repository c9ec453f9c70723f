import type { Account } from '../account/account.ts';
import type { Clock } from '../api/transport/clock.ts';
import { isoTime } from '../text/iso-time.ts';
import type { Compositions } from './compositions.ts';
import { begunAt, type Composition, inputOf, modelOf } from './rules/composition.ts';
import { promptOf } from './rules/prompt-words.ts';

/** Holds the composition, and saves it when the person has to leave. */
export interface Keeper {
  /** Replaces the composition that is held. */
  hold(composition: Composition, account: Account): void;
  /** Saves the composition and returns its name; undefined where nothing was entered yet, or it was sent. */
  keep(name?: string): string | undefined;
  /** A free name for the composition. */
  suggestedName(): string;
  /** The name that the composition is saved under; undefined where it is not. */
  keptAs(): string | undefined;
  /** Removes the composition and saves it no more: it became a job, or the person does not want it. */
  sent(): void;
  isSent(): boolean;
}

/** Creates a keeper. `resumed` is the name of the saved composition that is continued. */
export function createKeeper(store: Compositions, clock: Clock, resumed: string | undefined): Keeper {
  let held: { composition: Composition; account: Account } | undefined;
  let keptAs = resumed;
  let isSent = false;
  const suggestedName = (): string => {
    if (keptAs !== undefined || held === undefined) return keptAs ?? 'request';
    const input = inputOf(held.composition);
    const words =
      promptOf(input, 'prompt') ?? promptOf(input, 'content') ?? begunAt(held.composition, { at: 'prompt' });
    return freeName(compositionName(words, modelOf(held.composition)), store.names());
  };
  return {
    suggestedName,
    keptAs: () => keptAs,
    hold(composition, account) {
      held = { composition, account };
    },
    keep(name) {
      if (held === undefined || isSent || isEmpty(held.composition)) return undefined;
      const { account, composition } = held;
      keptAs = name ?? suggestedName();
      store.save(keptAs, {
        schema: 1,
        saved_at: isoTime(clock.nowMs()),
        profile: account.profile,
        base_url: account.baseUrl,
        composition: { ...composition },
      });
      return keptAs;
    },
    sent() {
      isSent = true;
      if (keptAs !== undefined) store.remove(keptAs);
    },
    isSent: () => isSent,
  };
}

function isEmpty({ begun = {}, body }: Composition): boolean {
  return Object.keys({ ...begun, ...body }).length === 0;
}

function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.includes(`${name}-${number}`)) return `${name}-${number}`;
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
