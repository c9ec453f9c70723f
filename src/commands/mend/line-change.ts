import type { LineChange } from '../../errors/cli-error.ts';
import { type TypedLine, withCommand, withFlag, withoutFlag } from './typed-line.ts';

export function withChange(line: TypedLine, change: LineChange): TypedLine {
  if ('command' in change) return withCommand(line, change.command);
  if ('leaveOut' in change) return withoutFlag(line, change.leaveOut);
  return withFlag(line, change.set, change.to);
}
