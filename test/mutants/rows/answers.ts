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
    text: "page: 'stop, open', bare: 'stop',",
    instead: "page: 'stop', bare: 'stop',",
    nearest: ['api/transport/api-submit'],
  },
  {
    guards: 'a refusal in no JSON shape of the service settles no submit',
    text: "if (json !== undefined) return isServiceError(json) ? 'service' : 'bare';",
    instead: "if (json !== undefined) return 'service';",
    nearest: ['api/trouble/trouble'],
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
