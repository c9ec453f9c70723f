import { defineCommand } from '../command/define-command.ts';
import {
  promptArgument,
  readSubmission,
  refsFlags,
  type SubmissionInput,
} from '../follow/send/submission-input.ts';
import { submitSeveral } from '../follow/send/submit-several.ts';
import { refsChoice } from '../request/route-flags.ts';

/** Submits with prepared references. @see service document §4.8 */
export const command = defineCommand({
  describe:
    'Submit a video job whose references the service prepares first, so that the generator accepts them, even pictures of real people. submit --ref-image sends them unprepared. The service prepares the first three pictures and clips in the order given, and no sound. The submit takes longer.',
  arguments: [promptArgument],
  flags: refsFlags,
  examples: [
    'genctl refs "image 1 walks past clip 2" -m spicy/video-2-5 --ref-image https://example.com/hero.png --ref-video https://example.com/street.mp4 -D out --sandbox',
    'genctl refs "image 1 turns round" -m vendor-b/video-2.0 --ref-image https://example.com/hero.png --dry-run --sandbox',
  ],
  parse: ({ flags, ...words }): SubmissionInput =>
    readSubmission(
      'refs',
      words,
      { ...flags, count: undefined, callbackUrl: undefined, promptEnhance: undefined, listen: undefined },
      refsChoice,
    ),
  run: submitSeveral,
});
