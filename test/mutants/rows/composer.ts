import type { Mutant } from '../mutant.ts';

/** What keeps the composer from sending another request than the one that a person saw. */
export const composerMutants: readonly Mutant[] = [
  {
    guards: 'the composer ticks no answer that its command would refuse to send',
    text: 'bothFaults(line?.remark(given.text), await judge?.(answer));',
    instead: 'bothFaults(line?.remark(given.text), undefined);',
    nearest: ['compose/ticks'],
  },
  {
    guards: 'a kept request has the whole paths of its files, so that no other folder sends another file',
    text: 'const kept = isNamed || isUrl(word) || isFolderless(doubt) ? word : resolve(folder(), word);',
    instead: 'const kept = isNamed || isUrl(word) || isFolderless(doubt) ? word : word;',
    nearest: ['compose/kept-files'],
  },
  {
    guards: 'a file of a kept request that may be another one now is asked about',
    text: '...doubtedFiles(composition),',
    instead: '...doubtedFiles(composition).slice(9),',
    nearest: ['compose/kept-files'],
  },
  {
    guards: 'no answer stays ticked that the request has no more',
    text: 'const isStale = screen.ticks().some((tick) => !takeKey(wanted, keyOf(tick)));',
    instead: 'const isStale = screen.ticks().some((tick) => !takeKey(wanted, keyOf(tick))) && false;',
    nearest: ['compose/ticks'],
  },
  {
    guards: 'the composer takes no draft of another account',
    text: "new Set([unusableFile, 'local-file', draftOfAnother]);",
    instead: "new Set([unusableFile, 'local-file']);",
    nearest: ['compose/refused-answers'],
  },
  {
    guards: 'a person who goes back to the accounts finds the arrow on the one that was chosen',
    text: "const preset = chosen ?? default_profile ?? '';",
    instead: "const preset = default_profile ?? '';",
    nearest: ['compose/ticks'],
  },
];
