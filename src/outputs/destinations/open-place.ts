import { homePlaces } from '../../account/home.ts';
import { flagConflict } from '../../cli/flags/flag-conflict.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { isOver } from '../../service/lifecycle.ts';
import type { FilePlan } from '../journey.ts';
import type { OutputMeans } from '../output-means.ts';
import { type BucketAddress, readPlace } from '../rules/place-address.ts';
import type { Destination, FilePlace } from './file-place.ts';
import { folderPlace } from './folder-place.ts';
import { assertNoFileName } from './folder-target.ts';
import { placeOf } from './place-of.ts';

type PlaceContext = Pick<
  OutputMeans,
  'around' | 'clock' | 'home' | 'interrupted' | 'interruption' | 'storeOf'
>;
type PlacePlan = Pick<FilePlan, 'dir' | 's3Endpoint' | 'template' | 'within'>;
/** Opens the place that files are to go to. Nothing is tried or written. Rejects with UsageError where `--dir` names none. */
export async function openPlace(context: PlaceContext, plan: PlacePlan): Promise<FilePlace> {
  const address = readPlace(plan.dir);
  assertNoFileName(plan.dir, context.around.workingFolder);
  return placeOf(
    address.kind === 'file' ? openFolder(context, plan) : await openBucket(context, plan, address),
  );
}

/** Throws UsageError for a flag that has files looked at, where they go to a bucket. */
export function assertLookedAtHere({ dir }: Pick<FilePlan, 'dir'>, flag: string): void {
  if (readPlace(dir).kind === 'file') return;
  const why = `It needs local files, and they go to ${dir}.`;
  throw flagConflict(`${flag} and a bucket`, why, `-D FOLDER with ${flag}`);
}

function openFolder(context: PlaceContext, plan: PlacePlan): Destination {
  if (plan.s3Endpoint !== undefined)
    throw flagConflict(
      '--s3-endpoint and a folder',
      `The endpoint is for s3://…, and files go to ${JSON.stringify(plan.dir)}.`,
      `-D s3://BUCKET/PREFIX --s3-endpoint ${plan.s3Endpoint}`,
    );
  return folderPlace(context, plan);
}

async function openBucket(
  context: PlaceContext,
  plan: PlacePlan,
  address: BucketAddress,
): Promise<Destination> {
  const { join } = await import('node:path');
  const { bucketPlace } = await import('./bucket-place.ts');
  const { openProvenStores, openUploads } = await import('../bucket/store-notes.ts');
  const opened = await context.storeOf(address.bucket, plan.s3Endpoint);
  const { spool, stores } = homePlaces(await context.home());
  return bucketPlace(address, {
    opened,
    notes: openUploads(join(stores, 'uploads'), opened.id, opened.nowMs),
    proven: openProvenStores(join(stores, 'proven'), opened.nowMs),
    interrupted: context.interrupted,
    interruption: context.interruption,
    template: plan.template,
    spoolFolder: spool,
  });
}

/**
 * Opens the place for the files of jobs that exist, and tries it. Where all their files are there, nothing will be written, and it
 * is not tried.
 */
export async function readyPlaceFor(
  context: PlaceContext,
  records: readonly JobRecord[],
  plan: PlacePlan & Pick<FilePlan, 'overwrite'>,
): Promise<FilePlace> {
  const place = await openPlace(context, plan);
  for (const record of records)
    if (plan.overwrite || !(await isHome(place, record))) {
      await place.assertReady(plan.template, 'genctl did not wait or download');
      break;
    }
  return place;
}

async function isHome(place: FilePlace, { files, job }: JobRecord): Promise<boolean> {
  if (isOver(job) && job.status !== 'succeeded') return true;
  const count = job.outputs?.length ?? 0;
  if (count === 0 || files.length < count) return false;
  for (const file of files) if (!(await place.stands(file))) return false;
  return true;
}
