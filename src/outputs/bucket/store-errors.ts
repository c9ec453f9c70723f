import type { ExchangeError } from '../../api/transport/exchange.ts';
import { isOfAnyHost, reachWords } from '../../api/trouble/reach-words.ts';
import { quotedText } from '../../api/trouble/wire-error.ts';
import type { CliError, CliErrorParts } from '../../errors/cli-error.ts';
import {
  AuthError,
  MachineError,
  RateLimitError,
  RefusedError,
  UnreachableError,
  UsageError,
} from '../../errors/endings.ts';
import { genctl, type Hint, say, thenAgain } from '../../errors/hint.ts';
import type { StoreAccess, StoreCall } from './store-access.ts';

/** The answer of a store that did not do what it was asked. */
export interface StoreRefusal {
  status: number;
  /** Such as `AccessDenied`; undefined where the answer has none, as one to a HEAD. */
  code: string | undefined;
  message: string | undefined;
  /** The store's clock, by its Date header. Unit: ms since 1970; NaN where it does not tell. */
  dateMs: number;
}

/** The refusal, with what was asked, by whom, and when. */
interface Asked {
  access: Pick<StoreAccess, 'address' | 'clock'>;
  ask: Pick<StoreCall, 'what' | 'method'>;
  /** The source of the credentials. */
  source: string;
  attempts: number;
}

type Ending = (refusal: StoreRefusal, asked: Asked, why: string) => CliError;

const again = say`to download it again: ${genctl`download ID`}`;
const theEndpoint = 'the endpoint of the store: --s3-endpoint or AWS_ENDPOINT_URL_S3';
const theNetwork = say`check the network, and ${theEndpoint}${thenAgain}`;

/** The rights that the key must have in the bucket. */
const rights =
  's3:PutObject, GetObject, DeleteObject, ListBucket, AbortMultipartUpload, ListBucketMultipartUploads';

const expired: Ending = (_, { source }, why) =>
  new AuthError({
    code: 'store_credentials_expired',
    message: 'the credentials of the object store have expired',
    why: `${why} They came from ${source}.`,
    hint: say`get new ones (aws sso login, or new AWS_… variables)${thenAgain}`,
  });

const unknownKey: Ending = (_, { access, source }, why) =>
  new AuthError({
    code: 'store_credentials_refused',
    message: `${hostOf(access)} does not accept the credentials of the object store`,
    why: `${why} They came from ${source}.`,
    hint: say`fix AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name another AWS_PROFILE${thenAgain}`,
  });

const deeds: Partial<Record<StoreCall['method'], string>> = { DELETE: 'remove', GET: 'read', HEAD: 'read' };

const denied: Ending = (_, { access, ask, source }, why) =>
  new AuthError({
    code: 'store_denied',
    message: `the object store does not let you ${deeds[ask.method] ?? 'write'} ${ask.what}`,
    why: `${why} The credentials came from ${source}.`,
    hint: say`grant them ${rights} in ${access.address.bucket}, or use another bucket for -D${thenAgain}`,
  });

/** How each code of a store ends; other codes end by their status. */
const endings: Readonly<Record<string, Ending>> = {
  NoSuchBucket: (_, { access }, why) =>
    new UsageError({
      code: 'store_no_bucket',
      message: `there is no bucket ${access.address.bucket} at ${hostOf(access)}`,
      why,
      hint: 'create it, or use -D s3://BUCKET/PREFIX with one that exists; for a store of your own, --s3-endpoint https://HOST',
    }),
  ExpiredToken: expired,
  ExpiredTokenException: expired,
  TokenRefreshRequired: expired,
  InvalidAccessKeyId: unknownKey,
  SignatureDoesNotMatch: unknownKey,
  InvalidToken: unknownKey,
  AccessDenied: denied,
  AllAccessDisabled: denied,
  RequestTimeTooSkewed: ({ dateMs }, { access }, why) => {
    const minutes = Math.round(Math.abs(dateMs - access.clock.nowMs()) / 60_000);
    const off = Number.isNaN(minutes) ? '' : ` It is ${minutes} min off.`;
    return new MachineError({
      code: 'store_clock_skewed',
      message: 'the clock of this machine is wrong, so the object store refuses its signatures',
      why: `${why}${off}`,
      hint: say`set the clock (timedatectl set-ntp true)${thenAgain}`,
    });
  },
};

/** Tells whether an answer says that the credentials are expired. */
export function saysExpired({ code = '' }: StoreRefusal): boolean {
  return endings[code] === expired;
}

/** The code of an answer that is no store's. */
const answerUnusable = 'store_answer_unusable';

/** The error for an upload that the store does not know any more, or whose parts are not what it said. */
export class UploadLostError extends MachineError {
  constructor(name: string) {
    super({
      code: 'store_upload_lost',
      message: `the object store lost the upload of ${name}`,
      why: 'Someone or a rule of the bucket ended the upload, or an answer was damaged.',
      ofOne: true,
      hint: again,
    });
  }
}

export function isAnswerUnusable(error: unknown): boolean {
  return error instanceof MachineError && error.code === answerUnusable;
}

/** Tells whether an answer is a page of somebody else. Each refusal of a store has a code, except one to a HEAD and one of a busy store. */
export function isOfNoStore(
  { code, status }: Pick<StoreRefusal, 'code' | 'status'>,
  { method }: Pick<StoreCall, 'method'>,
): boolean {
  if (code !== undefined || status === 429) return false;
  return status < 400 || (status < 500 && method !== 'HEAD');
}

/** The error for an answer that nothing more is tried after. `isPassing`: another attempt may be answered otherwise. */
export function storeRefused(refusal: StoreRefusal, asked: Asked, isPassing: boolean): CliError {
  const { code, message, status } = refusal;
  const said = message === undefined ? '' : `: ${quotedText(message)}`;
  const tried = asked.attempts === 1 ? '' : `, ${asked.attempts} times`;
  const why = `It answered ${status}${code === undefined ? '' : ` ${code}`} to ${asked.ask.what}${tried}${said.replace(/\.?$/, '.')}`;
  const ending = code !== undefined && Object.hasOwn(endings, code) ? endings[code] : undefined;
  if (ending !== undefined) return ending(refusal, asked, why);
  if (status === 401 || status === 403) return denied(refusal, asked, why);
  const host = hostOf(asked.access);
  const parts = (name: string, words: string, hint: Hint): CliErrorParts => ({
    code: name,
    message: words,
    why,
    ofOne: true,
    status,
    hint,
  });
  if (status === 429 || code === 'SlowDown') {
    const slower = say`${genctl`config set concurrency 2`}, then: ${genctl`download ID`}`;
    return new RateLimitError(parts('store_slow_down', `${host} asks to slow down`, slower));
  }
  // Nothing that a store answers: a proxy, or a page that asks somebody to sign in.
  if (isOfNoStore(refusal, asked.ask))
    return new MachineError(
      parts(answerUnusable, `${host} does not answer like an object store`, theNetwork),
    );
  if (status >= 500 || isPassing)
    return new UnreachableError(parts('store_error', `${host} failed at ${asked.ask.what}`, again));
  const another = say`use another bucket or a folder for -D${thenAgain}`;
  return new RefusedError(parts('store_refused', `${host} refused ${asked.ask.what}`, another));
}

/** The error for a list that can't be followed to its end: files that it leaves out would be taken for missing, and rendered again. */
export function listUnreadable(access: Pick<StoreAccess, 'address'>, what: string, why: string): CliError {
  return new RefusedError({
    code: 'store_list_unreadable',
    message: `${hostOf(access)} gave an incomplete list of ${what}`,
    why,
    hint: say`check ${theEndpoint}${thenAgain}`,
  });
}

/** The error where no answer came. */
export function storeUnreachable(error: ExchangeError, { access, ask, attempts }: Asked): CliError {
  const { hint, why } = reachWords(error);
  const host = hostOf(access);
  return new UnreachableError({
    code: 'store_unreachable',
    message: error.reached === 'never' ? `${host} can't be reached` : `${host} gave no answer to ${ask.what}`,
    why: `${why} (${error.code}); ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}.`,
    hint: isOfAnyHost(error) ? hint : theNetwork,
    cause: error,
  });
}

function hostOf({ address }: Pick<StoreAccess, 'address'>): string {
  return address.endpoint === undefined ? `S3 in ${address.region}` : new URL(address.endpoint).host;
}
