import { tryReadJson } from '../../schema/json/read-json.ts';
import type { WireError } from '../../service/retries/settling-refusal.ts';
import { defined, isObject } from '../../text/json-object.ts';
import { redact } from '../../text/redaction.ts';

/** How much of the service's own words is kept. Unit: characters. */
const messageCharactersMost = 500;
const codeCharactersMost = 100;
/** How much of a text is read; one that quotes a request back may be that long. Unit: characters. */
const readCharactersMost = 1024 * 1024;

/**
 * Reads why the service refused, in any of these shapes: `{error:{code,message}}`, `{error:"…"}`, `{code,message}`, `{detail}`
 * (a sentence, or a list of field errors), plain text, or a page (its title only). Never throws: what it can't read is left
 * out, and long texts are cut.
 * @see service document §7.3, §7.4
 */
export function readWireError(contentType: string | undefined, text: string): WireError {
  const json = tryReadJson(text);
  if (isObject(json)) return fromRecord(json);
  if (typeof json === 'string') return wireError({ message: json });
  const title = titleOf(text);
  if (title !== undefined) return wireError({ message: title });
  return json !== undefined || isPage(contentType, text) ? {} : wireError({ message: text });
}

/** The title of a page. Its lengths are bounded: an open tag that is repeated would else be searched to the end each time. */
function titleOf(text: string): string | undefined {
  return /<title\b[^>]{0,200}>([^<]{1,1000})/i.exec(text)?.[1];
}

/** How much of a text is searched for the tags that a page begins with. Unit: characters. */
const pageBeginCharacters = 1024;

/** Tells whether a text that is no JSON is a page, whatever its content type claims: HTML, XHTML or XML. */
function isPage(contentType: string | undefined, text: string): boolean {
  if (text.trim() === '') return false;
  const begin = text.slice(0, pageBeginCharacters);
  const hasTags = /^\s*</.test(begin) || /<(!doctype html|html|head|title|body)\b/i.test(begin);
  return hasTags || /\bx?html\b/i.test(contentType ?? '');
}

/**
 * The kind of a refusal's body. `service`: an error in one of the service's JSON shapes. `page`: HTML or XML, and `other-json`: an error in
 * JSON of another shape; something between has sent these. `bare`: empty, plain text or JSON that says no more, which anybody may have sent.
 */
export type RefusalKind = 'service' | 'page' | 'other-json' | 'bare';

export function refusalKind(contentType: string | undefined, text: string): RefusalKind {
  const json = tryReadJson(text);
  if (json === undefined) return isPage(contentType, text) ? 'page' : 'bare';
  if (isServiceError(json)) return 'service';
  return isObject(json) && Object.keys(json).length > 0 ? 'other-json' : 'bare';
}

/**
 * Tells whether JSON is an error in one of the service's shapes: `{error:{code,message}}`, `{error:"…"}`, `{code,message}`, `{detail}`. A
 * lone `{message}` is none: gateways write it.
 */
function isServiceError(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { code, detail, error, message } = json;
  if (isObject(error)) return isCode(error.code) || textOf(error.message) !== undefined;
  if (textOf(error) !== undefined || detailText(detail) !== undefined) return true;
  return isCode(code) && textOf(message) !== undefined;
}

function isCode(code: unknown): boolean {
  return typeof code === 'number' || textOf(code) !== undefined;
}

/** How many seconds the body of a refusal asks to wait, beside or inside its error. */
export function readBodyRetrySeconds(text: string): number | undefined {
  const json = tryReadJson(text);
  if (!isObject(json)) return undefined;
  const inner = isObject(json.error) ? json.error.retry_after : undefined;
  const asked = [json.retry_after, inner].find((value) => typeof value === 'number' && value > 0);
  return typeof asked === 'number' ? Math.ceil(asked) : undefined;
}

/** Tells whether a body is the service's own `{error:{message}}`. @see service document §7.3, §7.4 */
export function isErrorEnvelope(text: string): boolean {
  const json = tryReadJson(text);
  return isObject(json) && isObject(json.error) && textOf(json.error.message) !== undefined;
}

/** Tells whether a body is the service's complete `{error:{code,message}}`, with a text in both fields. @see service document §7.3 */
export function isWholeEnvelope(text: string): boolean {
  const json = tryReadJson(text);
  return (
    isErrorEnvelope(text) && isObject(json) && isObject(json.error) && textOf(json.error.code) !== undefined
  );
}

function fromRecord(json: Record<string, unknown>): WireError {
  const { error } = json;
  const inner = isObject(error) ? error : json;
  const word = typeof error === 'string' ? error : undefined;
  // `{error:"slug", message:"sentence"}` and `{error:"sentence"}` are both in use.
  const isSlug = word !== undefined && /^[\w.-]+$/.test(word);
  return wireError({
    code: textOf(inner.code) ?? (isSlug ? word : undefined),
    message:
      textOf(inner.message) ??
      word ??
      detailText(inner.detail) ??
      detailText(json.detail) ??
      detailText(json.errors) ??
      textOf(inner.error_description) ??
      textOf(inner.title),
    providerCode: textOf(inner.provider_code),
  });
}

/** The text of a detail: a sentence, or a list such as `[{loc:["body","input"],msg:"field required"}]`. */
function detailText(detail: unknown): string | undefined {
  if (isObject(detail)) return textOf(detail.message) ?? textOf(detail.msg);
  if (!Array.isArray(detail)) return textOf(detail);
  const lines = detail.slice(0, 5).map((one: unknown) => {
    if (!isObject(one)) return textOf(one);
    const where = Array.isArray(one.loc) ? one.loc.filter((step) => step !== 'body').join('.') : '';
    const message = textOf(one.msg) ?? textOf(one.message);
    return where !== '' && message !== undefined ? `${where}: ${message}` : message;
  });
  const said = lines.filter((line) => line !== undefined).join('; ');
  return said === '' ? undefined : said;
}

function wireError(parts: {
  code?: string | undefined;
  message?: string | undefined;
  providerCode?: string | undefined;
}): WireError {
  return defined({
    code: cut(parts.code, codeCharactersMost),
    message: cut(parts.message, messageCharactersMost),
    providerCode: cut(parts.providerCode, codeCharactersMost),
  });
}

/** A sentence of the service as it may be shown: it may quote a request back, so secrets and data URLs are hidden. */
export function quotedText(text: string): string {
  return cut(text, messageCharactersMost) ?? '';
}

function cut(text: string | undefined, charactersMost: number): string | undefined {
  const line =
    text === undefined ? undefined : redact(text.slice(0, readCharactersMost)).replace(/\s+/g, ' ').trim();
  if (line === undefined || line === '') return undefined;
  return line.length > charactersMost ? `${line.slice(0, charactersMost - 1)}…` : line;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
