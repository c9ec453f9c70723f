import * as z from 'zod/mini';
import { count, dollarsOrNull, said, text, textOrNull, whole } from './said.ts';

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
