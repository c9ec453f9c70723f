import { itemsMost } from './gallery/shown-file.ts';
import { defineCommand } from './line/define-command.ts';
import { integerFlag, switchFlag, textFlag } from './line/flag.ts';
import { readNamedIds } from './line/id-words.ts';

/** How many files of the newest jobs are shown unless `--limit` says. */
const newestMost = 200;

export const galleryCommand = defineCommand({
  describe:
    'Write a page to look at takes and finals: a grid, one by one, or two side by side, with filters and the whole keyboard (? shows the keys). Ticked files become a command line to copy. The page is one file beside the media; it reaches nothing but them. Without a word it shows the newest jobs with files here; a folder is shown with all below it, the newest files where there are too many. Run again, it is written anew.',
  arguments: [
    {
      name: 'id',
      says: 'a job, - for ids on stdin; or a folder with media',
      many: true,
      required: false,
      completes: 'job-or-file',
    },
  ],
  flags: {
    batch: textFlag('--batch <name>', 'only the jobs, or the files, of this batch', 'batch'),
    limit: integerFlag(
      '--limit <n>',
      `at most so many files (${itemsMost}; of the newest jobs ${newestMost})`,
      {
        least: 1,
      },
    ),
    output: textFlag('-o, --output <file>', 'the page (gallery.html, beside the files)', 'file'),
    overwrite: switchFlag('--overwrite', 'replace a file of that name that is not a page of genctl'),
    open: switchFlag('--open', 'open the page with what the desktop has for it'),
  },
  examples: ['genctl gallery', 'genctl gallery out --json', 'genctl gallery @last @2 --output takes.html'],
  parse: ({ flags, ...words }) => ({
    ...flags,
    newestMost,
    words: readNamedIds('gallery', words),
  }),
  async run(context, input) {
    const { runGallery } = await import('./gallery/run-gallery.ts');
    await runGallery(context, input);
  },
});
