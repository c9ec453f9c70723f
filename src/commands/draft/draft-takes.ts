import { requestRoutes } from '../../contract/request-route.ts';
import { takeSeeds } from '../../rules/draft-takes.ts';
import { objectOf } from '../../rules/json/json-object.ts';
import { derivedKey } from '../../store/ledger/idempotency-key.ts';
import type { CommandContext } from '../context/context.ts';
import type { IntentPlan } from '../request/intent-flags.ts';
import {
  type PreparedRequest,
  type PreparedSubmission,
  submissionOf,
} from '../request/prepare-submission.ts';

/**
 * The takes of one request: the same body with a seed for each take and, where there is a name, a name for each. The same name
 * gives the same seeds, so that a second run of the command means the same jobs.
 */
export function takesOf(
  context: CommandContext,
  request: PreparedRequest,
  plan: IntentPlan,
  takes: number,
): PreparedSubmission[] {
  if (takes === 1) return [submissionOf(context, request, plan)];
  const { isFlat } = requestRoutes[request.chosen.route];
  const input = isFlat ? request.body : (objectOf(request.body.input) ?? {});
  const { seed } = input;
  const seeds = takeSeeds(takes, {
    seed: typeof seed === 'number' ? seed : undefined,
    onceDigits: plan.once === undefined ? undefined : derivedKey('', plan.once),
    random: Math.random,
  });
  return seeds.map((own, place) => {
    const withSeed = { ...input, seed: own };
    const body = isFlat ? withSeed : { ...request.body, input: withSeed };
    const name = plan.once === undefined ? undefined : `${plan.once}/${place + 1}`;
    return submissionOf(context, { ...request, body }, { ...plan, once: name });
  });
}
