import { requestOf } from '../../ledger/asked.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { isLastFrame } from '../../outputs/build-sidecar.ts';
import { isDraft } from '../../request/draft-validity.ts';
import type { LookupFlags } from '../../request/route-flags.ts';
import type { BuiltRequest } from '../../request/rules/build-and-check.ts';
import { readSubmit } from '../../service/body/submit-subject.ts';
import { nameableRoutes, type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';

/** The facts of a request for those that take its output. */
export interface ParentTarget {
  route: RequestRoute;
  model: string;
  /** The medium that it makes; undefined where that is not known here. */
  medium: string | undefined;
  /** True if the closing still comes with the clip. @see service document §2.7, §2.8 */
  hasStill: boolean;
  isDraft: boolean;
}

/** The request of a line, as its children see it. */
export function targetOfLine({ body, chosen: { route }, model }: BuiltRequest): ParentTarget {
  const { input, medium, step } = readSubmit(body, { route });
  const asksForStill = ownValue(input, 'return_last_frame') === true;
  const hasStill = requestRoutes[route].returnsLastFrame && asksForStill;
  return { route, model, medium, hasStill, isDraft: step === 'draft' };
}

/** How a job of such a request is asked for, where this machine does not know it. */
export function lookupOf(target: ParentTarget | undefined): LookupFlags {
  const ordinary = target === undefined ? undefined : requestRoutes[target.route].ordinary;
  const route = nameableRoutes.find((one) => one === ordinary);
  return { api: route === undefined ? undefined : 'v1', route };
}

/** As `targetOfLine`, of a job that is named itself. */
export function targetOfJob(record: JobRecord): ParentTarget {
  const { job, route } = record;
  const body = objectOf(requestOf(record)) ?? {};
  const hasStill = (job.outputs ?? []).some((_, index) => isLastFrame(record, index));
  return {
    route,
    model: record.intent?.model ?? job.model ?? '',
    medium: job.media ?? readSubmit(body, { route }).medium,
    hasStill,
    isDraft: isDraft(record),
  };
}
