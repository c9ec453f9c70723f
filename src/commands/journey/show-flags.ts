import { switchFlag } from '../line/flag.ts';

/** Ways to look at files that came home. */
export const showFlags = {
  preview: switchFlag('--preview', 'show a frame of each file on the terminal'),
  open: switchFlag('--open', 'open each file with what the desktop has for it'),
} as const;
