/**
 * The imports that still run uphill, by the file that is imported: in the wrong room, or with more inside than its importer needs. None is added;
 * one that is turned is taken off.
 */
export const uphill: Readonly<Record<string, readonly string[]>> = {
  'queue/feed/feed-lines.ts': ['batch/feed/carry-lines.ts'],
  'queue/feed/fed-line.ts': ['batch/feed/carry-lines.ts'],
  'queue/store/stored-lines.ts': ['batch/open-batch.ts'],
  'queue/open-account-queue.ts': ['batch/open-batch.ts'],
};
