import type { Mutant } from '../mutant.ts';

/** What keeps a damaged file of the ledger from being paid for twice, or from opening a budget. */
export const damageMutants: readonly Mutant[] = [
  {
    guards: 'an emptied claim is somebody’s',
    text: "return bytes !== undefined && (bytes.length === 0 || parse(bytes).kind === 'torn');",
    instead: "return bytes !== undefined && bytes.length > 0 && parse(bytes).kind === 'torn';",
    nearest: ['ledger/intents/damaged-claims'],
  },
  {
    guards: 'a torn claim that anybody set aside may have been sent, and stops the submit',
    text: 'return [...(isDamaged(folder, name, parse) ? [join(folder.path, name)] : []), ...folder.asidesOf(name)];',
    instead: 'return isDamaged(folder, name, parse) ? [join(folder.path, name)] : [];',
    nearest: ['ledger/intents/damaged-claims'],
  },
  {
    guards: 'an older copy of an intent is not sent beside its damaged one',
    text: 'if (!requestRoutes[intent.route].hasKey) assertAllReadable(claim, places);',
    instead: '',
    nearest: ['ledger/intents/damaged-claims'],
  },
  {
    guards: 'a key whose note is gone is not paid for again while a record has it',
    text: 'const standing = isKeyReusable(intent) ? (intents.find(intent) ?? (await noteAnew(intent))) : undefined;',
    instead: 'const standing = undefined;',
    nearest: ['ledger/intents/lost-notes'],
  },
  {
    guards: 'a file with the name of another key is neither sent nor taken for that key',
    text: 'if (keyFileName(key) === name) return parsed;',
    instead: 'return parsed;',
    nearest: ['ledger/intents/lost-notes'],
  },
  {
    guards: 'the key in a file with another name stays claimed',
    text: 'const elsewhere = of.isReusable ? (place.misnamed().get(name) ?? []) : [];',
    instead: 'const elsewhere: string[] = [];',
    nearest: ['ledger/intents/lost-notes'],
  },
  {
    guards: 'a copy beside a torn intent counts as sent when it was made',
    text: 'return isAlone ? intent : { ...intent, first_sent_at: intent.created_at };',
    instead: 'return intent;',
    nearest: ['ledger/intents/lost-notes'],
  },
  {
    guards: 'a record is not written over by the job whose name its file has',
    text: 'if (other !== undefined) throw nameTaken(join(folder.path, name), record.id, other.id);',
    instead: '',
    nearest: ['ledger/records/renamed-records'],
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
