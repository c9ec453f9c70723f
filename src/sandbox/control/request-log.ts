import { tryReadJson } from '../../schema/json/read-json.ts';
import { redact, shownHeaders } from '../../text/redaction.ts';
import type { SandboxRequest } from '../public.d.ts';
import { bytesOf } from '../request-body.ts';

/** A longer body is not kept. Unit: bytes. */
const textBytesMost = 64 * 1024;
/** An account keeps its newest requests: so many, and no more of them than have so many bytes. */
const requestsMost = 1_000;
const bytesMost = 16 * 1024 * 1024;
/** From so many accounts on, the one that was quiet for longest is forgotten. */
const accountsMost = 200;

interface Kept {
  request: SandboxRequest;
  bytes: number;
}

/** The requests of a run by account, the oldest first. Those without a valid key belong to no account. */
export interface RequestLog {
  keep(accountId: string | undefined, request: SandboxRequest): void;
  /** The requests of an account. */
  of(accountId: string | undefined): SandboxRequest[];
  /** The requests of all accounts, and those of none. */
  all(): SandboxRequest[];
  /** Forgets the requests of an account; all of them where `accountId` is undefined. */
  forget(accountId: string | undefined): void;
}

export function createRequestLog(listen: (request: SandboxRequest) => void = () => {}): RequestLog {
  const accounts = new Map<string | undefined, { kept: Kept[]; bytes: number }>();
  return {
    keep(accountId, request) {
      listen(request);
      const account = accounts.get(accountId) ?? { kept: [], bytes: 0 };
      accounts.delete(accountId);
      accounts.set(accountId, account);
      const bytes = JSON.stringify(request).length;
      account.kept.push({ request, bytes });
      account.bytes += bytes;
      while (account.kept.length > requestsMost || account.bytes > bytesMost)
        account.bytes -= account.kept.shift()?.bytes ?? 0;
      if (accounts.size > accountsMost) accounts.delete(accounts.keys().next().value);
    },
    of: (accountId) => (accounts.get(accountId)?.kept ?? []).map(({ request }) => request),
    all: () =>
      [...accounts.values()]
        .flatMap(({ kept }) => kept.map(({ request }) => request))
        .toSorted((a, b) => a.at.localeCompare(b.at)),
    forget(accountId) {
      if (accountId === undefined) accounts.clear();
      accounts.delete(accountId);
    },
  };
}

export function loggedHeaders(headers: Headers): Record<string, string> {
  return shownHeaders(Object.fromEntries(headers));
}

/** The path of a request with its query, in which values that give access are hidden. */
export function loggedPath({ pathname, search }: URL): string {
  return redact(pathname + search.replace(/([?&][^=&]*(?:key|token|secret|sig)[^=&]*=)[^&]*/gi, '$1***'));
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
