import * as z from 'zod/mini';
import { dollars, list, said, text, timeOrNull, truth, whole, wholeOrNull } from './said.ts';

/** The contents of the queue of an account. */
export const queueDocument = z.object({
  queue: text('Its address, without a password.'),
  account: text('A fingerprint of the key, from which the key cannot be told.'),
  paused: truth('Whether workers take no further lines: genctl queue resume.'),
  waiting: whole('Lines that wait for a worker.'),
  active: whole('Lines that workers hold: their jobs run, or their files come.'),
  put_off: whole('Lines that are tried again after a while, since the service could not be reached.'),
  done: whole('Lines that succeeded, and that their feeder has not taken out yet.'),
  failed: whole('Lines that did not succeed: their feeder takes them out, but for those that are set aside.'),
  failed_lines: list(
    'Ten of them at most, those first that are set aside: they ended three workers, and no worker is given them before genctl queue retry ID.',
    { line: z.string(), set_aside: z.boolean(), code: z.string(), why: z.string() },
  ),
  workers: list('Those that take lines, or hold some, and how many they hold.', {
    name: z.string(),
    active: z.int(),
  }),
  limit: whole('Jobs that the account may have in flight.'),
  limit_is: said(
    z.enum(['sought', 'found', 'given']),
    'sought: nothing was refused yet; found: a 429 has told it; given: a person has set it.',
  ),
  refusals: whole('Submits that were answered 429 since the queue began.'),
  next_submit_in_ms: wholeOrNull('Of a pause that the service asked for; null outside of one.'),
  oldest_at: timeOrNull('When the line was put in that has waited longest.'),
  ended: whole('Lines that workers brought to their ends since the queue began.'),
  charged_usd: dollars('What their jobs were charged, as far as that is known.'),
  others: list(
    'Other accounts of which lines wait in the same store, five at most: their workers have other keys.',
    { account: z.string(), waiting: z.int() },
  ),
});

/** The outcome of the lines that a worker held. */
export const workerDocument = z.object({
  worker: text('Its name in the queue.'),
  queue: text('Its address, without a password.'),
  done: whole('Lines that succeeded.'),
  lost: whole('Lines that did not, and that it brought to their ends.'),
  given_back: whole('Lines that another worker goes on with, or that are tried again after a while.'),
});
