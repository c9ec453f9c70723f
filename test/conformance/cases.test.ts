import { describe, expect, it } from 'vitest';
import { conformanceCases, expand } from './cases.ts';

describe('the conformance data', () => {
  const cases = conformanceCases();

  it('is there, whole, under names of its own', () => {
    expect(cases.length).toBeGreaterThan(300);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });

  it('says why wherever the check before sending can not know', () => {
    const silent = cases.filter(({ preflight, why }) => preflight === 'cannot-know' && why === undefined);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('names who enforces whatever is refused', () => {
    const nobody = cases.filter(
      ({ preflight, enforced_by }) => preflight === 'refuses' && enforced_by === null,
    );
    expect(nobody.map(({ name }) => name)).toEqual([]);
  });

  it('has a refusal answered by whoever enforces it', () => {
    const answered = { service: /^4\d\d /, generator: /^202 failed/, advice: /^202 / };
    const astray = cases.filter(
      ({ enforced_by, expect: { status, end } }) =>
        enforced_by !== null && !answered[enforced_by].test(`${status} ${end}`),
    );
    expect(astray.map(({ name }) => name)).toEqual([]);
  });

  it('needs only earlier jobs that it makes', () => {
    const lost = cases.filter(({ before = [], request, expect: { same_job_as, not_job } }) => {
      const made = new Set(before.map((earlier) => earlier.as));
      const needed = [...JSON.stringify(request).matchAll(/"\$job":"(\w+)"|\/\$(\w+)/g)].map(
        ([, inBody, inPath]) => inBody ?? inPath,
      );
      return [...needed, same_job_as, not_job].some((as) => as !== undefined && !made.has(as));
    });
    expect(lost.map(({ name }) => name)).toEqual([]);
  });

  it('is written small and sent large', () => {
    expect(expand({ a: { $repeat: ['xy', 3] }, b: [1, { $list: [{ c: 2 }, 2] }] })).toEqual({
      a: 'xyxyxy',
      b: [1, { c: 2 }, { c: 2 }],
    });
  });
});
