import { reachWords } from '../../api/trouble/reach-words.ts';
import { notSentCode, type Trouble } from '../../api/trouble/trouble.ts';
import { CliError, type CliErrorParts } from '../../errors/cli-error.ts';
import {
  AuthError,
  MachineError,
  RateLimitError,
  RefusedError,
  UnreachableError,
} from '../../errors/endings.ts';
import { genctl, hintAgain, say } from '../../errors/hint.ts';
import { isLimit } from '../../errors/system-trouble.ts';
import { usualKeyMend } from '../../service/sendable.ts';
import type { OutputSink, ReceivedBytes } from './output-sink.ts';

/** A download as far as it came. */
interface Receiving {
  sink: Pick<OutputSink, 'keptAs'>;
  received: Pick<ReceivedBytes, 'bytes' | 'totalBytes'>;
}

/** The host no longer serves this link of an output; the job may give another one. */
export class DeadLinkError extends CliError {
  override readonly name = 'DeadLinkError';

  constructor(status: number, host: string) {
    super('machine', {
      code: 'dead_link',
      message: `${host} no longer serves this output`,
      why: `It answered ${status}.`,
      ofOne: true,
      status,
      hint: say`to ask for new links: ${genctl`download ID`}`,
    });
  }
}

/** A link that leads where no output may be fetched from. */
export const unsafeLinkCode = 'unsafe_link';

/** The codes of errors of an object store that the output was to go to begin so. */
const codesOfStores = 'store_';

/**
 * Tells whether the link is to blame for a failed download, so that another link may work. A full disk, say, would fail with every link.
 */
export function isTroubleOfLink(error: unknown): error is CliError {
  if (!(error instanceof CliError) || error.code.startsWith(codesOfStores)) return false;
  return !(error instanceof MachineError) || error.ofOne;
}

const again = say`to download it again: ${genctl`download ID`}`;

/** The hint for a link that can't be followed. */
const theLinks = say`to see its links: ${genctl`show ID --json`}`;

export function keyRefused(host: string, keyMend = usualKeyMend): AuthError {
  return new AuthError({
    code: 'unauthorized',
    message: 'The service does not accept the key for this output',
    why: `${host} answered 401.`,
    ofOne: true,
    status: 401,
    hint: keyMend,
  });
}

/** The error for a link or a redirect that is not followed, or whose host refuses it. */
export function linkRefused(code: string, message: string, why: string, status?: number): RefusedError {
  return new RefusedError({ code, message, why, status, hint: theLinks });
}

/** The error for an output that is not the media it should be. Where it can be, it is kept for a person to look at. */
export function notTheMedia({ received, sink: { keptAs } }: Receiving, why: string): MachineError {
  return new MachineError({
    code: 'not_the_media',
    message: 'The download is not the file that the job promised',
    why: received.bytes === 0 || keptAs === undefined ? why : `${why} genctl kept it as ${keptAs}.`,
    ofOne: true,
    hint: again,
  });
}

export function tooLarge(host: string, bytesMost: number): MachineError {
  return new MachineError({
    code: 'download_too_large',
    message: `The output on ${host} is too large`,
    why: `The limit is ${bytesMost} bytes.`,
    ofOne: true,
    hint: theLinks,
    retryable: false,
  });
}

/** The error after the last attempt at a download. */
export function downloadGivenUp(
  trouble: Trouble,
  { received, sink: { keptAs } }: Receiving,
  { host, attempts }: { host: string; attempts: number },
): CliError {
  const { bytes: bytesDone, totalBytes } = received;
  const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
  if (trouble.kind === 'no-answer') {
    const { code } = trouble.error;
    const { why, hint } = reachWords(trouble.error);
    const cause = trouble.error;
    const isLimited = trouble.outcome === 'other' && isLimit(code);
    if (trouble.error.reached === 'never' && !isLimited && bytesDone === 0)
      return new UnreachableError({
        code: 'unreachable',
        message: `${host} can't be reached`,
        why: `${why} (${code}); ${tries}.`,
        hint,
        cause,
      });
    if (isLimited)
      return new MachineError({
        code: notSentCode,
        message: `this machine opens no connection to ${host}`,
        why: `${why} (${code}), after ${bytesDone} bytes.`,
        hint: hintAgain(hint, genctl`download ID`),
        cause,
      });
    const kept = bytesDone === 0 || keptAs === undefined ? '' : ` genctl kept them as ${keptAs}.`;
    return new MachineError({
      code: 'download_incomplete',
      message: `The output from ${host} is incomplete`,
      why: `${bytesDone} of ${totalBytes ?? 'an unknown number of'} bytes in ${tries}; the last time ${why} (${code}).${kept}`,
      ofOne: true,
      hint: again,
      cause,
    });
  }
  const parts: Omit<CliErrorParts, 'code'> = {
    message: `The download from ${host} failed`,
    why: `It answered ${trouble.status}; ${tries}.`,
    ofOne: true,
    status: trouble.status,
    hint: again,
  };
  return trouble.outcome === 'rate-limited'
    ? new RateLimitError({ ...parts, code: 'rate_limited' })
    : new UnreachableError({ ...parts, code: 'server_error' });
}
