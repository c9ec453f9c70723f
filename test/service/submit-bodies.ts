import type { SubmitFacts } from '../../src/service/body/submit-subject.ts';
import type { Finding } from '../../src/service/checks/finding.ts';
import { submitFindings } from '../../src/service/checks/preflight.ts';
import type { ModelEntry } from '../../src/service/model.ts';
import type { TaskRoute } from '../../src/service/request-route.ts';

export const tier25 = 'vendor-b/video-2.5';
export const line20 = 'vendor-b/video-2.0-fast';
export const pictureModel = 'vendor-a/image-1';
export const enhancingModel = 'house/video-h3-mini';

export const words = { type: 'text', text: 'a fox in the snow' };
export const sound = {
  type: 'audio_url',
  audio_url: { url: 'https://media.example/a.mp3' },
  role: 'reference_audio',
};
export const clip = {
  type: 'video_url',
  video_url: { url: 'https://media.example/v.mp4' },
  role: 'reference_video',
};
export const draftTask = { type: 'draft_task', draft_task: { id: 'job_draft' } };

export function picture(role = 'reference_image') {
  return { type: 'image_url', image_url: { url: 'https://media.example/p.png' }, role };
}

/** A submit of the 2.5 tier with words and the given fields of its input. */
export function videoBody(input: Record<string, unknown> = {}, model = tier25) {
  return { model, input: { content: [words], ...input } };
}

export function entryOf(id: string, parts: Partial<ModelEntry> = {}): ModelEntry {
  return {
    id,
    medium: undefined,
    runtimeSeconds: undefined,
    maxOutputCount: undefined,
    inputSchema: undefined,
    ...parts,
  };
}

/** The one finding of a body; fails where there are more or none. */
export function onlyFinding(body: unknown, facts: SubmitFacts = {}): Finding {
  const [first, ...others] = submitFindings(body, facts);
  if (first === undefined || others.length > 0)
    throw new Error(`1 finding was expected, not ${others.length + (first === undefined ? 0 : 1)}`);
  return first;
}

/** `enforcedBy rule where` of each finding. */
export function outline(body: unknown, facts: SubmitFacts = {}): string[] {
  return submitFindings(body, facts).map(({ enforcedBy, rule, where }) => `${enforcedBy} ${rule} ${where}`);
}

/** The same submit as v1 has it: words and the given fields beside the model. */
export function flatBody(fields: Record<string, unknown> = {}, model = tier25) {
  return { model, content: [words], ...fields };
}

/** The v1 routes, in the order of the document. */
export const taskRoutes = ['tasks', 'images', 'spicy', 'refs'] as const satisfies readonly TaskRoute[];
