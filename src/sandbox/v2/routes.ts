import { type Context, Hono } from 'hono';
import { requestRoutes } from '../../service/request-route.ts';
import { routes } from '../../service/routes.ts';
import { type CatalogueModel, catalogue } from '../catalogue/index.ts';
import type { SandboxEnvironment } from '../deployment.ts';
import { acceptCancel, keptJob } from '../life/job-state.ts';
import { scenarioHeader, scenarioOf } from '../life/scenarios.ts';
import { noSuchJob, Refusal } from '../refusal.ts';
import { bodyBytes, jsonObject } from '../request-body.ts';
import type { AcceptedJob } from '../state/jobs.ts';
import { acceptedView, jobView } from './job-view.ts';
import { acceptJob } from './submit-job.ts';

const keyLengthMost = 255;

/** Submit, poll and cancel, and the list of models, of which every account sees all. @see service document §4.1–4.4 */
export function v2Routes(): Hono<SandboxEnvironment> {
  const app = new Hono<SandboxEnvironment>();

  app.post(routes.submitJob.path, async (context) => {
    const { deployment, account } = context.var;
    const bytes = await bodyBytes(context.req.raw);
    const { record, replayed } = await acceptJob(deployment, {
      account,
      idempotencyKey: idempotencyKey(context),
      body: jsonObject(bytes),
      scenario: context.req.header(scenarioHeader),
    });
    if (replayed) {
      context.header('Idempotent-Replayed', 'true');
      return jobResponse(context, record);
    }
    if (scenarioOf(record.scenario).submit === 'server_error_after_commit')
      throw new Refusal(500, { code: 'internal', message: 'The service failed after it took the job.' });
    return context.json(acceptedView(record), 202);
  });

  app.get(routes.pollJob.path, (context) => jobResponse(context, ownJob(context)));

  app.post(routes.cancelJob.path, async (context) => {
    const record = ownJob(context);
    await acceptCancel(context.var.deployment, record);
    return jobResponse(context, record);
  });

  app.get(routes.listModels.path, (context) => context.json({ data: catalogue.map(listedModel) }));

  return app;
}

function listedModel(model: CatalogueModel) {
  return {
    id: model.id,
    media: model.medium,
    max_runtime_seconds: model.runtimeSeconds,
    max_output_count: model.maxOutputCount,
    input_schema: model.inputSchema,
  };
}

function jobResponse(context: Context<SandboxEnvironment>, record: AcceptedJob): Response {
  const view = jobView(context.var.deployment, record);
  if (view.retry_after !== undefined) context.header('Retry-After', String(view.retry_after));
  return context.json(view);
}

function idempotencyKey(context: Context<SandboxEnvironment>): string {
  const key = context.req.header('Idempotency-Key') ?? '';
  if (key.length >= 1 && key.length <= keyLengthMost) return key;
  throw new Refusal(400, {
    code: 'idempotency_key_required',
    message: `The request must carry an Idempotency-Key of 1 to ${keyLengthMost} characters.`,
  });
}

/** The job of the request's path. @throws Refusal (404) if there is none that this account can poll on v2. */
function ownJob(context: Context<SandboxEnvironment>): AcceptedJob {
  const { deployment, account } = context.var;
  const record = keptJob(deployment, account.id, context.req.param('id') ?? '');
  if (requestRoutes[record.route].isPassThrough) throw noSuchJob();
  return record;
}
