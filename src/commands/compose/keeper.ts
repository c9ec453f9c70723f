import type { Clock } from '../../client/transport/clock.ts';
import type { Composition } from '../../rules/compose/composition.ts';
import { inputOf, modelOf } from '../../rules/compose/composition.ts';
import { promptOf } from '../../rules/compose/prompt-words.ts';
import { compositionName } from '../../rules/compose/saved.ts';
import { isoTime } from '../../rules/iso-time.ts';
import type { Account } from '../../store/account.ts';
import type { Compositions } from '../../store/compositions.ts';

/** Holds on to what was entered, and writes it down when it has to be left. */
export interface Keeper {
  /** From now on this is what is kept. */
  hold(composition: Composition, account: Account): void;
  /** Writes it down; its name, or undefined where there is nothing to keep, or it was sent. */
  keep(name?: string): string | undefined;
  /** A name for it that nothing else has. */
  suggestedName(): string;
  /** It became a job: nothing is kept any more. */
  sent(): void;
  isSent(): boolean;
  /** Of all that is kept. */
  names(): string[];
}

/** @param resumed the name of what is gone on with. */
export function createKeeper(store: Compositions, clock: Clock, resumed: string | undefined): Keeper {
  let held: { composition: Composition; account: Account } | undefined;
  let keptAs = resumed;
  let isSent = false;
  const suggestedName = (): string => {
    if (keptAs !== undefined || held === undefined) return keptAs ?? 'request';
    const input = inputOf(held.composition);
    const words = promptOf(input, 'prompt') ?? promptOf(input, 'content');
    return freeName(compositionName(words, modelOf(held.composition)), store.names());
  };
  return {
    suggestedName,
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
    names: () => store.names(),
  };
}

function isEmpty({ body }: Composition): boolean {
  return Object.keys(body).length === 0;
}

function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.includes(`${name}-${number}`)) return `${name}-${number}`;
}
