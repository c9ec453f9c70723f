import { closeSync, openSync, writeSync } from 'node:fs';
import { UsageError } from '../../errors/endings.ts';
import { hideOutputHashes, redact } from '../../text/redaction.ts';

/** A file that requests are appended to, a JSON line each. It hides what gives access by itself, since files are passed on. */
export interface RequestLogFile {
  write(request: object): void;
  close(): void;
}

/** Opens a file for requests; what it has stays. A line that can't be written is warned of once. @throws UsageError where it can't be written. */
export function openRequestLog(path: string, warn: (message: string) => void): RequestLogFile {
  let descriptor: number;
  let isWhole = true;
  try {
    descriptor = openSync(path, 'a', 0o600);
  } catch (cause) {
    throw new UsageError({
      code: 'file_unwritable',
      message: `--request-log can't write ${path}`,
      why: cause instanceof Error ? cause.message : String(cause),
      hint: 'name a file in a folder that you can write',
      cause,
    });
  }
  return {
    write(request) {
      try {
        writeSync(descriptor, `${hideOutputHashes(redact(JSON.stringify(request)))}\n`);
      } catch (error) {
        if (!isWhole) return;
        isWhole = false;
        warn(`requests are missing in ${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    close: () => closeSync(descriptor),
  };
}
