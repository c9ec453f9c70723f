import type { UsageError } from '../../errors/endings.ts';
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
import type { ShotRequest } from '../columns/shot-request.ts';
import type { LineGraph } from '../rules/line-graph.ts';
import type { ParentState } from '../rules/parents.ts';
import type { ShotState } from '../run/shot-state.ts';

export type ParentBook = ReturnType<typeof createParentBook>;

/** The known facts of the lines that others wait for, by the ids of the lines. */
export function createParentBook() {
  const states = new Map<string, ParentState>();
  const targets = new Map<string, ParentTarget>();
  const awaited = new Map<string, (() => void)[]>();
  return {
    note(id: string, state: ParentState): void {
      states.set(id, state);
      for (const resolve of awaited.get(id) ?? []) resolve();
      awaited.delete(id);
    },
    noteTarget: (id: string, target: ParentTarget) => void targets.set(id, target),
    stateOf: (id: string) => states.get(id),
    targetOf: (id: string) => targets.get(id),
    /** Resolves once something was noted of a line. */
    async noted(id: string): Promise<void> {
      if (states.has(id)) return;
      return new Promise((resolve) => awaited.set(id, [...(awaited.get(id) ?? []), resolve]));
    },
  };
}

/** How far a line is for those that wait for it, where this run has nothing to do with it, or not yet. */
export function stateAside(of: string, state: ShotState): ParentState {
  switch (state.kind) {
    case 'changed':
      return { kind: 'lost', how: 'left out', of, jobId: state.jobId };
    case 'here':
      return { kind: 'there', jobId: state.jobId };
    case 'succeeded':
      return { kind: 'there', jobId: state.record.id };
    case 'failed':
      return { kind: 'lost', how: 'failed', of, jobId: state.record.id };
    case 'uncertain':
      return { kind: 'lost', how: 'uncertain', of };
    case 'running':
      return { kind: 'to come', jobId: state.record.id };
    case 'new':
    case 'open':
      return { kind: 'to come', jobId: undefined };
  }
}

/** Which lines of a manifest wait for which, and what is known of those that others wait for. */
export interface Chains {
  graph: LineGraph;
  book: ParentBook;
  /** The finals whose draft another line makes, by their ids, with the id of that line. */
  finals: ReadonlyMap<string, string>;
  /** The fault of the names in a line; undefined where each means a line, a job or a member of the cast. */
  faultOf(request: ShotRequest): UsageError | undefined;
}

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
