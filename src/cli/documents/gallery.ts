import * as z from 'zod/mini';
import {
  dollarsOrNull,
  orNull,
  said,
  text,
  textOrNull,
  texts,
  timeOrNull,
  whole,
  wholeOrNull,
} from './said.ts';

/** The job that an item may be followed by. */
const nextJob = z.object({
  command: said(z.enum(['finalize', 'rerun']), 'finalize of a draft that still has a final, else rerun.'),
  of: text(
    'What the command names: the job, or where only the file is known, the file, relative to the page.',
  ),
  cost_usd: dollarsOrNull('What it will cost, from what like jobs were charged here; null where none was.'),
});

const galleryItem = z.object({
  job_id: textOrNull('The job; null of a file of which nothing is known.'),
  output: wholeOrNull('Which output of its job it is, from 1; null of a job without any.'),
  step: orNull(z.enum(['draft', 'final']), 'Whether it is a draft or a final; null of any other.'),
  status: textOrNull('Of the job, as last seen.'),
  media: orNull(z.enum(['image', 'video', 'audio']), 'What the file is.'),
  path: textOrNull('The file, absolute; null where it is not here.'),
  link: textOrNull('The file as the page links it, relative to the page.'),
  poster: textOrNull('The last frame of a clip, linked likewise.'),
  bytes: wholeOrNull('Length of the file.'),
  ratio: orNull(z.number(), 'Width divided by height, as it was asked for.'),
  model: textOrNull('Model id.'),
  prompt: textOrNull('The prompt; of a final, its draft’s.'),
  options: textOrNull('The plain options of the request.'),
  seed: orNull(z.number(), 'The seed that was asked for.'),
  cost_usd: dollarsOrNull('What the job was charged; null where it is not known.'),
  created_at: timeOrNull(
    'When the job was accepted; of a file of which nothing is known, when it was written.',
  ),
  batch: textOrNull('The batch that it is of.'),
  shot: textOrNull('Of a batch: what its line is called.'),
  line: wholeOrNull('Of a batch: the number of its line when it was sent.'),
  draft_of: textOrNull('Of a final: its draft.'),
  finals: texts('Of a draft: its finals.'),
  next: orNull(nextJob, 'The job that a tick asks for; null where none can follow.'),
  missing: textOrNull('The command that brings the file, where it is not here and can be.'),
});

export const galleryDocument = z.object({
  path: textOrNull('The page, absolute; null where no file is here to show, and none was written.'),
  left_out: whole(
    'How many files were left out; an older job, whose files were not looked at, counts as one.',
  ),
  items: z.array(galleryItem),
  warnings: z.optional(texts('What this run warned of, each thing once.')),
});

const sheetItem = z.object({
  job_id: textOrNull('The job whose file it is; null of a file that was named by its path.'),
  path: text('The file, absolute.'),
  media: said(z.enum(['image', 'video']), 'What the file is.'),
  frames_at: orNull(
    z.array(z.number()),
    'Of a clip: when each frame is shown, in their order. Unit: seconds from its beginning. Null of a picture.',
  ),
});

export const sheetDocument = z.object({
  path: text('The sheet, a PNG; absolute.'),
  items: said(z.array(sheetItem), 'What it shows, from the top.'),
});
