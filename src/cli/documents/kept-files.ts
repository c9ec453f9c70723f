import * as z from 'zod/mini';
import { sidecarBatch } from './batch.ts';
import { routeName } from './job.ts';
import {
  anything,
  count,
  dollarsOrNull,
  said,
  tagsOrNull,
  text,
  textOrNull,
  texts,
  timeOrNull,
  truth,
  whole,
  wholeOrNull,
} from './said.ts';

const hashes = (says: string) =>
  said(z.record(z.string(), z.string()), `${says} The first 16 hex digits of each one's SHA-256.`);
const at = () => text('When. ISO 8601.');
const shot = () => text('The id of the line of the manifest.');
const key = () => text('The idempotency key.');

/** A line that says what those behind it are of. */
export const journalHeader = z.object({
  schema: z.literal('genctl.journal/v1'),
  genctl: text('The version that wrote it.'),
  batch: text('The name of the batch.'),
  manifest_sha256: text('Of the manifest. SHA-256, 64 hex digits.'),
  origin: text('Of the service, or sandbox:.'),
  account: text('A fingerprint of the key, from which the key cannot be told.'),
  defaults: hashes('The values of lines that have none of their own.'),
  shard: textOrNull('K/N of a shard; null for a whole batch.'),
});

export const journalSent = z.object({
  event: z.literal('sent'),
  shot: shot(),
  key: key(),
  attempt: whole('Counted from 1.'),
  fields: hashes("The request's fields."),
  at: at(),
});

export const journalJob = z.object({
  event: z.literal('job'),
  shot: shot(),
  key: key(),
  job: text('The job that the service made of it.'),
  at: at(),
});

export const journalOver = z.object({
  event: z.literal('over'),
  shot: shot(),
  key: key(),
  status: text('Of its job, or refused.'),
  cost_usd: dollarsOrNull('What was charged.'),
  code: textOrNull('Of the error.'),
  at: at(),
  outputs: said(z.optional(count()), 'How many outputs its job has.'),
});

export const journalPicked = z.object({
  event: z.literal('picked'),
  shot: text('The id of a final in the manifest.'),
  draft: text('The job of its draft, which a person has picked.'),
  at: at(),
});

export const journalFile = z.object({
  event: z.literal('file'),
  shot: shot(),
  key: key(),
  n: whole("Position among the job's outputs, from 0."),
  path: text('Relative to the journal.'),
  bytes: whole('Length of the file.'),
  sha256: text('SHA-256, 64 hex digits.'),
});

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
  finals: texts('Of a draft: its finals.'),
  cost_usd: dollarsOrNull('What the job was charged.'),
  bytes: whole('Length of the file.'),
  sha256: text('Of the file. SHA-256, 64 hex digits.'),
  created_at: timeOrNull('When the job was accepted.'),
  completed_at: timeOrNull('When it was over.'),
  downloaded_at: text('When the file was fetched. ISO 8601.'),
  profile: textOrNull('The account, as the machine that fetched it names it.'),
  base_url: text('Of the service.'),
});
