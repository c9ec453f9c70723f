import { readFileSync } from 'node:fs';
import { ownValue } from '../../rules/json/json-object.ts';
import type { Deployment } from '../deployment.ts';
import { currentState } from '../life/job-state.ts';
import { outputFile } from '../links/output-file.ts';
import { Refusal } from '../refusal.ts';
import type { AcceptedJob } from '../state/jobs.ts';
import { errorOf, filesOf, taskView } from './task-view.ts';

/**
 * The answer of the synchronous picture route, with the pictures in it.
 *
 * @throws Refusal (422) where the job did not succeed, since there is nothing left to wait for.
 * @see service document §4.6
 */
export async function pictures(
  deployment: Deployment,
  record: AcceptedJob,
): Promise<Record<string, unknown>> {
  const now = currentState(deployment, record);
  if (now.status !== 'succeeded') {
    const errorCode = 'errorCode' in now ? now.errorCode : 'timeout';
    const { code, message, provider_code: providerCode } = errorOf(errorCode, 'image');
    throw new Refusal(422, { code, message, providerCode });
  }
  const { job_id, model, seed, size, usage } = taskView(deployment, record);
  const { data: links, media_url } = filesOf(deployment, record);
  const isInline = ownValue(record.body, 'response_format') === 'b64_json';
  const data = isInline ? await encoded(deployment, record) : links;
  const created = Math.floor(record.acceptedAtMs / 1_000);
  return { created, model, seed, size, data, usage, job_id, media_url };
}

/** The pictures themselves, in base64. */
function encoded(deployment: Deployment, record: AcceptedJob): Promise<{ b64_json: string }[]> {
  const files = Array.from({ length: record.outputCount }, async (_, index) => {
    const path = await outputFile(deployment.folder, record, index + 1);
    return { b64_json: readFileSync(path, 'base64') };
  });
  return Promise.all(files);
}
