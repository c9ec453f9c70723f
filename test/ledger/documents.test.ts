import { describe, expect, it } from 'vitest';
import { beginJobsDocument, jobDocumentJson, jobsDocumentJson } from '../../src/ledger/job-document.ts';
import { jobDocumentOf } from '../../src/ledger/record-document.ts';
import { modelsDocumentJson } from '../../src/request/pages/model-table.ts';
import { requestCurl, requestDocumentJson } from '../../src/request/request-document.ts';
import { job, output } from '../follow/words/jobs.ts';
import { look, piped } from '../terminal/looks.ts';
import { jobRecord } from './fixtures/records.ts';

const fields =
  'id route profile model status media created_at completed_at deadline_at retention_until retry_after cost_usd outputs error provider_code idempotency_key once attempt batch tags draft_of finals replayed prompt seed request rendered raw outputs_missing lost_at';

describe('a job as a document', () => {
  it('has its fields in the published order, and one line', () => {
    const text = jobDocumentJson(jobDocumentOf(jobRecord('job_01'), undefined), piped);
    expect(text.split('\n')).toHaveLength(2);
    expect(Object.keys(JSON.parse(text)).join(' ')).toBe(`schema ${fields}`);
  });

  it('is indented for a person', () => {
    expect(jobDocumentJson(job(), look())).toContain('\n  "id": "job_01",\n');
  });

  it('has null for what is absent', () => {
    const bare = jobDocumentOf(jobRecord('job_01', { job: { id: 'job_01', status: 'queued' } }), undefined);
    const document = JSON.parse(jobDocumentJson(bare, piped));
    expect(Object.keys(document)).toHaveLength(31);
    expect(document).toMatchObject({ outputs: null, cost_usd: null, raw: null });
  });

  it('lists an output with path, bytes, hash, copies and what it carries last, and no field of ours beside', () => {
    const given = { url: 'https://cdn.example.com/1.png', secret: 1 };
    const record = jobRecord('job_01', { job: { id: 'job_01', status: 'succeeded', outputs: [given] } });
    const [shown] = JSON.parse(jobDocumentJson(jobDocumentOf(record, undefined), piped)).outputs;
    expect(Object.keys(shown).join(' ')).toBe(
      'url type content_type expires_at path bytes sha256 copies findings content_credentials',
    );
  });

  it('stands in a list of one as in a list of many', () => {
    expect(JSON.parse(jobsDocumentJson([job()], piped))).toEqual({
      schema: 'genctl.jobs/v1',
      items: [job()],
    });
    expect(jobsDocumentJson([], piped)).toBe('{"schema":"genctl.jobs/v1","items":[]}\n');
  });

  it.each([
    ['for a program', piped],
    ['for a person', look()],
  ])('has the same bytes %s, whether it is written whole or in pieces', (_, layout) => {
    const step = layout.isTerminal ? 2 : undefined;
    for (const jobs of [
      [],
      [job()],
      [job(), job({ outputs: [output()], raw: { text: 'two\nlines', none: [] } })],
    ]) {
      const items = jobs.map((one) => {
        const { schema: _schema, ...fields } = JSON.parse(jobDocumentJson(one, piped));
        return fields as object;
      });
      const whole = `${JSON.stringify({ schema: 'genctl.jobs/v1', items }, undefined, step)}\n`;
      expect(jobsDocumentJson(jobs, layout)).toBe(whole);
      const document = beginJobsDocument(layout);
      expect([...jobs.map((one) => document.items([one])), document.end()].join('')).toBe(whole);
    }
  });

  it('escapes what steers a terminal and says the same', () => {
    const hostile = job({ model: '\x1b\x9b\u202e', raw: { '\u0085': ['\u2066'] } });
    const text = jobDocumentJson(hostile, piped);
    expect(text.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(text)).toMatchObject({ model: '\x1b\x9b\u202e', raw: { '\u0085': ['\u2066'] } });
  });
});

describe('models as a document', () => {
  it('names the fields as the wire would', () => {
    const model = {
      id: 'm',
      medium: 'image',
      runtimeSeconds: 300,
      maxOutputCount: undefined,
      inputSchema: { type: 'object' },
    };
    expect(JSON.parse(modelsDocumentJson([model], piped))).toEqual({
      schema: 'genctl.models/v1',
      items: [
        {
          id: 'm',
          media: 'image',
          runtime_seconds: 300,
          max_output_count: null,
          api: 'v2',
          route: 'jobs',
          input_schema: { type: 'object' },
        },
      ],
    });
  });
});

describe('a dry run', () => {
  const request = {
    method: 'POST',
    url: 'https://api.example/v2/jobs',
    headers: { AUTHORIZATION: 'Bearer sk-secret', 'Idempotency-Key': 'g1-00' },
    body: { model: 'm', input: { prompt: "it's $HOME `id`\u202e" } },
    expected_cost: null,
  };

  it('is a document without the key', () => {
    const text = requestDocumentJson(request, { budgets: [], max_cost: null, warnings: ['w'] }, piped);
    expect(text).not.toContain('sk-secret');
    expect(JSON.parse(text)).toEqual({
      schema: 'genctl.request/v1',
      method: 'POST',
      url: 'https://api.example/v2/jobs',
      headers: { Authorization: 'Bearer $GENCTL_API_KEY', 'Idempotency-Key': 'g1-00' },
      body: request.body,
      expected_cost: null,
      budgets: [],
      max_cost: null,
      warnings: ['w'],
    });
  });

  it('is a command line that reads the key from the environment and expands nothing else', () => {
    expect(requestCurl(request)).toBe(
      [
        'curl -X POST https://api.example/v2/jobs \\',
        '  -H "Authorization: Bearer $GENCTL_API_KEY" \\',
        "  -H 'Idempotency-Key: g1-00' \\",
        `  --data-raw '{"model":"m","input":{"prompt":"it'\\''s $HOME \`id\`\\u202e"}}'`,
        '',
      ].join('\n'),
    );
  });

  it('sends no body where there is none', () => {
    expect(
      requestCurl({ method: 'GET', url: 'https://x/v2/models?a=1&b=2', headers: {}, body: undefined }),
    ).toBe(`curl -X GET 'https://x/v2/models?a=1&b=2' \\\n  -H "Authorization: Bearer $GENCTL_API_KEY"\n`);
  });
});
