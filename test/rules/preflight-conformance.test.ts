import { describe, expect, it } from 'vitest';
import { submitFindings } from '../../src/rules/preflight.ts';
import { conformanceCases, expand } from '../conformance/cases.ts';

const submits = conformanceCases().filter(
  ({ request, preflight }) =>
    request.path === '/v2/jobs' && preflight !== null && preflight !== 'cannot-know',
);

describe('the check before sending agrees with the service document', () => {
  it.each(submits.map((one) => [one.name, one] as const))('%s', (_, { request, preflight, enforced_by }) => {
    const jobIds = new Map([['draft', 'job_00000000000000000000000000000001']]);
    const findings = submitFindings(expand(request.body, jobIds), { loopback: true });
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (preflight === 'refuses') {
      expect(errors.map((finding) => finding.enforcedBy)).toContain(enforced_by);
    } else {
      expect(errors).toEqual([]);
      expect(findings.length > 0).toBe(preflight === 'warns');
    }
  });
});
