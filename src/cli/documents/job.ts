import * as z from 'zod/mini';
import type { RequestRoute } from '../../service/request-route.ts';
import {
  anything,
  dollarsOrNull,
  list,
  object,
  orNull,
  said,
  sha256OrNull,
  tagsOrNull,
  text,
  textOrNull,
  texts,
  timeOrNull,
  truth,
  whole,
  wholeOrNull,
} from './said.ts';

/** A finding of --verify about a file. */
export const outputFinding = z.object({
  rule: said(
    z.enum([
      'whole',
      'readable',
      'container',
      'length',
      'size',
      'ratio',
      'frame_rate',
      'sound',
      'count',
      'black',
      'frozen',
      'silent',
    ]),
    'What was looked at.',
  ),
  severity: said(z.enum(['mismatch', 'warning']), 'A mismatch fails with --strict; a warning never does.'),
  message: text('What is there, and what was asked for.'),
});

const outputDocument = z.object({
  url: text('Link of the file; what it needs depends on its host.'),
  type: textOrNull('Medium, such as image or video.'),
  content_type: textOrNull('MIME type.'),
  expires_at: timeOrNull('When the link may stop working.'),
  path: textOrNull('The downloaded file, absolute; null before.'),
  bytes: wholeOrNull('Length of that file.'),
  sha256: sha256OrNull('Of that file.'),
  copies: orNull(z.array(z.string()), 'Earlier downloads of it, absolute.'),
  findings: orNull(
    z.array(outputFinding),
    'What --verify found of it; empty where it is as it was asked for, null where it was not looked at.',
  ),
  content_credentials: orNull(
    z.boolean(),
    'Whether that file carries Content Credentials, whose signature is not verified; told by show alone.',
  ),
});

const jobErrorDocument = z.object({
  code: textOrNull('From the fixed set of the service, such as provider_failed.'),
  message: textOrNull("The service's words."),
  provider_code: textOrNull("The generator's own code, on v1 only."),
});

/** The routes by which a request goes, in the words of the ledger. */
const routeNames = ['jobs', 'tasks', 'images', 'spicy', 'refs'] as const satisfies readonly RequestRoute[];

export const routeName = (says: string) => said(z.enum(routeNames), says);

/** A job: what the service says of it, and what this machine knows. Absent values are null. */
export const jobDocument = z.object({
  id: text('Of the job; on a v1 task that of the task.'),
  route: routeName('The route it was submitted by: jobs is v2, the others are v1.'),
  profile: textOrNull('The account, as this machine names it.'),
  model: textOrNull('Model id.'),
  status: text(
    'queued, running, succeeded, failed, canceled or expired; another word is kept as the service said it.',
  ),
  media: textOrNull('Output medium.'),
  created_at: timeOrNull('When it was accepted.'),
  completed_at: timeOrNull('When it was over.'),
  deadline_at: timeOrNull('When an unfinished job is abandoned.'),
  retention_until: timeOrNull('When the service forgets its record; its links are not affected.'),
  retry_after: orNull(z.number(), 'Least time to the next look. Unit: s.'),
  cost_usd: dollarsOrNull('What was charged; null where it is not told, or nothing was.'),
  outputs: orNull(
    z.array(outputDocument),
    'Its files, once it succeeded. An output whose link could not be read has an empty url.',
  ),
  error: orNull(jobErrorDocument, 'Why it failed.'),
  provider_code: textOrNull('The same as in error.'),
  idempotency_key: textOrNull('The key it was sent with; v1 sends none.'),
  once: textOrNull('The name of --once.'),
  attempt: wholeOrNull('Of --attempts, counted from 1.'),
  batch: textOrNull('The batch that it is of; the id of its line there is in once.'),
  tags: tagsOrNull('Of --tag: values by their names.'),
  draft_of: textOrNull('Of a final: its draft.'),
  finals: orNull(z.array(z.string()), 'Of a draft: its finals.'),
  prompt: textOrNull('The prompt; of a final, its draft’s.'),
  seed: orNull(z.number(), 'The seed, where one was given; of a final, its draft’s.'),
  replayed: truth('Whether the submit found a job that existed before.'),
  request: anything('The body that was sent, as JSON; null where this machine did not send it.'),
  rendered: anything(
    'Of a final: that body with the prompt, references and settings of its draft in place of the draft’s id; null where the draft is not known here, and for other jobs.',
  ),
  raw: anything(
    'The whole body of a v1 poll; on v2 null, but for an answer whose outputs could not be read.',
  ),
  outputs_missing: wholeOrNull('How many of its files have neither a usable link nor a copy; null for none.'),
  lost_at: timeOrNull('When a run found that a file without a link can no longer come.'),
});

const ofRun = z.optional(texts('What this run warned of, each thing once.'));

/** One job as the answer of a run. */
export const oneJobDocument = z.extend(jobDocument, { warnings: ofRun });

/** Beside jobs and what they cost. */
export const unsettled = whole('How many submits have no answer, and may have made a job: genctl recover.');

const openSubmit = z.object({
  idempotency_key: text('The key of the submit, which names it: genctl recover --forget KEY.'),
  profile: text('The account, as this machine names it.'),
  route: routeName('The route of its request.'),
  model: text('Model id.'),
  created_at: text('When the request was made. ISO 8601.'),
  first_sent_at: timeOrNull('When it was first sent; null where it was not.'),
  once: textOrNull('The name of --once.'),
  batch: textOrNull('The batch that it is of; the id of its line there is in once.'),
  prompt: textOrNull('The prompt.'),
});

const unreadableSubmit = z.object({
  idempotency_key: text('The key of the submit, or what its file is called: genctl recover --forget KEY.'),
  profile: textOrNull('The account, as this machine names it; null where the damaged file does not show it.'),
  model: textOrNull('Model id; null where the damaged file does not show it.'),
  created_at: textOrNull(
    'When the request was made; null where the damaged file does not show it. ISO 8601.',
  ),
  first_sent_at: textOrNull(
    'When it was first sent; null where the damaged file does not show it. ISO 8601.',
  ),
  once: textOrNull('The name of --once; null where there is none, or the damaged file does not show it.'),
  files: texts('Its damaged files, absolute.'),
});

export const jobsDocument = z.object({
  items: said(z.array(jobDocument), 'One id or many.'),
  sandbox_apart: z.optional(
    truth('Of jobs: whether jobs of the sandbox were left out; --sandbox lists them.'),
  ),
  unsettled: z.optional(unsettled),
  open_submits: z.optional(
    said(z.array(openSubmit), 'Of recover: the submits that are still open, and may have made a job.'),
  ),
  unreadable_submits: z.optional(
    said(
      z.array(unreadableSubmit),
      'Of recover: the submits whose files are damaged, and that may have made a job; absent where there are none.',
    ),
  ),
  warnings: ofRun,
});

/** A job or a sidecar that is compared. Each side has a shape of its own, because what is said of a field is kept with that. */
const side = (which: string) =>
  object(which, {
    id: textOrNull('The job; null where a sidecar does not name it.'),
    sidecar: textOrNull('The file that was compared, absolute; null of a job of the ledger.'),
    model: textOrNull('Model id.'),
    route: routeName('The route of its request.'),
    profile: textOrNull('The account, as this machine names it.'),
    status: text('As last seen by this machine; succeeded where a sidecar is all that is known.'),
    error_code: textOrNull('Why it failed.'),
    cost_usd: dollarsOrNull('What it was charged; null where that is not told, or nothing was.'),
    took_seconds: orNull(z.number(), 'From when it was accepted until it was over; null before. Unit: s.'),
    tags: tagsOrNull('Of --tag: values by their names. No part of its request.'),
  });

export const diffDocument = z.object({
  same: truth('Whether the requests are the same; what became of them may differ.'),
  fields: list(
    'The fields that are not the same. A final is compared with the words and settings of its draft.',
    {
      name: text('As a manifest of a batch names it, such as prompt, duration or ref_image.2.'),
      flag: textOrNull(
        'The flag that says it; null where none does. --set of a field without one of its own.',
      ),
      before: anything('Its value in the first request; null where it has none.'),
      after: anything('Its value in the second request; null where it has none.'),
    },
  ),
  before: side('The first.'),
  after: side('The second.'),
});
