import type { JudgeTools } from '../../schema/document.ts';
import { jsonPath } from '../../schema/json/json-place.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import { familyOn, type ModelFamily } from '../families/index.ts';
import type { ModelEntry } from '../model.ts';
import { type RequestRoute, requestRoutes } from '../request-route.ts';
import { mediumOf } from './recipient.ts';

/**
 * A fact known of a draft job that a final names. `past-validity`: the generator no longer has it; `past-record`: v1 no longer has
 * its billing record.
 */
export type DraftFact =
  | 'usable'
  | 'unknown-job'
  | 'not-a-draft'
  | 'not-succeeded'
  | 'past-record'
  | 'past-validity';

/** Facts that the rules may know beyond the body itself. */
export interface SubmitFacts {
  /** The route of the request; that of v2 unless given. */
  route?: RequestRoute | undefined;
  /** The model's live entry, when known. */
  model?: ModelEntry | undefined;
  /** The ids of the models that v2 was last known to serve; undefined where no list is at hand. */
  listed?: readonly string[] | undefined;
  /** The tools that judge the patterns and formats of its schema; without them these are not checked. */
  tools?: JudgeTools | undefined;
  /** True if the list of models was fetched for this very request. */
  listedNow?: boolean | undefined;
  /** True if the service is on loopback or is the embedded sandbox, which allows an http callback to loopback. */
  loopback?: boolean;
  /** Finds the fact known of a draft, by its id; undefined where drafts can't be looked up. */
  draft?: ((id: string) => DraftFact | undefined) | undefined;
}

/** An element of a `content` array, as far as it can be read. */
export interface PartView {
  index: number;
  part: Record<string, unknown> | undefined;
  type: string | undefined;
  role: string | undefined;
}

/** Gives the path in the body for a place among the parameters. */
export type BodyPath = (...segments: (string | number)[]) => string;

/** A submit, read once for all rules. */
export interface SubmitSubject {
  route: RequestRoute;
  body: Record<string, unknown>;
  modelId: string | undefined;
  family: ModelFamily | undefined;
  entry: ModelEntry | undefined;
  /** Output medium: the live entry's word, else the family's, else what the route renders. */
  medium: string | undefined;
  /** The model's own parameters: `input` on v2; on v1, where the body is flat, all of it but `model`. */
  input: Record<string, unknown>;
  /** The path in the body of a place among those parameters, such as `input.content[0]`; on v1 `content[0]`. */
  path: BodyPath;
  parts: readonly PartView[];
  /**
   * The step of this request: a draft or the final of one, on a model that has them or that may have them. A body that says both is
   * a final. §3
   */
  step: 'draft' | 'final' | undefined;
  facts: SubmitFacts;
}

export function readSubmit(body: Record<string, unknown>, facts: SubmitFacts): SubmitSubject {
  const modelId = ownText(body, 'model');
  const route = facts.route ?? 'jobs';
  const family = modelId === undefined ? undefined : familyOn(route, modelId);
  const { isFlat } = requestRoutes[route];
  const { model: _, ...besideModel } = body;
  const input = isFlat ? besideModel : (objectOf(ownValue(body, 'input')) ?? {});
  const parts = partsOf(input);
  return {
    route,
    body,
    modelId,
    family,
    entry: facts.model,
    medium: mediumOf({ model: modelId ?? '', entry: facts.model, route }),
    input,
    path: (...segments) => jsonPath(isFlat ? segments : ['input', ...segments]),
    parts,
    step: mayHaveDrafts(family, isFlat) ? stepOf(input, parts) : undefined,
    facts,
  };
}

/** The drafts that a body names, on v2 and v1 alike. */
export function draftIdsOf(body: Record<string, unknown>): string[] {
  const inputs = [objectOf(ownValue(body, 'input')), body];
  return inputs.flatMap(partsOf).flatMap(({ part, type }) => {
    const id = type === 'draft_task' ? ownText(objectOf(ownValue(part, type)), 'id') : undefined;
    return id === undefined || id === '' ? [] : [id];
  });
}

function partsOf(input: Record<string, unknown> | undefined): PartView[] {
  const content = ownValue(input, 'content');
  return Array.isArray(content) ? content.map(readPart) : [];
}

function readPart(value: unknown, index: number): PartView {
  const part = objectOf(value);
  return { index, part, type: ownText(part, 'type'), role: ownText(part, 'role') };
}

/**
 * Tells whether a model may have drafts. On v1 an id may say nothing about its model, so there any may. @see service document §4.5
 */
function mayHaveDrafts(family: ModelFamily | undefined, isFlat: boolean): boolean {
  return family === undefined || family.ownIds === true ? isFlat : family.options?.draft === true;
}

function stepOf(input: Record<string, unknown>, parts: readonly PartView[]): SubmitSubject['step'] {
  if (parts.some(({ type }) => type === 'draft_task')) return 'final';
  return ownValue(input, 'draft') === true ? 'draft' : undefined;
}
