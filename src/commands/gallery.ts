import { readNamedIds } from '../cli/arguments.ts';
import { integerFlag, switchFlag, textFlag } from '../cli/flag.ts';
import { defineCommand } from '../command/define-command.ts';
import { itemsMost } from '../gallery/page-place.ts';

/** How many files of the newest jobs are shown unless `--limit` says. */
const newestMost = 200;

export const command = defineCommand({
  describe:
    'Write an HTML page to compare takes and finals: in a grid, one by one, or two side by side. Tick files to get a command line for them; press ? for all keys. The page loads nothing but the files beside it. Without arguments it shows the newest jobs with files here. With a folder it shows the newest files in and below it. Each run writes the page anew.',
  arguments: [
    {
      name: 'id',
      says: 'jobs, or a folder with media; - reads ids from stdin',
      many: true,
      required: false,
      completes: 'job-or-file',
    },
  ],
  flags: {
    batch: textFlag('--batch <name>', 'show only this batch', 'batch'),
    limit: integerFlag(
      '--limit <n>',
      `show at most n files (default: ${itemsMost}; of the newest jobs ${newestMost})`,
      {
        least: 1,
      },
    ),
    output: textFlag(
      '-o, --output <file>',
      'where to write the page (default: gallery.html, beside the files)',
      'file',
    ),
    overwrite: switchFlag('--overwrite', 'replace a file even if genctl did not write it'),
    open: switchFlag('--open', 'open the page in the browser'),
  },
  examples: ['genctl gallery', 'genctl gallery out --json', 'genctl gallery @last @2 --output takes.html'],
  parse: ({ flags, ...words }) => ({
    ...flags,
    newestMost,
    words: readNamedIds('gallery', words),
  }),
  async run(context, input) {
    const { runGallery } = await import('../gallery/write-gallery.ts');
    await runGallery(context, input);
  },
});
