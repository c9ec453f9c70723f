/** The entry that `bin/` starts: it answers what everybody asks first, and loads the program for the rest. */
import { load, type Require } from './cached-code.ts';
import { isAnswered } from './known-answer.ts';

/** `require` is that of `bin/`. */
export function start(require: Require): void {
  if (!isAnswered) load(require);
}
