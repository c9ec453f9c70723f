import { type Context, Hono } from 'hono';
import { routes } from '../../service/routes.ts';
import { knownAccount } from '../api-key.ts';
import type { SandboxEnvironment } from '../deployment.ts';
import { Refusal } from '../refusal.ts';
import { fileResponse, type ServedFile } from './file-response.ts';
import { contentTypeOf, type JobFile, renderedFile } from './output-file.ts';
import { findMediaOutput, findOutput, findRawFile, findTaskMedia, rawPathPrefix } from './output-link.ts';

type RouteContext = Context<SandboxEnvironment>;

/**
 * The media route. It serves the masked links of tasks, whose id is the credential and expires within the hour. In a deployment
 * without a CDN it also serves the outputs of v2, for any key of the account that owns them.
 *
 * @see service document §2.2, §4.9
 */
export function mediaRoutes(): Hono<SandboxEnvironment> {
  return new Hono<SandboxEnvironment>().get(routes.media.path, (context) => {
    const { deployment } = context.var;
    const id = context.req.param('id');
    const task = findTaskMedia(deployment, id);
    if (task !== undefined) return servedFile(context, task, 'never');
    const output = findMediaOutput(deployment, id);
    const account = knownAccount(context.req.raw, deployment);
    if (output === undefined || output.record.accountId !== account?.id) throw noSuchFile();
    return servedFile(context, output);
  });
}

/** Serves the vendor's raw links to anyone who holds one. @see service document §2.8 */
export function rawRoutes(): Hono<SandboxEnvironment> {
  return new Hono<SandboxEnvironment>().get(`${rawPathPrefix}:hex/:name`, (context) => {
    const { hex, name } = context.req.param();
    const file = findRawFile(context.var.deployment, hex, name);
    if (file === undefined) throw noSuchFile();
    return servedFile(context, file);
  });
}

/** Serves outputs on the CDN host to anyone who holds their link. @see service document §4.10 */
export function cdnRoutes(): Hono<SandboxEnvironment> {
  return new Hono<SandboxEnvironment>().get('/v2/:id/:name', (context) => {
    const { id, name } = context.req.param();
    const output = findOutput(context.var.deployment, id, name);
    if (output === undefined) throw noSuchFile();
    return servedFile(context, output);
  });
}

async function servedFile(
  context: RouteContext,
  file: JobFile,
  cached: ServedFile['cached'] = 'for ever',
): Promise<Response> {
  const { deployment } = context.var;
  const path = await renderedFile(deployment, file);
  // The bytes of a job's output never change, so job and position identify them.
  const etag = `"${deployment.secret.derive(['etag', file.record.id, String(file.position)])}"`;
  return fileResponse(context.req.raw, { path, contentType: contentTypeOf(file), etag, cached });
}

function noSuchFile(): Refusal {
  return new Refusal(404, { code: 'not_found', message: 'There is no such file.' });
}
