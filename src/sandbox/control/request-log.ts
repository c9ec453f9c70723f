import { tryReadJson } from '../../schema/json/read-json.ts';
import { redact, shownHeaders } from '../../text/redaction.ts';
import type { SandboxRequest } from '../public.d.ts';

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

/** The body of a message as it is logged. Reads of a copy no more than is kept, so that the message stays whole. */
export async function loggedBody(message: Request | Response): Promise<unknown> {
  if (message.body === null) return null;
  const length = Number(message.headers.get('Content-Length') ?? 0);
  const type = message.headers.get('Content-Type') ?? '';
  if (length > textBytesMost || !/json|^text\//i.test(type)) return null;
  const text = await shortText(message.clone());
  return text === undefined ? null : (tryReadJson(text) ?? text);
}

/** The text of a message; undefined for a longer one than is kept, of which the rest is not read. */
async function shortText({ body }: Request | Response): Promise<string | undefined> {
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    chunks.push(read.value);
    bytes += read.value.byteLength;
    if (bytes <= textBytesMost) continue;
    // It is over once the message itself is read, too.
    reader?.cancel().catch(() => {});
    return undefined;
  }
  return Buffer.concat(chunks).toString();
}
