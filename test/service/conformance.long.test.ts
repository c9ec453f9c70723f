import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/sandbox/catalogue/index.ts';
import { submitFindings } from '../../src/service/checks/preflight.ts';
import { conformanceFiles } from '../conformance/case-files.ts';
import type { ConformanceCase } from '../conformance/case-schema.ts';
import { expand } from '../conformance/macros.ts';
import { routeOf } from '../conformance/routes.ts';

const checked = conformanceFiles()
  .flatMap(({ cases }) => cases)
  .filter(({ preflight }) => preflight !== null);

/** An id as the service makes them, for each earlier job: the check sees no more of it. */
function jobIdsOf({ before = [] }: ConformanceCase): Map<string, string> {
  const names = before.flatMap((step) => ('as' in step ? [step.as, `${step.as}.job_id`] : []));
  return new Map(names.map((name, index) => [name, `job_${String(index).padStart(32, '0')}`]));
}

/** The model's live entry, for the cases that come with it. */
function entryOf({ given, request }: ConformanceCase) {
  const { model } = request.body as { model?: unknown };
  return given?.model_entry === true ? catalogue.find(({ id }) => id === model) : undefined;
}

describe('the check before sending agrees with the service document', () => {
  it.each(checked.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const findings = submitFindings(expand(one.request.body, jobIdsOf(one)), {
      loopback: true,
      model: entryOf(one),
      route: routeOf(one.request),
    });
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (one.preflight === 'refuses') {
      const enforcers = errors.map(({ enforcedBy }) => enforcedBy);
      if (one.enforced_by === 'unsaid') expect(enforcers).not.toEqual([]);
      else expect(enforcers).toContain(one.enforced_by);
      return;
    }
    expect(errors).toEqual([]);
    if (one.preflight === 'warns') expect(findings).not.toEqual([]);
    if (one.preflight === 'passes') expect(findings).toEqual([]);
  });
});
