import { routePath } from '../contract/routes.ts';
import { requestBase } from '../rules/base-url.ts';
import { type RequestDocument, requestCurl, requestDocumentJson } from '../ui/render/request-document.ts';
import type { CommandContext } from './context.ts';
import type { PreparedSubmission } from './prepare-submission.ts';

/** Prints what would be sent, without its key, and sends nothing. */
export function renderDryRun(
  { globals, terminal }: CommandContext,
  { intentFor }: PreparedSubmission,
  as: 'document' | 'curl',
): void {
  const intent = intentFor(1);
  const request: RequestDocument = {
    method: 'POST',
    url: `${requestBase(intent.base_url)}${routePath(intent.route)}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': intent.idempotency_key },
    body: JSON.parse(intent.body) as unknown,
  };
  if (as === 'curl') terminal.out.write(`${requestCurl(request)}\n`);
  else if (globals.json) terminal.out.write(requestDocumentJson(request, terminal.out));
  else {
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
    terminal.out.lines([
      `${request.method} ${request.url}`,
      ...headers,
      '',
      JSON.stringify(request.body, undefined, 2),
    ]);
  }
}
