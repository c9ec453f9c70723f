import type { Mutant } from '../mutant.ts';

/** What keeps the answer of something else from being taken for the service's word. */
export const answerMutants: readonly Mutant[] = [
  {
    guards: 'a submit whose answer became a page leaves its intent open',
    text: "page: 'repeat, open',",
    instead: "page: 'stop',",
    nearest: ['api/transport/api-submit'],
  },
  {
    guards: 'a submit whose answer became an empty or plain refusal leaves its intent open',
    text: "bare: 'repeat, open',",
    instead: "bare: 'stop',",
    nearest: ['api/transport/api-submit'],
  },
  {
    guards: 'a submit of v1 is not sent again after a page',
    text: "page: 'stop, open',",
    instead: "page: 'repeat, open',",
    nearest: ['api/transport/api-submit'],
  },
  {
    guards: 'a submit of v1 that was answered by a page is not settled by it',
    text: "page: 'stop, open', 'other-json': 'stop, open', bare: 'stop',",
    instead: "page: 'stop', 'other-json': 'stop, open', bare: 'stop',",
    nearest: ['api/transport/api-submit'],
  },
  {
    guards: 'a submit of v1 that was answered by the JSON of a gateway is not settled by it',
    text: "page: 'stop, open', 'other-json': 'stop, open', bare: 'stop',",
    instead: "page: 'stop, open', 'other-json': 'stop', bare: 'stop',",
    nearest: ['api/transport/api-submit'],
  },
  {
    guards: 'a submit whose answer became the JSON of a gateway leaves its intent open',
    text: "'other-json': 'repeat, open',",
    instead: "'other-json': 'stop',",
    nearest: ['api/transport/api-submit'],
  },
  {
    guards: 'a page is the word of the service under no status',
    text: "if (body !== 'service' && !standsByItself(ask, response)) return body;",
    instead:
      "if (body !== 'service' && [401, 403, 404].includes(response.status) && !standsByItself(ask, response)) return body;",
    nearest: ['api/transport/api-submit'],
  },
  {
    guards: 'a redirect to the answer of a submit that was taken does not settle it',
    text: "status === 303 ? 'unknown' : 'other'",
    instead: "'other'",
    nearest: ['api/transport/api-submit'],
  },
  {
    guards: 'a cancel that leaves its job running is no success',
    text: 'return { job, raw, unconfirmed: unconfirmed(job, error) };',
    instead: 'return { job, raw };',
    nearest: ['api/ways/jobs'],
  },
  {
    guards: 'a cancel counts as one only where the job is over',
    text: 'otherJob(job, id) ?? goingOn(job)',
    instead: 'otherJob(job, id)',
    nearest: ['api/ways/jobs'],
  },
  {
    guards: 'a refusal in no JSON shape of the service settles no submit',
    text: "if (isServiceError(json)) return 'service';",
    instead: "return 'service';",
    nearest: ['api/trouble/trouble'],
  },
  {
    guards: 'a wait ends after a minute of pages, whatever pause they ask for',
    text: 'isWait ? Math.min(retryAfterMs, unverifiedMsMost - elapsedMs) : retryAfterMs',
    instead: 'retryAfterMs',
    nearest: ['service/retries/retry'],
  },
  {
    guards: 'a page is no output of a job that promised nothing',
    text: 'if (kind === undefined && isUnaskedPage(state))',
    instead: 'if (kind !== undefined && isUnaskedPage(state))',
    nearest: ['api/transport/download-content'],
  },
  {
    guards: 'a page is one whatever its content type claims',
    text: 'return hasTags || /\\bx?html\\b/i',
    instead: 'return /\\bx?html\\b/i',
    nearest: ['api/trouble/trouble'],
  },
  {
    guards: 'a page that breaks off is still one',
    text: 'const { bytes } = await readBody(response, { clock, timeoutMs: 10_000, bytesMost });',
    instead:
      'const { bytes: all, broken } = await readBody(response, { clock, timeoutMs: 10_000, bytesMost }); const bytes = broken ? Buffer.alloc(0) : all;',
    nearest: ['api/transport/api-submit'],
  },
  {
    guards: 'a challenge for the key of another scheme is not the service’s',
    text: 'return /(^|,)\\s*bearer(?=\\s|,|$)/i.test(unquoted);',
    instead: "return header !== '';",
    nearest: ['api/trouble/trouble'],
  },
];
