import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../errors/endings.ts';
import { errorCode } from '../errors/error-code.ts';
import { genctl, say } from '../errors/hint.ts';
import { readWholeText } from '../files/read-whole.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { JobRecord } from '../ledger/record.ts';
import { areTags, type Tags } from '../ledger/rules/tags.ts';
import { readExactJson } from '../schema/json/json-flaw.ts';
import type { Job } from '../service/job.ts';
import { type RequestRoute, requestRoutes } from '../service/request-route.ts';
import { objectOf, ownText } from '../text/json-object.ts';
import { sidecarBytesMost, sidecarSchema } from './build-sidecar.ts';
import { sidecarFields } from './names/sidecar-place.ts';
import { isObjectUri } from './rules/place-address.ts';

/**
 * The parts that are read from a sidecar, the JSON beside a download. It may come from anywhere, so its base URL is not read: a key would
 * be sent there.
 */
export interface Sidecar {
  jobId: string | undefined;
  /** The body that was sent; undefined where it is not known. */
  request: Record<string, unknown> | undefined;
  profile: string | undefined;
  /** The route that the request took; that of v2 where the sidecar does not say. */
  route: RequestRoute;
  /** Undefined where there are none, or they are not as a job has them. */
  tags: Tags | undefined;
  /** The record of its job, which succeeded. Absent fields are undefined. */
  job: SidecarJob;
}

/** Times are ISO 8601, as far as the sidecar is right. */
type SidecarJob = Pick<Job, 'completed_at' | 'cost_usd' | 'created_at' | 'model'>;

/**
 * The path of the sidecar that a word names, by its own path or by that of the download beside it; undefined where the word
 * names a job.
 */
export function sidecarPath(word: string, workingFolder: string): string | undefined {
  const path = resolve(workingFolder, word);
  const isPath = /[\\/]/.test(word) || word.endsWith('.json') || (word.includes('.') && existsSync(path));
  if (!isPath) return undefined;
  return path.endsWith('.json') ? path : `${path}.json`;
}

const limits = { bytesMost: sidecarBytesMost, what: 'sidecar', isFile: true } as const;

/** Reads a sidecar. Throws UsageError where the file is missing or is no sidecar. */
export function readSidecar(path: string): Sidecar {
  let fields: Record<string, unknown> | undefined;
  let deed = 'read';
  try {
    const text = readWholeText(path, limits);
    deed = 'understood';
    fields = objectOf(readExactJson(path, text));
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const gone = errorCode(cause) === 'ENOENT';
    const why = gone ? 'There is no such file.' : cause instanceof Error ? cause.message : String(cause);
    throw refused(`${path} can't be ${deed}`, why, cause);
  }
  if (fields?.schema === sidecarSchema) return sidecarOf(fields);
  const why = `Its schema is ${JSON.stringify(fields?.schema) ?? 'not named'}; a sidecar's is ${sidecarSchema}.`;
  throw refused(`${path} is not the sidecar of a download`, why);
}

function sidecarOf(fields: Record<string, unknown>): Sidecar {
  const { cost_usd: costUsd, request, route, tags } = fields;
  return {
    jobId: ownText(fields, 'job_id'),
    request: objectOf(request),
    profile: ownText(fields, 'profile'),
    route: routeOfSidecar(route),
    tags: areTags(tags) ? tags : undefined,
    job: {
      completed_at: ownText(fields, 'completed_at'),
      cost_usd: typeof costUsd === 'number' ? costUsd : undefined,
      created_at: ownText(fields, 'created_at'),
      model: ownText(fields, 'model'),
    },
  };
}

/** The sidecar that a word names, as `sidecarPath` has it; undefined where there is none. */
export function sidecarOfFile(word: string, workingFolder: string): Sidecar | undefined {
  const path = isObjectUri(word) ? undefined : sidecarPath(word, workingFolder);
  const fields = path === undefined ? undefined : sidecarFieldsAt(path);
  return fields === undefined ? undefined : sidecarOf(fields);
}

/** The fields of the sidecar at a path; undefined where there is none, or something else. */
export function sidecarFieldsAt(path: string): Record<string, unknown> | undefined {
  return sidecarFields(readSidecarText(path));
}

/** The text at the path of a sidecar; undefined where it can't be read, so that it is no sidecar of ours. */
export function readSidecarText(path: string): string | undefined {
  try {
    return readWholeText(path, limits);
  } catch {
    return undefined;
  }
}

/** The route that a sidecar names; that of v2 where it names none. */
export function routeOfSidecar(route: unknown): RequestRoute {
  return (Object.keys(requestRoutes) as RequestRoute[]).find((one) => one === route) ?? 'jobs';
}

function refused(message: string, why: string, cause?: unknown): UsageError {
  const hint = say`name the JSON beside a download, or a job of ${genctl`jobs`}`;
  return new UsageError({ code: 'sidecar_unusable', message, why, hint, cause });
}

/**
 * The job of the ledger that made a file: by the sidecar beside it, else by where files were put, of which the newest counts.
 * Undefined for a word that is no path, and for a file that this machine knows no job of.
 */
export async function jobOfFile(
  ledger: Pick<Ledger, 'find' | 'records'>,
  word: string,
  workingFolder: string,
): Promise<JobRecord | undefined> {
  if (isObjectUri(word)) return jobThatPut(ledger, word);
  if (sidecarPath(word, workingFolder) === undefined) return undefined;
  const jobId = sidecarOfFile(word, workingFolder)?.jobId;
  const named = jobId === undefined ? undefined : await ledger.find(jobId);
  return named ?? jobThatPut(ledger, resolve(workingFolder, word));
}

async function jobThatPut(ledger: Pick<Ledger, 'records'>, path: string): Promise<JobRecord | undefined> {
  for await (const record of ledger.records({}))
    if (record.files.some((file) => file.path === path)) return record;
  return undefined;
}
