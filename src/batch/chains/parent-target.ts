import type { Intent, JobRecord } from '../../ledger/record.ts';
import { requestOf } from '../../ledger/rendered-requests.ts';
import { isLastFrame } from '../../outputs/build-sidecar.ts';
import { isDraft } from '../../request/draft-validity.ts';
import type { LookupFlags } from '../../request/route-flags.ts';
import type { BuiltRequest } from '../../request/rules/build-and-check.ts';
import { readJson } from '../../schema/json/read-json.ts';
import { inheritedOptions, inheritedRequest } from '../../service/body/inherited-request.ts';
import { readSubmit } from '../../service/body/submit-subject.ts';
import { nameableRoutes, type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';

/** The facts of a request for those that take its output. */
export interface ParentTarget {
  route: RequestRoute;
  model: string;
  /** The medium that it makes; undefined where that is not known here. */
  medium: string | undefined;
  /** True if the closing still comes with the clip. @see service document §2.7, §2.8 */
  hasStill: boolean;
  isDraft: boolean;
  /** The fields that its final takes from a draft that a line makes, without their texts, which cost nothing. */
  inherited?: Record<string, unknown> | undefined;
}

/** The request of a line, as its children see it. */
export function targetOfLine({ body, chosen: { route }, model }: BuiltRequest): ParentTarget {
  const { input, medium, step } = readSubmit(body, { route });
  const asksForStill = ownValue(input, 'return_last_frame') === true;
  const hasStill = requestRoutes[route].returnsLastFrame && asksForStill;
  const isDraft = step === 'draft';
  return { route, model, medium, hasStill, isDraft, ...(isDraft ? { inherited: withoutTexts(input) } : {}) };
}

/** A manifest may have a million lines. */
function withoutTexts({ content, ...fields }: Record<string, unknown>): Record<string, unknown> {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const short = parts.map((part) =>
    ownText(objectOf(part), 'text') === undefined ? part : { type: 'text' },
  );
  const options = inheritedOptions.filter((name) => Object.hasOwn(fields, name));
  return { content: short, ...Object.fromEntries(options.map((name) => [name, fields[name]])) };
}

/** The intent of a final as it is priced: with what it takes from a draft that is a line, and may not be rendered yet. */
export function pricedFinal(intent: Intent, draft: ParentTarget | undefined): Intent {
  if (draft?.inherited === undefined) return intent;
  return { ...intent, body: JSON.stringify(inheritedRequest(readJson(intent.body), draft.inherited)) };
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
