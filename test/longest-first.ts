import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that last longest, the longest first. A fresh clone knows no times, and Vitest then begins with the largest files: the tables of these are
 * elsewhere, and whichever comes last would have a core for itself while the others stand idle.
 */
const longest = [
  // The longest by far.
  /\/(batch-kills|queue-(cuts|bounds|attack|lines|handover))\./,
  /\/(system\/(gallery|media|terminal|pick)|queue-(kills|full)|batch-(large|disk)|page-commands)\./,
  // Most of their time is waiting for a screen, which leaves the cores to the rest.
  /\/system\/(compose|terminal|completion|pick|media|schemas)\b/,
  /\/system\//,
  /\/transcripts\/(streams|once|resume|faults|machine)\./,
  /\/transcripts\/(other-machine|accounts-of-claims|login|words-from-elsewhere)\./,
  /\/(example-commands|readme-commands|download-crash|pace|[\w-]+\.long)\./,
];

function rank({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((pattern) => pattern.test(moduleId));
  return place === -1 ? longest.length : place;
}

/** Starts what lasts longest first, so that all workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
