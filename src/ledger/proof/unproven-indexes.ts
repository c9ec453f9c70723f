import type { MonthIndexes } from './month-index.ts';

/** The indexes as they stand on the disk, for a glance: nothing is compared, and nothing is noted. */
export const unprovenIndexes: MonthIndexes = {
  indexOf: () => ({
    ...{ generation: undefined, order: undefined },
    ...{ names: { isOnDisk: true, more: [] }, facts: { bytes: 0, more: [] } },
  }),
  noteFacts: () => {},
  whileForgetting: async (_month, _ids, work) => work(),
  findingIn: () => undefined,
};
