import { batchFlags } from '../batch/batch-flags.ts';
import { type BatchInput, readBatchInput } from '../batch/batch-input.ts';
import { feedOfEnvironment } from '../batch/feed/feed-input.ts';
import { defineCommand } from '../command/define-command.ts';

export const command = defineCommand({
  describe:
    'Render a manifest, JSONL or CSV with one shot a line. Its columns are id and the long flags of submit. A .txt has a prompt a line. @ID in a column takes the output of another line, @ID.last_frame the last frame of its clip. genctl checks every line before it sends anything. Run it again after a crash, tomorrow or on another machine: genctl keeps finished jobs, waits for running ones and sends only missing ones. Prints the path (without -D the id) of each shot as it ends.',
  arguments: [
    {
      name: 'file',
      says: 'the manifest: .jsonl, .csv, or .txt with a prompt a line; - reads it from stdin, with --batch NAME',
      required: true,
      completes: 'file',
    },
  ],
  flags: batchFlags,
  examples: [
    'genctl batch shots.jsonl -D out --sandbox',
    'genctl batch shots.csv -m vendor-b/video-2.5 --ratio 16:9 --dry-run --sandbox',
    'genctl batch shots.jsonl -D out --name "{scene}/{shot}-{n}.{ext}" --retry-failed --sandbox',
    'genctl batch shots.jsonl -D out --attempts 3 --report report.ndjson --failed failed.jsonl --sandbox',
  ],
  parse: ({ flags, ...words }): BatchInput => readBatchInput(words, flags),
  async run(context, input) {
    const feed = input.feed ?? feedOfEnvironment(input.file, input.typed, context.around.environment);
    const [{ runBatchCommand }, { tellQueueOfEnvironment }, { tightenHeap }] = await Promise.all([
      import('../batch/run-batch-command.ts'),
      import('../batch/feed/carry-lines.ts'),
      import('../follow/heap-growth.ts'),
    ]);
    tightenHeap();
    tellQueueOfEnvironment(context, feed);
    await runBatchCommand({ ...context, ledger: context.ledgerForMany }, { ...input, feed });
  },
});
