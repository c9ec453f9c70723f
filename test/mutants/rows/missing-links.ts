import type { Mutant } from '../mutant.ts';

/** What keeps a file whose link is missing from counting as here, or as lost. */
export const missingLinkMutants: readonly Mutant[] = [
  {
    guards: 'a job that succeeded owes a file, whatever its answer lists',
    text: 'if (entries.length <= outputs.length) return outputs.length > 0 ? outputs : [unlinkedOutput(medium)];',
    instead: 'if (entries.length <= outputs.length) return outputs;',
    nearest: ['ledger/rules/all-outputs'],
  },
  {
    guards: 'an answer without links takes none away that an earlier one had',
    text: 'if (!outputs.some(hasLink) && known.some(hasLink))',
    instead: 'if (known.length < 0)',
    nearest: ['ledger/rules/all-outputs'],
  },
  {
    guards: 'a file without a link is missing for sync until it is lost',
    text: 'lost_at === undefined || hasLink(output);',
    instead: 'hasLink(output);',
    nearest: ['outputs/files-here'],
  },
  {
    guards: 'a download without the link of a file is no success',
    text: 'if (missing > 0 && plan.skipsLost !== true) throw noLinks(record, missing, ports.lookFailure);',
    instead: '',
    nearest: ['outputs/download'],
  },
  {
    guards: 'a file is not lost because the service did not answer',
    text: 'const isAnswered = look.failure === undefined || look.failure instanceof NotFoundError;',
    instead: 'const isAnswered = true;',
    nearest: ['follow/look-for-links'],
  },
  {
    guards: 'a file is not lost while the service keeps its job',
    text: 'return retentionEndMs(record) <= clock.nowMs();',
    instead: 'return true;',
    nearest: ['follow/look-for-links'],
  },
  {
    guards: 'prune keeps the record by which a file may still come',
    text: 'return !isLost && missingOutputs(record).length > 0;',
    instead: 'return false;',
    nearest: ['follow/words/prunable-jobs'],
  },
];
