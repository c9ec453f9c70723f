import { type ConformanceCase, documentRoutes } from './case-schema.ts';
import { routeOf, synchronousPath } from './routes.ts';

const refusers = ['service', 'generator', 'unsaid'] as const;

/** What is wrong in a case, though each field is well formed; empty when nothing is. */
export function contradictions(one: ConformanceCase): string[] {
  const { expect, preflight, enforced_by: by } = one;
  const { path, raw_body: rawBody } = one.request;
  const route = routeOf(one.request);
  const isSubmit = route !== undefined && path !== synchronousPath && rawBody === undefined;
  const refused = expect.status === '4xx' || (expect.status !== '2xx' && expect.status >= 400);
  const isV2 = path.startsWith(documentRoutes.jobs.submit.slice(0, '/v2'.length)) || path.startsWith('$');
  const rejected = expect.end_code === 'provider_rejected' && one.given?.scenario === undefined;
  const rules: [wrong: boolean, saying: string][] = [
    [isSubmit && preflight === null, 'a check stands before each submit'],
    [route === undefined && preflight !== null, 'a check stands before nothing but submits'],
    [preflight === 'cannot-know' && one.why === undefined, 'what can not be known needs a why'],
    [preflight === 'refuses' && !isOneOf(refusers, by), 'a refusal is somebody’s'],
    [preflight === 'passes' && by !== null, 'nobody enforces what passes'],
    [
      isV2 && refused !== (by === 'service'),
      'on v2 the service enforces with a status, and nobody else does',
    ],
    [!isV2 && refused !== isOneOf(refusers, by), 'on v1 whoever enforces does it at once'],
    [isV2 && refused && expect.code === undefined, 'a refusal of v2 has a code'],
    [refused && expect.end !== undefined, 'what is refused has no end'],
    [isV2 && (by === 'generator') !== rejected, 'on v2 the generator enforces by rejecting'],
    [
      !isV2 && by === 'generator' && expect.provider_code !== true,
      'on v1 the generator has a code of its own',
    ],
    [!isV2 && by === 'service' && expect.provider_code === true, 'the service has no code of the generator'],
    [(expect.end === 'failed') !== (expect.end_code !== undefined), 'a failed end has a code'],
    [isV2 && expect.end === 'failed' && expect.charged !== false, 'a failed job is uncharged'],
    [expect.cost !== undefined && expect.end !== 'succeeded', 'only a success is charged'],
    [expect.links !== undefined && expect.end !== 'succeeded', 'only a success has links'],
  ];
  return rules.filter(([wrong]) => wrong).map(([, saying]) => saying);
}

function isOneOf(words: readonly string[], word: string | null): boolean {
  return word !== null && words.includes(word);
}
