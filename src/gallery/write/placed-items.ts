import { type LikeCosts, type LikeCostsContext, likeCosts } from '../../money/like-costs.ts';
import { usdOf } from '../../text/money.ts';
import type { GalleryItem, NextJob, ShownFile } from '../shown-file.ts';
import { fileWord, linkFrom } from './page-place.ts';

/** The items of a page at its place: with links from there, and with what each next job would cost. */
export async function placedItems(
  context: LikeCostsContext,
  files: readonly ShownFile[],
  page: string,
): Promise<GalleryItem[]> {
  const untold = files.flatMap(({ next }) => (next === null || next.knownUsd !== null ? [] : [next.like]));
  const costOf = await likeCosts(context, untold);
  return files.map(({ job_id, output, step, status, media, path, posterPath, next, missing, ...facts }) => ({
    job_id,
    output,
    step,
    status,
    media,
    path,
    link: path === null ? null : linkFrom(page, path),
    poster: posterPath === null ? null : linkFrom(page, posterPath),
    ...facts,
    missing,
    next: next === null ? null : placedNext(next, page, costOf),
  }));
}

function placedNext({ command, knownUsd, like, of }: NextJob, page: string, costOf: LikeCosts) {
  const charges = costOf(like);
  return {
    command,
    of: 'job' in of ? of.job : fileWord(page, of.file),
    cost_usd: knownUsd ?? (charges === undefined ? null : usdOf(charges.median)),
  };
}
