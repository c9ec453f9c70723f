import type { Mutant } from '../mutant.ts';

/** What keeps an id the job of one request. */
export const idMutants: readonly Mutant[] = [
  {
    guards: 'the record of a job is not overwritten by another request that got its id',
    text: 'if (stored.intent !== null || isOfAnotherService(stored, record)) throw new IdConflict(stored);',
    instead: 'if (isOfAnotherService(stored, record)) throw new IdConflict(stored);',
    nearest: ['ledger/records/taken-ids'],
  },
  {
    guards: 'the record of a job is not overwritten by the job of another service',
    text: 'if (stored.intent === null || isOfAnotherService(stored, record)) return',
    instead: 'if (stored.intent === null) return',
    nearest: ['submit/submit'],
  },
  {
    guards: 'one key is not one request where it asks for something else',
    text: 'return isSameJson(readJson(one.body), readJson(other.body));',
    instead: 'return true;',
    nearest: ['ledger/records/taken-ids'],
  },
  {
    guards: 'a task is not another request that got its second id',
    text: 'if (owner !== undefined) assertOwnId(owner, given);',
    instead: '',
    nearest: ['ledger/records/taken-ids'],
  },
  {
    guards: 'a picture inside an answer does not overwrite that of another request',
    text: 'if (months.read(month, id) !== undefined) return undefined;',
    instead: '',
    nearest: ['ledger/records/taken-ids'],
  },
  {
    guards: 'the answer to a submit that got another request’s id is kept',
    text: "raw === undefined ? '' :",
    instead: "true ? '' :",
    nearest: ['submit/submit'],
  },
  {
    guards: 'a line of a batch does not get the job that the journal has of another line',
    text: 'await assertOwnLine(journal, record, ledger);',
    instead: '',
    nearest: ['batch/run/journaled'],
  },
  {
    guards: 'a line in the queue does not get the job of another one by a worker that could not know',
    text: 'if (!(error instanceof TakenIdError)) throw error; return { end:',
    instead: 'throw error; return { end:',
    nearest: ['queue/feed/fed-line'],
  },
];
