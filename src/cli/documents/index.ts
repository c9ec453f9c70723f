import type * as z from 'zod/mini';
import { batchDryRun, batchSummary, reportLine } from './batch.ts';
import { requestDocument, requestsDocument } from './dry-run.ts';
import { errorDocument } from './error.ts';
import { batchLines, journeyLines, workerLines } from './event-lines.ts';
import { galleryDocument, sheetDocument } from './gallery.ts';
import { helpDocument } from './help.ts';
import { diffDocument, jobsDocument, oneJobDocument } from './job.ts';
import {
  journalFile,
  journalHeader,
  journalJob,
  journalOver,
  journalPicked,
  journalSent,
  sidecarDocument,
} from './kept-files.ts';
import { costsDocument, doctorDocument, modelsDocument, pruneDocument, uploadsDocument } from './lists.ts';
import type { DocumentName } from './names.ts';
import { queueDocument, workerDocument } from './queue.ts';
import type { Printed } from './said.ts';
import { sandboxFacts, sandboxReset, sandboxServed } from './sandbox.ts';
import {
  accountDocument,
  pricesDocument,
  profilesDocument,
  settingDocument,
  settingsDocument,
} from './settings.ts';

/**
 * The fields of every document, from which its published schema and the type of what prints it both follow. Several shapes of one
 * name are alternatives. Nothing that runs loads this file: programs that print take the types, and the schemas are written by
 * `npm run generate`.
 */
export const documentShapes = {
  'genctl.job/v1': [oneJobDocument],
  'genctl.jobs/v1': [jobsDocument],
  'genctl.models/v1': [modelsDocument],
  'genctl.uploads/v1': [uploadsDocument],
  'genctl.costs/v1': [costsDocument],
  'genctl.gallery/v1': [galleryDocument],
  'genctl.diff/v1': [diffDocument],
  'genctl.sheet/v1': [sheetDocument],
  'genctl.batch/v1': [batchSummary, batchDryRun],
  'genctl.report/v1': [reportLine],
  'genctl.prune/v1': [pruneDocument],
  'genctl.queue/v1': [queueDocument],
  'genctl.worker/v1': [workerDocument],
  'genctl.doctor/v1': [doctorDocument],
  'genctl.request/v1': [requestDocument],
  'genctl.requests/v1': [requestsDocument],
  'genctl.sandbox/v1': [sandboxServed, sandboxFacts, sandboxReset],
  'genctl.profiles/v1': [profilesDocument],
  'genctl.account/v1': [accountDocument],
  'genctl.settings/v1': [settingsDocument],
  'genctl.prices/v1': [pricesDocument],
  'genctl.setting/v1': [settingDocument],
  'genctl.sidecar/v1': [sidecarDocument],
  'genctl.journal/v1': [journalHeader, journalSent, journalJob, journalOver, journalFile, journalPicked],
  'genctl.events/v1': [
    ...Object.values(journeyLines),
    ...Object.values(batchLines),
    ...Object.values(workerLines),
  ],
  'genctl.error/v1': [errorDocument],
  'genctl.help/v1': [helpDocument],
} as const satisfies Record<DocumentName, readonly z.core.$ZodType[]>;

/** The names whose lines don't each begin with `schema`. */
export const schemaless = [
  'genctl.report/v1',
  'genctl.journal/v1',
  'genctl.events/v1',
  'genctl.error/v1',
] as const satisfies readonly DocumentName[];

/** The fields of a document of that name, but for `schema`; the printer puts them in their order. */
export type DocumentFields<Name extends DocumentName> = Printed<
  z.infer<(typeof documentShapes)[Name][number]>
>;
