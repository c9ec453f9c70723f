import * as z from 'zod/mini';
import { routeName } from './job.ts';
import { anything, dollarsOrNull, said, tagsOrNull, text, textOrNull, truth } from './said.ts';

/** A job or a sidecar that is compared. Each side has a shape of its own, because what is said of a field is kept with that. */
const side = (which: string) =>
  said(
    z.object({
      id: textOrNull('The job; null where a sidecar does not name it.'),
      sidecar: textOrNull('The file that was compared, absolute; null of a job of the ledger.'),
      model: textOrNull('Model id.'),
      route: routeName('The route of its request.'),
      profile: textOrNull('The account, as this machine names it.'),
      status: text('As last seen by this machine; succeeded where a sidecar is all that is known.'),
      error_code: textOrNull('Why it failed.'),
      cost_usd: dollarsOrNull('What it was charged; null where that is not told, or nothing was.'),
      took_seconds: said(
        z.nullable(z.number()),
        'From when it was accepted until it was over; null before. Unit: s.',
      ),
      tags: tagsOrNull('Of --tag: values by their names. No part of its request.'),
    }),
    which,
  );

export const diffDocument = z.object({
  same: truth('Whether the requests are the same; what became of them may differ.'),
  fields: said(
    z.array(
      z.object({
        name: text('As a manifest of a batch names it, such as prompt, duration or ref_image.2.'),
        flag: textOrNull(
          'The flag that says it; null where none does. --set of a field without one of its own.',
        ),
        before: anything('Its value in the first request; null where it has none.'),
        after: anything('Its value in the second request; null where it has none.'),
      }),
    ),
    'The fields that are not the same. A final is compared with the words and settings of its draft.',
  ),
  before: side('The first.'),
  after: side('The second.'),
});
