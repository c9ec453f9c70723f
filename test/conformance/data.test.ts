import { describe, expect, it } from 'vitest';
import { conformanceFiles } from './case-files.ts';
import type { ConformanceCase } from './case-schema.ts';
import { contradictions } from './contradictions.ts';
import { expand, expandPath, type JobIds } from './macros.ts';

const parts = [
  ...['advice', 'drafts', 'envelope', 'grants-balance', 'images', 'media', 'refs', 'spicy', 'tasks'].map(
    (part) => `v1-${part}`,
  ),
  ...[
    'advice',
    'content',
    'costs',
    'draft',
    'lifecycle',
    'models',
    'output',
    'prompt-enhance',
    'submit-envelope',
    'text',
    'video-options',
  ].map((part) => `v2-${part}`),
];

function jobIdsOf({ before = [] }: ConformanceCase): JobIds {
  const names = before.flatMap((step) => ('as' in step ? [step.as, `${step.as}.job_id`] : []));
  return new Map(names.map((name) => [name, `job_${name}`]));
}

describe('the conformance data, as it stands in the document', () => {
  const files = conformanceFiles();
  const cases = files.flatMap((file) => file.cases);

  it('has a file for each subject, named as the part it holds', () => {
    expect(files.map(({ part }) => part).toSorted()).toEqual(parts);
    for (const { file, part } of files) expect(file).toBe(`${part}.json`);
    expect(cases.length).toBeGreaterThan(1_100);
  });

  it('gives every case a name of its own', () => {
    const names = cases.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('says nothing twice', () => {
    const asked = cases.map(({ given, before, request, expect: wanted }) =>
      JSON.stringify([given, before, request, wanted]),
    );
    expect(asked.flatMap((one, at) => (asked.indexOf(one) === at ? [] : [cases[at]?.name]))).toEqual([]);
  });

  it('contradicts itself nowhere', () => {
    const wrong = cases.map((one) => [one.name, ...contradictions(one)]).filter((line) => line.length > 1);
    expect(wrong).toEqual([]);
  });

  it('expects of one submit the same, whoever else is asking', () => {
    const answers = new Map<string, string>();
    for (const { given, before, request, expect: wanted, name } of cases) {
      if (given !== undefined || before !== undefined || request.path !== '/v2/jobs') continue;
      if (request.headers !== undefined || wanted.end === undefined) continue;
      const asked = JSON.stringify(request.body);
      expect(answers.get(asked) ?? wanted.end, name).toBe(wanted.end);
      answers.set(asked, wanted.end);
    }
  });

  it('can be sent: each macro, path and earlier job is one that is there', () => {
    for (const one of cases) {
      const jobIds = jobIdsOf(one);
      for (const step of one.before ?? []) {
        const [path, body] = 'as' in step ? ['/v2/jobs', step.body] : [step.request.path, step.request.body];
        expect(JSON.stringify([expandPath(path, jobIds), expand(body, jobIds)]), one.name).not.toContain(
          '"$',
        );
      }
      expect(JSON.stringify(expand(one.request.body, jobIds)) ?? '', one.name).not.toContain('"$');
      expect(expandPath(one.request.path, jobIds), one.name).toMatch(
        /^(\/v2\/(jobs|models)|\/v1\/(vendor-b|spicy|media)\/|\$\w+\.outputs\.0\.url$)/,
      );
      const { same_job_as, other_job_than, unchanged_from, same_answer_as_unknown_id } = one.expect;
      for (const name of [same_job_as, other_job_than, unchanged_from, same_answer_as_unknown_id]) {
        if (name !== undefined) expect([...jobIds.keys()], one.name).toContain(name);
      }
    }
  });
});

describe('a macro', () => {
  it('repeats a text', () => {
    expect(expand({ text: { $repeat: ['xy', 3] } })).toEqual({ text: 'xyxyxy' });
  });

  it('is a list, or several elements of one, numbered', () => {
    expect(expand({ $list: [{ url: 'p-{i}' }, 2] })).toEqual([{ url: 'p-1' }, { url: 'p-2' }]);
    expect(expand([0, { $list: ['{i}', 2] }])).toEqual([0, '1', '2']);
  });

  it('is the id of an earlier job, in a body and in a path', () => {
    const ids = new Map([['draft', 'job_7']]);
    expect(expand({ id: { $job: 'draft' } }, ids)).toEqual({ id: 'job_7' });
    expect(expandPath('/v2/jobs/$draft/cancel', ids)).toBe('/v2/jobs/job_7/cancel');
    expect(expandPath('$draft.outputs.0.url', ids)).toBe('$draft.outputs.0.url');
  });

  it('of a job nobody made is an error', () => {
    expect(() => expand({ $job: 'draft' })).toThrow('no earlier job is called draft');
  });
});
