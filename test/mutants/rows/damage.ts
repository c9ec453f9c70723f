import type { Mutant } from '../mutant.ts';

/** What keeps a damaged file of the ledger from being paid for twice, or from opening a budget. */
export const damageMutants: readonly Mutant[] = [
  {
    guards: 'an emptied claim is somebody’s',
    text: "const isDamaged = bytes !== undefined && (bytes.length === 0 || parse(bytes).kind === 'torn');",
    instead: "const isDamaged = bytes !== undefined && bytes.length > 0 && parse(bytes).kind === 'torn';",
    nearest: ['ledger/intents/damaged-claims'],
  },
  {
    guards: 'a torn claim that anybody set aside may have been sent, and stops the submit',
    text: 'return [...(isDamaged ? [join(folder.path, name)] : []), ...folder.asidesOf(name)];',
    instead: 'return isDamaged ? [join(folder.path, name)] : [];',
    nearest: ['ledger/intents/damaged-claims'],
  },
  {
    guards: 'an older copy of an intent is not sent beside its damaged one',
    text: 'assertAllReadable(claim, places); yield* open.steps.write(name, recordBytes(sent));',
    instead: 'yield* open.steps.write(name, recordBytes(sent));',
    nearest: ['ledger/intents/damaged-claims'],
  },
  {
    guards: 'a damaged claim of one account is not settled by the job of another',
    text: "if (intent == null || relation === 'other') throw unreadableError(unreadable);",
    instead: 'if (intent == null) throw unreadableError(unreadable);',
    nearest: ['ledger/intents/damaged-claims'],
  },
  {
    guards: 'a submit whose intent can’t be read holds its reservation',
    text: 'hold(remains.reserved_usd === undefined ? ofDearest() : microUsdOf(remains.reserved_usd), true);',
    instead: '',
    nearest: ['ledger/spending/unreadable-submits'],
  },
  {
    guards: 'a finished job counts as it did once its damaged record is set aside',
    text: 'return before.length === 0 ? names : [...new Set([...names, ...before])];',
    instead: 'return names;',
    nearest: ['ledger/records/damaged-records'],
  },
  {
    guards: 'a job whose record can’t be read holds its budget',
    text: 'index.jobs[id] = { month, listedAtMs, stamp, held: held ?? damagedJob(listedAtMs) };',
    instead: 'lose(index, id);',
    nearest: ['ledger/records/damaged-records'],
  },
];
