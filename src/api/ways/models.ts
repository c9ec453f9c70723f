import { type ModelEntry, modelEntryWireSchema } from '../../service/model.ts';
import { isObject } from '../../text/json-object.ts';
import type { Api } from '../transport/api.ts';
import type { ApiAnswer } from '../transport/api-call.ts';
import { shortWord } from './job-answer.ts';

/** Names under which services of this kind keep a list, the id, the medium and the runtime ceiling. */
const listNames = ['data', 'models', 'items'] as const;
const idNames = ['id', 'model', 'model_id'] as const;
const mediumNames = ['media', 'medium', 'output_medium', 'type'] as const;
const runtimeNames = [
  'max_runtime_seconds',
  'runtime_seconds',
  'runtime_ceiling_seconds',
  'runtime_ceiling',
  'runtime_ceiling_s',
  'max_runtime',
  'max_runtime_s',
  'timeout_seconds',
] as const;

/** The longest id of a model that is read. Unit: characters. */
const idCharactersMost = 1000;

/**
 * Every model of the service. The document leaves the list's wrapping and most names of an entry open, so several are
 * read; an entry without an id is left out. Rejects with RefusedError where there is no list in the answer.
 *
 * @param deadlineMs when to stop asking, on the monotonic clock. Unit: ms.
 * @see service document §4.4, §2.5
 */
export async function listModels(
  api: Api,
  { deadlineMs, signal }: { deadlineMs?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<ModelEntry[]> {
  const answer = await api.call({
    route: 'listModels',
    retryRoute: 'models',
    deadlineMs,
    signal,
    accept: notAList,
  });
  return readModels(answer.json) ?? [];
}

/** Says what is wrong with an answer that should be a list of models, if something is. */
function notAList({ json }: ApiAnswer): string | undefined {
  return readModels(json) === undefined ? 'is not a list of models' : undefined;
}

/** The entries of a bare list, a wrapped one, or a map from id to entry; undefined if it is none of them, or no entry can be read. */
export function readModels(json: unknown): ModelEntry[] | undefined {
  const list = wrapped(json);
  if (Array.isArray(list)) {
    const models = list.map((entry: unknown) => readEntry(entry)).filter((one) => one !== undefined);
    // A list of anything else is not one of models.
    return models.length === 0 && list.length > 0 ? undefined : models;
  }
  if (!isObject(list)) return undefined;
  // A map counts only by entries that look like models, because an error or metadata may be an object of objects, too.
  const entries = Object.entries(list).filter(
    ([, entry]) => isObject(entry) && ('input_schema' in entry || 'max_output_count' in entry),
  );
  if (entries.length === 0) return undefined;
  return entries.map(([id, entry]) => readEntry(entry, id)).filter((one) => one !== undefined);
}

function wrapped(json: unknown): unknown {
  if (!isObject(json)) return json;
  const name = listNames.find((candidate) => Array.isArray(json[candidate]) || isObject(json[candidate]));
  return name === undefined ? json : json[name];
}

function readEntry(entry: unknown, keyedId?: string): ModelEntry | undefined {
  if (typeof entry === 'string')
    return entry.length > idCharactersMost ? undefined : { ...emptyEntry, id: entry };
  const parsed = modelEntryWireSchema.safeParse(entry);
  if (!parsed.success) return undefined;
  const wire: Record<string, unknown> = parsed.data;
  const id = idNames.map((name) => wire[name]).find(isFilled) ?? keyedId;
  if (id === undefined || id.length > idCharactersMost) return undefined;
  const medium = mediumNames.map((name) => wire[name]).find(isFilled);
  return {
    id,
    medium: medium === undefined ? undefined : shortWord(medium),
    runtimeSeconds: runtimeNames.map((name) => wire[name]).find(isPositive),
    maxOutputCount: parsed.data.max_output_count,
    inputSchema: parsed.data.input_schema,
  };
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}

const emptyEntry = {
  medium: undefined,
  runtimeSeconds: undefined,
  maxOutputCount: undefined,
  inputSchema: undefined,
} as const;

/** Facts about a service from one request. */
export interface ServiceProbe {
  models: number;
  /** From sending the last attempt to the begin of its answer. Unit: ms. */
  latencyMs: number;
}

/** Asks for the models, to learn whether the service can be reached and accepts the key. Rejects as listModels does. */
export async function probeService(api: Api): Promise<ServiceProbe> {
  const { json, tookMs } = await api.call({ route: 'listModels', retryRoute: 'models', accept: notAList });
  return { models: readModels(json)?.length ?? 0, latencyMs: tookMs };
}
