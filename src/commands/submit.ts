import { defineCommand } from '../command/define-command.ts';
import { promptArgument } from '../follow/send/submission-input.ts';
import { readSubmit, submitFlags, submitSeveral } from '../follow/send/submit-several.ts';

export const command = defineCommand({
  describe:
    'Submit an image or video job. genctl checks the request before it sends it, and records it before you can be charged. Prints the id of the job.',
  arguments: [promptArgument],
  flags: submitFlags,
  examples: [
    'genctl submit "a red fox in snow" -m vendor-b/video-2.5 --duration 5 --ratio 16:9 -D out --sandbox',
    'genctl submit "a lighthouse at dusk" -m vendor-a/image-1 --set size=1536x1024 --count 2 --wait --sandbox',
    'genctl submit -p "walks on" -m vendor-b/video-2.5 --first-frame https://example.com/hero.png --dry-run --sandbox',
    'genctl submit "shot 7, take 2" -m vendor-b/video-2.5 --once shot-07 --attempts 3 -D out --sandbox',
    'genctl submit "a red fox in snow" --takes 2 --vary model=vendor-b/video-2.5,vendor-b/video-2.0 --wait --sandbox',
    'genctl submit "a tram in the rain" -m spicy/video-2-5 --return-last-frame -D out --sandbox',
  ],
  parse: ({ flags, ...words }) => readSubmit(words, flags),
  run: submitSeveral,
});
