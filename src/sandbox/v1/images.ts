import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { routes } from '../../contract/routes.ts';
import { ownValue } from '../../rules/json/json-object.ts';
import type { Deployment } from '../deployment.ts';
import type { SandboxEnvironment } from '../environment.ts';
import { currentState, hasEnded } from '../life/job-state.ts';
import { outputFile } from '../links/output-file.ts';
import { Refusal } from '../refusal.ts';
import type { AcceptedJob } from '../state/jobs.ts';
import { taskIdOf } from './task-id.ts';
import { polled, submitted } from './task-requests.ts';
import { errorOf, filesOf, taskView } from './task-view.ts';

/** The picture routes of v1: the asynchronous one with its poll, and the synchronous one. @see service document §4.6 */
export function imageRoutes(): Hono<SandboxEnvironment> {
  return new Hono<SandboxEnvironment>()
    .post(routes.submitImage.path, async (context) => {
      const record = await submitted(context, 'images');
      return context.json({ id: taskIdOf(record.id) });
    })
    .get(routes.pollImage.path, (context) => polled(context, ['images'], 'task'))
    .post(routes.generateImage.path, async (context) => {
      const record = await submitted(context, 'images', { atOnce: true });
      return context.json(await pictures(context.var.deployment, record));
    });
}

/** The answer of the synchronous route, with the pictures in it. @throws Refusal (422) where the job did not succeed. */
async function pictures(deployment: Deployment, record: AcceptedJob): Promise<Record<string, unknown>> {
  const now = currentState(deployment, record);
  if (!hasEnded(now) || now.status !== 'succeeded') throw notRendered(hasEnded(now) ? now : undefined);
  const { job_id, model, seed, size, usage } = taskView(deployment, record);
  const { data: links, media_url } = filesOf(deployment, record);
  const isInline = ownValue(record.body, 'response_format') === 'b64_json';
  const data = isInline ? await encoded(deployment, record) : links;
  const created = Math.floor(record.acceptedAtMs / 1_000);
  return { created, model, seed, size, data, usage, job_id, media_url };
}

/** The pictures themselves, in base64. */
async function encoded(deployment: Deployment, record: AcceptedJob): Promise<{ b64_json: string }[]> {
  const pictures = Array.from({ length: record.outputCount }, async (_, index) => {
    const path = await outputFile(deployment.folder, record, index + 1);
    return { b64_json: readFileSync(path, 'base64') };
  });
  return Promise.all(pictures);
}

/** The answer of the synchronous route to a job that did not succeed: an error, since there is nothing left to wait for. */
function notRendered(now: { errorCode?: Parameters<typeof errorOf>[0] } | undefined): Refusal {
  const { code, message, provider_code } = errorOf(now?.errorCode ?? 'timeout', 'image');
  return new Refusal(422, {
    code: String(code),
    message: String(message),
    providerCode: provider_code === undefined ? undefined : String(provider_code),
  });
}
