import { closeSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { fsyncFolder } from './folder.ts';
import { discard } from './temp-file.ts';

/** A file whose bytes make no sense was set aside. It can be thrown, or its message shown and work go on. */
export class TornFileError extends Error {
  override readonly name = 'TornFileError';
  readonly code = 'ETORN';
  /** The file that has the bytes now. */
  readonly path: string;
  /** The damage that they have. */
  readonly reason: string;

  constructor(parts: { was: string; path: string; reason: string }) {
    super(`${parts.was} is damaged (${parts.reason}); genctl set it aside as ${parts.path}`);
    this.path = parts.path;
    this.reason = parts.reason;
  }
}

/** Receives a sentence that a person should read, although the work goes on. */
export type Warn = (message: string) => void;

/**
 * Renames a torn file to `PATH.torn-N`, N the first number that is free, so that no bytes are ever lost.
 *
 * @returns an error to throw or to show, with the new path.
 * @throws the native error, with its `code`; ENOENT where the file is gone already.
 */
export function setFileAside(path: string, reason: string): TornFileError {
  const aside = reserve(path);
  try {
    renameSync(path, aside);
  } catch (error) {
    discard(aside);
    throw error;
  }
  fsyncFolder(dirname(path));
  return new TornFileError({ was: path, path: aside, reason });
}

/** Reserves a free name with an empty file, so that the rename replaces that file and never one that another process set aside. */
function reserve(path: string): string {
  for (let number = 1; ; number += 1) {
    const aside = `${path}.torn-${number}`;
    try {
      closeSync(openSync(aside, 'wx', 0o600));
      return aside;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}
