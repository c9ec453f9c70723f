import { type Context, Hono } from 'hono';
import { routes } from '../../contract/routes.ts';
import { knownAccount } from '../api-key.ts';
import { fileResponse } from '../file-response.ts';
import { outputContentType, outputFile } from '../output-file.ts';
import { type FoundOutput, findMediaOutput, findOutput } from '../output-link.ts';
import { Refusal } from '../refusal.ts';
import type { SandboxEnvironment } from './environment.ts';

/** Outputs of a deployment without a CDN, for any key of the account that owns them. @see service document §2.2 */
export function mediaRoutes(): Hono<SandboxEnvironment> {
  return new Hono<SandboxEnvironment>().get(routes.media.path, (context) => {
    const output = findMediaOutput(context.var.deployment, context.req.param('id'));
    const account = knownAccount(context.req.raw.headers.get('Authorization'));
    if (output === undefined || output.record.accountId !== account?.id) throw noSuchFile();
    return outputResponse(context, output);
  });
}

/** Outputs on the CDN host, for anybody who holds their link. @see service document §4.10 */
export function cdnRoutes(): Hono<SandboxEnvironment> {
  return new Hono<SandboxEnvironment>().get('/v2/:id/:name', (context) => {
    const { id, name } = context.req.param();
    const output = findOutput(context.var.deployment, id, name);
    if (output === undefined) throw noSuchFile();
    return outputResponse(context, output);
  });
}

async function outputResponse(
  context: Context<SandboxEnvironment>,
  { record, position }: FoundOutput,
): Promise<Response> {
  const { deployment } = context.var;
  const path = await outputFile(deployment.folder, record, position);
  // The same job and position are the same bytes for ever, so their names tell one file from another.
  const etag = `"${deployment.secret.derive(['etag', record.id, String(position)])}"`;
  return fileResponse(context.req.raw, { path, contentType: outputContentType(record.rendering), etag });
}

function noSuchFile(): Refusal {
  return new Refusal(404, { code: 'not_found', message: 'There is no such file.' });
}
