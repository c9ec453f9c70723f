import { takeSeeds } from '../../request/rules/draft-takes.ts';
import { requestRoutes } from '../../service/request-route.ts';
import type { RequestWords } from '../../service/request-words.ts';
import type { IntentPlan } from '../../submit/intent-flags.ts';
import { derivedKey } from '../../submit/request-key.ts';
import { objectOf } from '../../text/json-object.ts';
import type { PreparedRequest } from './prepare-submission.ts';

/** A take of a request: the same request with a seed of its own and, where there is a name, a name of its own. */
export interface Take {
  request: PreparedRequest;
  plan: IntentPlan;
  /** Its name among the takes; undefined for a request without others. */
  label: string | undefined;
}

/** A take as a person knows it: `take 2, seed 7`. `place` counts from 1. */
export function takeName(place: number, seed: number | undefined): string {
  return `take ${place}${seed === undefined ? '' : `, seed ${seed}`}`;
}

/**
 * The takes of a request. The same name gives the same seeds, so that a second run of the command means the same jobs. Each
 * take is checked as a request with a seed: not every model has one.
 */
export async function prepareTakes(
  words: RequestWords,
  { plan, takes }: { plan: IntentPlan; takes: number },
  prepare: (words: RequestWords) => Promise<PreparedRequest>,
): Promise<Take[]> {
  const request = await prepare(words);
  if (takes === 1) return [{ request, plan, label: undefined }];
  const seeds = takeSeeds(takes, {
    seed: seedOf(request),
    onceDigits: plan.once === undefined ? undefined : derivedKey('', plan.once),
    random: Math.random,
  });
  const made: Take[] = [];
  for (const [place, seed] of seeds.entries()) {
    const once = plan.once === undefined ? undefined : `${plan.once}/${place + 1}`;
    const label = takeName(place + 1, seed);
    const request = await prepare(withSeed(words, seed));
    made.push({ request, plan: { ...plan, once }, label });
  }
  return made;
}

function seedOf({ body, chosen }: PreparedRequest): number | undefined {
  const { seed } = requestRoutes[chosen.route].isFlat ? body : (objectOf(body.input) ?? {});
  return typeof seed === 'number' ? seed : undefined;
}

function withSeed(words: RequestWords, seed: number): RequestWords {
  const set = words.set.map(([name, value]) => [name, name === 'seed' ? seed : value] as const);
  return {
    ...words,
    options: { ...words.options, seed },
    set,
    typed: { ...words.typed, '--seed': '--takes' },
  };
}
