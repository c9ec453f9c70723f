import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelEntry } from '../contract/model.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { ensurePrivateFolder } from '../files/folder.ts';
import { nodeCrypto } from '../files/lazy-node.ts';
import { homePlaces } from './home.ts';
import { asObject } from './json-object.ts';

/** Whose model list it is: accounts of one service may see different models. */
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
 * The model list as it was last fetched. Undefined where there is none; one that can't be read or makes no sense is none.
 *
 * @param freshMs up to which age it is not stale. Unit: ms.
 */
export function readModelCache(
  owner: ModelListOwner,
  time: { nowMs: number; freshMs: number },
): CachedModels | undefined {
  let cache: Record<string, unknown> | undefined;
  try {
    cache = asObject(JSON.parse(readFileSync(cachePath(owner), 'utf8')));
  } catch {
    return undefined;
  }
  if (cache === undefined || cache.base_url !== owner.baseUrl || !Array.isArray(cache.models))
    return undefined;
  const fetchedAt = typeof cache.fetched_at === 'string' ? cache.fetched_at : '';
  const ageMs = time.nowMs - Date.parse(fetchedAt);
  const models = cache.models.map(modelEntry);
  if (Number.isNaN(ageMs) || !models.every((model) => model !== undefined)) return undefined;
  return { models, fetchedAt, ageMs, stale: ageMs < 0 || ageMs > time.freshMs };
}

/**
 * Keeps a model list. False where the disk does not take it, which costs nothing but another request.
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

function cachePath({ home, baseUrl, profile }: ModelListOwner): string {
  const hash = nodeCrypto()
    .createHash('sha256')
    .update(JSON.stringify([baseUrl, profile]))
    .digest('hex')
    .slice(0, 32);
  return join(homePlaces(home).cache, `models-${hash}.json`);
}

function modelEntry(value: unknown): ModelEntry | undefined {
  const entry = asObject(value);
  if (typeof entry?.id !== 'string') return undefined;
  const { medium, runtimeSeconds, maxOutputCount } = entry;
  return {
    id: entry.id,
    medium: typeof medium === 'string' ? medium : undefined,
    runtimeSeconds: typeof runtimeSeconds === 'number' ? runtimeSeconds : undefined,
    maxOutputCount: typeof maxOutputCount === 'number' ? maxOutputCount : undefined,
    inputSchema: asObject(entry.inputSchema),
  };
}
