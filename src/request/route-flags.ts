import { choiceFlag, type FlagValues, inGroup, seldom, switchFlag } from '../cli/flag.ts';
import { apiVersions, nameableRoutes } from '../service/request-route.ts';
import type { RouteChoice } from './rules/choose-route.ts';

const group = 'Route:';

/**
 * The flags that say where to ask for a job that this machine does not know. Every command that looks at a job by its id has
 * them.
 */
export const lookupFlags = inGroup(group, {
  api: seldom(choiceFlag('--api <version>', 'v2 or v1, for a job that genctl does not know', apiVersions)),
  route: seldom(
    choiceFlag('--route <route>', 'the v1 route, for a job that genctl does not know', nameableRoutes),
  ),
});

/** The flags that say which way a request goes. */
export const routeFlags = inGroup(group, {
  api: seldom(choiceFlag('--api <version>', 'v2 unless the model is a spicy/ id', apiVersions)),
  route: seldom(choiceFlag('--route <route>', 'the v1 route; implies --api v1', nameableRoutes)),
  sync: seldom(switchFlag('--sync', 'wait for v1 images in one answer; implies --route images')),
});

export type LookupFlags = FlagValues<typeof lookupFlags>;

export function routeChoiceOf(flags: FlagValues<typeof routeFlags>): RouteChoice {
  return { api: flags.api, route: flags.route, sync: flags.sync };
}

/** Drafts have no images of v1, and so no `--sync`. */
export function draftChoiceOf(flags: Pick<FlagValues<typeof routeFlags>, 'api' | 'route'>): RouteChoice {
  return routeChoiceOf({ ...flags, sync: false });
}

/** Requests whose references are prepared have one way to go. @see service document §4.8 */
export const refsChoice: RouteChoice = { sync: false, only: 'refs' };
