import type { JobDocument, OutputDocument } from '../../../src/ledger/job-document.ts';
import { promptText } from '../../../src/service/body/asked-fields.ts';

/** The wall clock of these tests. */
export const nowMs = Date.parse('2026-03-01T12:00:00Z');

export function job(parts: Partial<JobDocument> = {}): JobDocument {
  return {
    id: 'job_01',
    route: 'jobs',
    profile: 'work',
    model: 'vendor-b/video-2.5',
    status: 'running',
    media: 'video',
    created_at: '2026-03-01T11:55:12.000000+00:00',
    completed_at: null,
    deadline_at: '2026-03-01T12:25:12+00:00',
    retention_until: null,
    retry_after: 5,
    cost_usd: null,
    outputs: null,
    error: null,
    provider_code: null,
    idempotency_key: 'g1-00',
    once: null,
    attempt: 1,
    batch: null,
    tags: null,
    draft_of: null,
    finals: null,
    replayed: false,
    prompt: promptText(parts.rendered ?? parts.request) ?? 'a harbour at dawn',
    seed: null,
    request: {
      model: 'vendor-b/video-2.5',
      input: { content: [{ type: 'text', text: 'a harbour at dawn' }] },
    },
    rendered: null,
    raw: null,
    outputs_missing: null,
    lost_at: null,
    ...parts,
  };
}

export function output(parts: Partial<OutputDocument> = {}): OutputDocument {
  return {
    url: 'https://cdn.example/v2/job_01/0-abc.mp4',
    type: 'video',
    content_type: 'video/mp4',
    expires_at: null,
    path: null,
    bytes: null,
    sha256: null,
    copies: null,
    findings: null,
    content_credentials: null,
    ...parts,
  };
}

export const succeeded = job({
  status: 'succeeded',
  completed_at: '2026-03-01T11:57:17Z',
  cost_usd: 0.42,
  outputs: [output()],
});

export const failed = job({
  status: 'failed',
  completed_at: '2026-03-01T11:56:00Z',
  error: { code: 'provider_failed', message: 'It did not finish.', provider_code: null },
});
