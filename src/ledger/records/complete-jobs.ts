import type { JobRecord } from '../record.ts';
import { withAllOutputs } from '../rules/all-outputs.ts';
import type { LedgerMonths } from './months.ts';

/** Reads records with every output that their jobs owe. Records of earlier versions lack those that could not be read. */
export function withCompleteJobs(months: LedgerMonths): LedgerMonths {
  const complete = (record: JobRecord | undefined) => record && withAllOutputs(record);
  return {
    ...months,
    read: (...of) => complete(months.read(...of)),
    readById: (...of) => complete(months.readById(...of)),
    find: (id) => complete(months.find(id)),
  };
}
