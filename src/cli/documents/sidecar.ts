import * as z from 'zod/mini';
import { sidecarBatch } from './batch.ts';
import { routeName } from './job.ts';
import {
  anything,
  dollarsOrNull,
  said,
  tagsOrNull,
  text,
  textOrNull,
  timeOrNull,
  truth,
  whole,
  wholeOrNull,
} from './said.ts';

/** The sidecar of a file. It travels with the file, so it has neither a key nor a signed link. */
export const sidecarDocument = z.object({
  job_id: text('The job that made the file.'),
  api: said(z.enum(['v1', 'v2']), 'The version of the service.'),
  route: routeName('The route of its request.'),
  output: whole('Which output of its job it is, from 1.'),
  last_frame: truth('Whether it is the last frame of a clip.'),
  model: textOrNull('Model id.'),
  request: anything('The body that was sent, less the parts in left_out.'),
  rendered: said(
    z.optional(z.unknown()),
    'Of a final whose draft is known: that body with the prompt, references and settings of its draft, less such parts.',
  ),
  left_out: said(
    z.array(z.unknown()),
    'The parts of the request that do not travel, by what is known of them.',
  ),
  prompt: textOrNull('The prompt; of a final, its draft’s.'),
  seed: anything('The seed, where one was given.'),
  once: textOrNull('The name of --once.'),
  attempt: wholeOrNull('Of --attempts, counted from 1.'),
  batch: said(z.optional(sidecarBatch), 'Of a batch: the line that it is of.'),
  tags: tagsOrNull('Of --tag: values by their names.'),
  draft_of: textOrNull('Of a final: its draft.'),
  finals: said(z.array(z.string()), 'Of a draft: its finals.'),
  cost_usd: dollarsOrNull('What the job was charged.'),
  bytes: whole('Length of the file.'),
  sha256: text('Of the file. SHA-256, 64 hex digits.'),
  created_at: timeOrNull('When the job was accepted.'),
  completed_at: timeOrNull('When it was over.'),
  downloaded_at: text('When the file was fetched. ISO 8601.'),
  profile: textOrNull('The account, as the machine that fetched it names it.'),
  base_url: text('Of the service.'),
});
