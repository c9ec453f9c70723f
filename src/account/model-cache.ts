import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { ensurePrivateFolder } from '../files/folder.ts';
import { sha256 } from '../files/lazy-node.ts';
import { readJson } from '../schema/json/read-json.ts';
import type { ModelEntry } from '../service/model.ts';
import { objectOf } from '../text/json-object.ts';
import { homePlaces } from './home.ts';

/** The account that a model list belongs to: accounts of one service may see different models. */
export interface ModelListOwner {
  home: string;
  baseUrl: string;
  profile: string;
}

export interface CachedModels {
  models: ModelEntry[];
  /** ISO 8601. */
  fetchedAt: string;
  /** Unit: ms; negative where the clock was set back. */
  ageMs: number;
  stale: boolean;
}

/**
 * The model list as it was last fetched. Undefined where there is none, or where it can't be read or makes no sense.
 *
 * @param freshMs up to this age the list is not stale. Unit: ms.
 */
export function readModelCache(
  owner: ModelListOwner,
  time: { nowMs: number; freshMs: number },
): CachedModels | undefined {
  const cache = readCache(cachePath(owner));
  const models = modelsOf(cache);
  if (models === undefined || cache?.base_url !== owner.baseUrl) return undefined;
  const fetchedAt = typeof cache.fetched_at === 'string' ? cache.fetched_at : '';
  const ageMs = time.nowMs - Date.parse(fetchedAt);
  if (Number.isNaN(ageMs)) return undefined;
  return { models, fetchedAt, ageMs, stale: ageMs < 0 || ageMs > time.freshMs };
}

/** The models of all lists in the cache, each model once, whatever the age of its list. Empty where nothing can be read. */
export function everyCachedModel(home: string): ModelEntry[] {
  const folder = homePlaces(home).cache;
  const models = new Map<string, ModelEntry>();
  for (const name of cacheNames(folder)) {
    for (const model of modelsOf(readCache(join(folder, name))) ?? []) models.set(model.id, model);
  }
  return [...models.values()];
}

/**
 * Saves a model list. False where the disk refuses, which costs no more than another request.
 *
 * @param fetchedAt ISO 8601.
 */
export function writeModelCache(
  owner: ModelListOwner,
  fetchedAt: string,
  models: readonly ModelEntry[],
): boolean {
  const text = JSON.stringify({ fetched_at: fetchedAt, base_url: owner.baseUrl, models });
  try {
    ensurePrivateFolder(homePlaces(owner.home).cache);
    writeFileAtomic(cachePath(owner), Buffer.from(text));
    return true;
  } catch {
    return false;
  }
}

function readCache(path: string): Record<string, unknown> | undefined {
  try {
    return objectOf(readJson(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

function modelsOf(cache: Record<string, unknown> | undefined): ModelEntry[] | undefined {
  if (!Array.isArray(cache?.models)) return undefined;
  const models = cache.models.map(modelEntry);
  return models.every((model) => model !== undefined) ? models : undefined;
}

function cacheNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^models-.*\.json$/.test(name));
  } catch {
    return [];
  }
}

function cachePath({ home, baseUrl, profile }: ModelListOwner): string {
  const hash = sha256(JSON.stringify([baseUrl, profile])).slice(0, 32);
  return join(homePlaces(home).cache, `models-${hash}.json`);
}

function modelEntry(value: unknown): ModelEntry | undefined {
  const entry = objectOf(value);
  if (typeof entry?.id !== 'string') return undefined;
  const { medium, runtimeSeconds, maxOutputCount } = entry;
  return {
    id: entry.id,
    medium: typeof medium === 'string' ? medium : undefined,
    runtimeSeconds: typeof runtimeSeconds === 'number' ? runtimeSeconds : undefined,
    maxOutputCount: typeof maxOutputCount === 'number' ? maxOutputCount : undefined,
    inputSchema: objectOf(entry.inputSchema),
  };
}
