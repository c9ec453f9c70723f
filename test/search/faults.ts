/** What becomes of an answer that the service would give. */
export type Spoiling =
  /** The service never sees the request; or it does, and its answer never arrives. */
  | { kind: 'reset' | 'silence'; commits: boolean }
  /** It sees the request; half of its answer arrives. */
  | { kind: 'cut' }
  /** Something between answers in its place. */
  | {
      kind: 'instead';
      commits: boolean;
      status: number;
      headers?: Record<string, string>;
      body?: string;
    }
  /** Fields of a JSON answer are other ones. */
  | { kind: 'fields'; change: (body: Record<string, unknown>) => Record<string, unknown> }
  /** It tells the id of a job that another request of this machine has made. */
  | { kind: 'id of another' }
  /** Headers of the answer are other ones. */
  | { kind: 'headers'; headers: Record<string, string> };

const page = '<!doctype html><title>Sign in</title><p>Welcome to the hotel.';
const html = { 'content-type': 'text/html' };
/** A gateway, a firewall or a portal answers in place of the service, which never sees the request. */
const between = (status: number, body = page, headers: Record<string, string> = html): Spoiling => ({
  kind: 'instead',
  commits: false,
  ...{ status, headers, body },
});
const wait = (seconds: string): Spoiling => ({
  kind: 'instead',
  commits: false,
  status: 429,
  headers: { 'retry-after': seconds },
  body: '{"error":{"code":"rate_limited","message":"slower"}}',
});
const with_ = (fields: Record<string, unknown>): Spoiling => ({
  kind: 'fields',
  change: (body) => ({ ...body, ...fields }),
});

/** Each a fault that a network, a proxy or a service has had. */
export const faults: Readonly<Record<string, Spoiling>> = {
  'reset before': { kind: 'reset', commits: false },
  'reset after': { kind: 'reset', commits: true },
  'silence before': { kind: 'silence', commits: false },
  'silence after': { kind: 'silence', commits: true },
  cut: { kind: 'cut' },
  '500 after': { kind: 'instead', commits: true, status: 500, body: '{"error":{"code":"internal"}}' },
  '502 page': { kind: 'instead', commits: false, status: 502, headers: html, body: page },
  '503': { kind: 'instead', commits: false, status: 503, body: '{"error":{"code":"unavailable"}}' },
  '504 after': { kind: 'instead', commits: true, status: 504, headers: html, body: page },
  '429': { kind: 'instead', commits: false, status: 429, body: '{"error":"slower"}' },
  '429, 2 s': wait('2'),
  '429, -5': wait('-5'),
  '429, soon': wait('soon'),
  '429, 1e9': wait('1000000000'),
  '429, a date long past': wait('Wed, 21 Oct 2015 07:28:00 GMT'),
  'page instead': { kind: 'instead', commits: false, status: 200, headers: html, body: page },
  'page after': { kind: 'instead', commits: true, status: 200, headers: html, body: page },
  'redirect elsewhere': {
    kind: 'instead',
    commits: false,
    status: 302,
    headers: { location: 'http://127.0.0.1:9/elsewhere' },
  },
  '401': { kind: 'instead', commits: false, status: 401, body: '{"error":{"code":"unauthorized"}}' },
  '403': { kind: 'instead', commits: false, status: 403, body: '{"error":{"code":"forbidden"}}' },
  '404': { kind: 'instead', commits: false, status: 404, body: '{"error":{"code":"not_found"}}' },
  '401 page': between(401),
  '403 page': between(403),
  '403 page after': { kind: 'instead', commits: true, status: 403, headers: html, body: page },
  '403, empty': between(403, ''),
  '404 page': between(404),
  '407': between(407),
  '413 page': between(413),
  '425': between(425, ''),
  '429 page': between(429),
  '502, empty': between(502, ''),
  '503 page after': { kind: 'instead', commits: true, status: 503, headers: html, body: page },
  'no content': { kind: 'instead', commits: true, status: 204 },
  'redirect to a sign-in': between(302, '', { location: 'https://portal.example.com/sign-in' }),
  'nothing at all': { kind: 'instead', commits: true, status: 200, body: '' },
  'no id': with_({ id: undefined }),
  'id null': with_({ id: null }),
  'id of another': { kind: 'id of another' },
  'date: x': with_({ created_at: 'x', completed_at: 'x', deadline_at: 'x', retention_until: 'x' }),
  'date: empty': with_({ created_at: '', completed_at: '', deadline_at: '' }),
  'date: 41 signs': with_({ created_at: '9'.repeat(41), completed_at: '9'.repeat(41) }),
  'date: a number': with_({ created_at: 1, completed_at: 2, deadline_at: 3 }),
  'unknown status': with_({
    status: 'paused',
    completed_at: undefined,
    outputs: undefined,
    cost_usd: undefined,
  }),
  'retry_after: soon': with_({ retry_after: 'soon' }),
  'retry_after: 20': with_({ status: 'running', outputs: undefined, retry_after: 20 }),
  'retry_after: -1': with_({ status: 'running', outputs: undefined, retry_after: -1 }),
  'a field more': with_({ '\u001b]0;x\u0007': '\u001b[31m', __proto__x: [[[]]] }),
  'content type: text': { kind: 'headers', headers: { 'content-type': 'text/plain' } },
  'no such type': { kind: 'headers', headers: { 'content-type': 'application/x-unheard-of' } },
  'odd date header': { kind: 'headers', headers: { date: 'yesterday' } },
};

/** Which of them may meet a request of each kind. */
export const faultsOn = {
  submit: Object.keys(faults),
  look: Object.keys(faults).filter((name) => !['no id', 'id null', 'id of another'].includes(name)),
  cancel: [
    ...['reset before', 'reset after', 'silence after', 'cut', '500 after', '503', '429, 2 s', '404'],
    ...['403 page', 'no content', 'page after', 'redirect to a sign-in'],
  ],
  models: [
    ...['reset before', 'cut', '503', '429', 'page instead', '404', 'nothing at all'],
    ...['403 page', '407', 'no content', 'redirect to a sign-in'],
  ],
  file: [
    ...['reset before', 'silence before', 'cut', '503', '429, 2 s', '403', '404', 'page instead'],
    ...['redirect elsewhere', 'nothing at all', 'content type: text', 'no such type'],
    ...['403 page', '407', '502, empty', 'redirect to a sign-in'],
  ],
} as const;
