import { tryReadJson } from '../../schema/json/read-json.ts';
import { hideOutputHashes, redact, shownHeaders } from '../../text/redaction.ts';
import { bytesOf } from '../request-body.ts';

/** A longer body is not kept. Unit: bytes. */
const textBytesMost = 64 * 1024;

export function loggedHeaders(headers: Headers): Record<string, string> {
  return shownHeaders(Object.fromEntries(headers));
}

/** The path of a request with its query, in which values that give access are hidden. */
export function loggedPath({ pathname, search }: URL): string {
  const shown = search.replace(/([?&][^=&]*(?:key|token|secret|sig)[^=&]*=)[^&]*/gi, '$1***');
  return hideOutputHashes(redact(pathname + shown));
}

/** The body of a request as it is logged. */
export async function loggedBody(request: Request): Promise<unknown> {
  if (['GET', 'HEAD'].includes(request.method) || !isKept(request)) return null;
  const bytes = await bytesOf(request).catch(() => undefined);
  return bytes === undefined ? null : loggedText(Buffer.from(bytes).toString());
}

/** The body of an answer as it is logged, and the answer anew, since a body is read once. */
export async function loggedAnswer(response: Response): Promise<{ body: unknown; response: Response }> {
  if (response.body === null || !isKept(response)) return { body: null, response };
  const text = await response.text();
  return { body: loggedText(text), response: new Response(text, response) };
}

/** A text, and a body of known length that is short. */
function isKept({ headers }: Request | Response): boolean {
  const type = headers.get('Content-Type') ?? '';
  return Number(headers.get('Content-Length')) <= textBytesMost && /json|^text\//i.test(type);
}

function loggedText(text: string): unknown {
  return text === '' || Buffer.byteLength(text) > textBytesMost ? null : (tryReadJson(text) ?? text);
}
