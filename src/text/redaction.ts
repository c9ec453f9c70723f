import { sandboxKey } from './base-url.ts';

const hidden = '***';
/**
 * A shorter key is hidden only as a whole word: its letters may also be part of ordinary words, which say what is wrong. Unit:
 * characters.
 */
const ofItsOwnLength = 8;

/** The opaque id of a masked link gives access by itself. @see service document §4.9 */
const mediaId = /(\/v1\/media\/)[^\s"'<>/?#\\]+/g;

/**
 * Matches a picture or a sound that a text quotes without the head of its data URL. A hash is shorter, and a sentence has
 * spaces.
 */
const base64Run = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{160,}={0,2}/g;

/** Matches what stands where a key would, in a text that explains how to send one: an ordinary word, or a place to fill in. */
const explanation =
  /^(?:(?:api[-_]?)?(?:key|token)s?|auth(?:entication|orization)?|header|scheme|credentials?|bearer|basic|required|missing|invalid|of|<.*|\$\{?[A-Z_]+\}?|\{\w+\}|your[-_]?(?:api[-_]?)?(?:key|token)|\.{3}|…)[.:)!?}>\]]*$/i;

/**
 * Creates a function that hides the secrets in a text. It hides the keys given, anything that looks like a key, and the credentials
 * and the query of a URL (callback secrets, signatures). It also hides ids of masked media links, data URLs, and bare base64.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  // Longest first: one secret may begin with another.
  const known = secrets
    .map((secret) => secret.trim())
    .filter(isSecret)
    .toSorted((a, b) => b.length - a.length);
  const places = known.map((secret) =>
    secret.length < ofItsOwnLength
      ? new RegExp(`(?<![\\w-])${secret.replace(/[^\w]/g, '\\$&')}(?![\\w-])`, 'g')
      : secret,
  );
  return (text) => redact(places.reduce<string>((shown, place) => shown.replaceAll(place, hidden), text));
}

/** Tells whether a key is worth hiding. The sandbox's common key is not, nor is a mere prefix of keys. */
function isSecret(key: string): boolean {
  return key !== '' && key !== sandboxKey && !isPrefix(key);
}

function isPrefix(key: string): boolean {
  return /^[a-z]{1,8}[_-]$/i.test(key);
}

/**
 * Hides what stands in links and gives access by itself: user names, queries and fragments, ids of masked links, bytes of data
 * URLs. All that is told on stderr passes through here.
 */
export function hideInLinks(text: string): string {
  if (!mayHoldLink.test(text)) return text;
  return text
    .replace(/\bdata:[^\s"'<>)\\]*/gi, hideData)
    .replace(bareUser, `$1${hidden}@`)
    .replace(bareQuery, `$1?${hidden}`)
    .replace(link, hideInUrl)
    .replace(mediaId, `$1${hidden}`);
}

const mayHoldLink = /:[\\/]|data:|\/v1\/media\/|[@?#]/i;

/**
 * A link of any scheme, to the end of its word. A quote of a shell may stand in it, also as a shell has it within quotes. A backslash belongs
 * to it where it begins no escape of JSON, in which the text may stand. One letter is no scheme: it is a drive of Windows.
 */
const link = /\b[a-z][a-z0-9+.-]{1,63}:[\\/]+(?:'\\''|\\+(?![\\'"bfnrtu])|[^\s"<>\\])+/gi;

/** A user name and a password of a link whose scheme was left out. */
const bareUser = /(?<![^\s"'(=])((?:\/\/)?)[^\s"'()=/\\@:]{1,100}:[^\s"'()=/\\@]{1,100}@(?=[a-z\d[])/gi;

/** A link whose scheme was left out, as far as its query or fragment, which names a value. */
const bareQuery =
  /(?<![^\s"'(=])((?:\/\/)?(?:\*{3}@)?(?:[a-z\d-]{1,63}\.){1,20}[a-z]{2,20}(?::\d{1,5})?(?:\/[^\s"'<>?#]*)?)[?#][^\s"'<>=]{0,100}=[^\s"'<>]*/gi;

/** Hides secrets in a text whose keys are not known. Its time grows in proportion to the text, whatever that holds. */
export function redact(text: string): string {
  return hideInLinks(text)
    .replace(
      /\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:[a-z]+\s+(?=[^\s"',;]))?)([^\s"',;]+)/gi,
      hideUnlessExplained,
    )
    .replace(/\b(bearer\s+)([^\s"',;]+)/gi, hideBearer)
    .replace(/\bsbx_[\w-]+/g, hideSandboxKey)
    .replace(base64Run, hideBase64);
}

function hideUnlessExplained(whole: string, before: string, value: string): string {
  return explanation.test(value) ? whole : `${before}${hidden}`;
}

function hideBearer(whole: string, _: string, value: string): string {
  return explanation.test(value) ? whole : `Bearer ${hidden}`;
}

/**
 * Hides a sandbox key. Not hidden: `sbx_local`, which everyone has; `sbx_NAME`, a place to fill in; and a mere beginning, which
 * ends in a dash or an underscore.
 */
function hideSandboxKey(key: string): string {
  return key === sandboxKey || /^sbx_(?:[A-Z]+|.*[_-])$/.test(key) ? key : `sbx_${hidden}`;
}

/** A run that lacks small letters, capitals or digits is no picture. */
function hideBase64(run: string): string {
  return [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(run)) ? hidden : run;
}

function hideData(url: string): string {
  const comma = url.indexOf(',');
  return comma < 0 ? url : `${url.slice(0, comma).split(';')[0]?.slice(0, 60)},${hidden}`;
}

/** Matches what may follow a path: the end of a sentence, or a query whose values are hidden already. */
const saysNothing = /^(?:[?#]?[.,;:!)]*|\?(?:[^=&]+=\*{3}(?:&|[.,;:!)]*$))+)$/;

/** Names of files: what stands behind a `?` or `#` is no secret of theirs. */
const nameScheme = /^(?:file|s3):/i;

function hideInUrl(word: string): string {
  const [closing = ''] = /'[.,;:!)]*$/.exec(word) ?? [];
  const url = word.slice(0, word.length - closing.length);
  const [whole = ''] = nameScheme.test(url) ? [url] : url.split(/[?#]/, 1);
  const [, scheme = '', authority = ''] = /^([^:]+:[\\/]+)((?:'\\''|[^\\/])*)/.exec(whole) ?? [];
  const userEnd = authority.lastIndexOf('@');
  const host = userEnd < 0 ? authority : hidden + authority.slice(userEnd);
  const shown = scheme + host + whole.slice(scheme.length + authority.length);
  const rest = url.slice(whole.length);
  return `${saysNothing.test(rest) ? shown + rest : `${shown}?${hidden}`}${closing}`;
}

/** A URL as a log may show it: its origin, its path, and the names in its query without their values. */
export function shownUrl(url: URL): string {
  const names = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=${hidden}`);
  const path = url.pathname.replace(mediaId, `$1${hidden}`);
  return `${url.origin}${path}${names.length === 0 ? '' : `?${names.join('&')}`}`;
}

const outputHash = /((?:\/v2\/job_|\/vendor-b\/outputs\/)[\da-f]{32}\/(?:\d{1,3}|last)-)[\da-f]{32}/g;

/** Hides what opens a file of the sandbox in its links: anyone who holds one may fetch it. */
export function hideOutputHashes(text: string): string {
  return text.replace(outputHash, `$1${hidden}`);
}

/** Headers as a log may show them: all names, with secret values hidden. */
export function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shownValue(name, value)]));
}

function shownValue(name: string, value: string): string {
  if (/^(proxy-)?authorization$/i.test(name)) return `Bearer ${hidden}`;
  return /cookie|token|secret|api-?key/i.test(name) ? hidden : redact(value);
}

/** A name of genctl's own whose value is a secret. Windows takes the names of variables in either case. */
const secretName = /^GENCTL_\w*(?:KEY|PASSWORD|SECRET|TOKEN)$/i;

/** A URL with a password inside, as GENCTL_QUEUE may be one. */
const passwordInUrl = /^\s*\w+:\/\/[^/@]*:[^@]+@/;

/** An environment for other programs. The secrets of genctl are nobody else's; those of other programs stay. */
export function withoutSecrets(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value = '']) => {
      const isOwn = name.toUpperCase().startsWith('GENCTL_');
      return !secretName.test(name) && !(isOwn && passwordInUrl.test(value));
    }),
  );
}
