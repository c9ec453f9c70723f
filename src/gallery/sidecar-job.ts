import { routeOfSidecar } from '../outputs/read-sidecar.ts';
import { isDraftRequest } from '../request/draft-validity.ts';
import { requestOptions } from '../request/request-facts.ts';
import { objectOf, ownText, ownValue } from '../text/json-object.ts';
import { askedRatio } from './rules/asked-ratio.ts';
import type { ShownJob } from './shown-file.ts';

/**
 * What a sidecar tells of the job of its file, on a machine whose ledger does not have it. The file names the request, so that
 * it can be made again without the ledger.
 *
 * @param path of the file beside the sidecar.
 */
export function jobOfSidecar(fields: Record<string, unknown>, path: string): ShownJob {
  const request = objectOf(ownValue(fields, 'request'));
  const rendered = objectOf(ownValue(fields, 'rendered')) ?? request;
  const batch = objectOf(ownValue(fields, 'batch'));
  const step = stepOf(fields, request);
  const model = ownText(fields, 'model') ?? null;
  const costUsd = numberIn(fields, 'cost_usd');
  const profile = ownText(fields, 'profile') ?? null;
  const baseUrl = ownText(fields, 'base_url') ?? null;
  const like = { profile, baseUrl, model, step, request: rendered };
  const finals = ownValue(fields, 'finals');
  return {
    job_id: ownText(fields, 'job_id') ?? null,
    step,
    status: 'succeeded',
    ratio: askedRatio(rendered) ?? null,
    model,
    prompt: ownText(fields, 'prompt') ?? null,
    options: requestOptions(rendered) ?? null,
    seed: numberIn(fields, 'seed'),
    cost_usd: costUsd,
    created_at: ownText(fields, 'created_at') ?? null,
    batch: ownText(batch, 'name') ?? null,
    shot: ownText(batch, 'shot') ?? null,
    line: batch === undefined ? null : numberIn(batch, 'line'),
    draft_of: ownText(fields, 'draft_of') ?? null,
    finals: Array.isArray(finals) ? finals.filter((id) => typeof id === 'string') : [],
    next: request === undefined ? null : { command: 'rerun', of: { file: path }, knownUsd: costUsd, like },
  };
}

function stepOf(
  fields: Record<string, unknown>,
  request: Record<string, unknown> | undefined,
): ShownJob['step'] {
  if (ownText(fields, 'draft_of') !== undefined) return 'final';
  const isDraft = request !== undefined && isDraftRequest(request, routeOfSidecar(fields.route));
  return isDraft ? 'draft' : null;
}

function numberIn(fields: Record<string, unknown>, name: string): number | null {
  const value = ownValue(fields, name);
  return typeof value === 'number' ? value : null;
}
