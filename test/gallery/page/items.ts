import type { PageItem } from '../../../src/gallery/page/page-item.ts';

/** A clip of which everything usual is known, with changes. */
export function item(changes: Partial<PageItem> = {}): PageItem {
  return {
    job_id: 'job_1',
    output: 1,
    step: null,
    status: 'succeeded',
    media: 'video',
    link: 'job_1-1.mp4',
    poster: null,
    bytes: 1000,
    ratio: 1.5,
    model: 'vendor-b/video-2.5',
    prompt: 'a red fox in snow',
    options: null,
    seed: 42,
    cost_usd: 0.18,
    created_at: '2026-01-02T03:04:05Z',
    batch: null,
    shot: null,
    line: null,
    draft_of: null,
    finals: [],
    next: { command: 'rerun', of: changes.job_id ?? 'job_1', cost_usd: 0.18 },
    missing: null,
    ...changes,
  };
}

/** A draft that still has a final. */
export function draft(id: string, changes: Partial<PageItem> = {}): PageItem {
  return item({
    job_id: id,
    step: 'draft',
    next: { command: 'finalize', of: id, cost_usd: 0.4 },
    ...changes,
  });
}
