import type { Mutant } from '../mutant.ts';

/** What keeps an index from hiding a record. */
export const indexMutants: readonly Mutant[] = [
  {
    guards: 'a record that no log names is read',
    text: 'unlisted: listed.filter((name) => !known.has(name) || addedNames.has(name)),',
    instead: 'unlisted: listed.filter((name) => addedNames.has(name)),',
    nearest: ['ledger/proof/restored'],
  },
  {
    guards: 'records that came beside those of writers are read',
    text: 'if (ids.some((id) => isAbsent.has(id)) || !isSameSum(namesSum(names, before.records), sum)) return undefined;',
    instead: '',
    nearest: ['ledger/proof/restored'],
  },
  {
    guards: 'a change within the tick of a look is seen by the next look',
    text: 'mark !== undefined && marksFolders && mark.device === device && mark.changedNs < takenNs;',
    instead: 'mark !== undefined && marksFolders && mark.device === device;',
    nearest: ['ledger/proof/keep-drawing'],
  },
  {
    guards: 'a log that somebody changed counts for nothing',
    text: 'if (bytesSum(bytes.subarray(0, length)) !== sum) return undefined;',
    instead: '',
    nearest: ['ledger/proof/restored'],
  },
  {
    guards: 'a record that another program still writes is not set aside',
    text: 'if (nowNs === undefined || found === undefined || nowNs - found.ctimeNs < copyingMostNs) return;',
    instead: 'if (nowNs === undefined || found === undefined) return;',
    nearest: ['ledger/proof/restored'],
  },
];
