import { flagConflict } from '../../cli/flags/flag-conflict.ts';
import { assertSomebodyPicks } from '../../drafts/pick-takes.ts';
import { either, genctl, type Hint } from '../../errors/hint.ts';
import { assertLookedAtHere } from '../../outputs/destinations/open-place.ts';
import type { OpenBatch } from '../open-batch.ts';
import { assertPlacesApart } from '../plan/places-apart.ts';
import { assertFinalsFree } from './finals-file.ts';

/** How a manifest of finals is made without a person who is asked. */
const byHand = (file: string): Hint =>
  either(
    genctl`batch ${file} -D drafts --report drafts.ndjson`,
    `\njq -c 'select(.status == "succeeded") | {id, draft: .job}' drafts.ndjson > finals.jsonl\n`,
    genctl`batch finals.jsonl -D finals`,
  );

/**
 * Checks `--pick` and `--picked` for a manifest of drafts alone, before anything is sent. Throws UsageError where nobody can be
 * asked, or where the manifest of finals would have a name that is taken.
 */
export function assertDraftsPickable(batch: OpenBatch, path: string): void {
  const { context, input, journalPlace, journey } = batch;
  if (input.picked === undefined) assertAsked(batch);
  assertLookedAtHere(journey, input.picked === undefined ? '--pick' : '--picked');
  if (input.picked === undefined) assertSomebodyPicks(context, byHand(input.file));
  assertPlacesApart(context.around.workingFolder, { ...input, finals: path }, journalPlace.path);
  if (!input.dryRun) assertFinalsFree(path, input.journey.overwrite);
}

/** A person is asked after the drafts are here; where nothing is sent, or a program listens, there is nobody to ask. */
function assertAsked({ context: { globals }, input }: OpenBatch): void {
  const { dryRun, file, typed } = input;
  const forProgram = globals.json
    ? '--json'
    : globals.quiet
      ? '--quiet'
      : typed.events
        ? '--events'
        : undefined;
  const another = forProgram ?? (dryRun ? '--dry-run' : undefined);
  if (another !== undefined) {
    const does = forProgram === undefined ? 'makes no drafts' : 'is for a program';
    const why = `--pick asks a person which drafts to finalize; the other ${does}.`;
    throw flagConflict(`--pick and ${another}`, why, genctl`batch ${file} ${another}`);
  }
  if (file !== '-') return;
  throw flagConflict(
    '--pick and a manifest from stdin',
    'Your answer would come from stdin too.',
    genctl`batch FILE --pick`,
  );
}
