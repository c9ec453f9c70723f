/** What `bin/` starts: most is said by the program, and what everybody asks first before it is loaded. */
import { load, type Require } from './cached-code.ts';
import { isAnswered } from './known-answer.ts';

/** `require` is that of `bin/`. */
export function start(require: Require): void {
  if (!isAnswered) load(require);
}
