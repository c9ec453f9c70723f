import { queueFault } from '../../batch/feed/feed-input.ts';
import { readEvent, UnreadableLine } from '../../batch/journal/journal-event.ts';
import { MachineError, UsageError } from '../../errors/endings.ts';
import { genctl, type Hint } from '../../errors/hint.ts';
import { batchAbroad, type Intent } from '../../ledger/record.ts';
import { parseIntent, recordBytes } from '../../ledger/records/parse.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { idObjection } from '../../service/sendable.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';

const family = 'genctl.queue/v';
const version = 1;

/** A line of a batch as it stands in a queue. It never holds a key of an account, nor a file of a machine. */
export interface QueueLine {
  /** The fingerprint of the account's key. */
  account: string;
  /** The origin of the service, or `sandbox:`. */
  origin: string;
  /** The request to send, and when it was first sent under its key; a worker puts its own account in. */
  intent: Intent;
  /** The template for the names of its files. */
  template: string;
  /** Its job, once that is known. */
  job: string | undefined;
  /** True if it may be sent although the service may have forgotten its key. */
  resend: boolean;
  /** True if that job had ended when the line was put in, and has been charged by then; only its files are to come. */
  wasOver: boolean;
  /** How often it came back because the service could not be reached. */
  returns: number;
  /** The faults of the line that ended workers, a text for each of them. */
  ended: readonly string[];
}

/** Whose lines a worker takes. */
export type LineOwner = Pick<QueueLine, 'account' | 'origin'>;

/** A line can't be rendered by whoever holds it; the text says why. */
class RefusedLine extends UsageError {
  constructor(why: string, hint: Hint) {
    super({ code: 'line_refused', message: 'a worker refused the line', why, hint });
  }
}

/** A line that a newer genctl wrote. It is no fault of the line: a worker that knows it takes it on. */
class NewerLineError extends MachineError {
  constructor(schema: string) {
    super({
      code: 'line_is_newer',
      message: "A newer version than this worker's wrote lines of the queue",
      why: `They are of ${schema.slice(0, 40)}, and it knows ${family}${version}; they stay for workers that know them.`,
      hint: 'npm install -g genctl@latest, then start the worker again',
      retryable: false,
    });
  }
}

export function writtenLine({ ended, intent, job, returns, wasOver, ...line }: QueueLine) {
  const schema = `${family}${version}`;
  const { account, origin, resend, template } = line;
  return {
    schema,
    account,
    origin,
    template,
    job: job ?? null,
    was_over: wasOver,
    resend,
    returns,
    ended,
    intent: `${recordBytes(intent.batch === undefined ? intent : { ...intent, batch: batchAbroad(intent.batch) })}`,
  };
}

/** Reads a line of a queue. Throws {@link NewerLineError} for one of a newer genctl, {@link RefusedLine} for what is no line. */
export function readLine(value: unknown): QueueLine {
  const line = objectOf(value);
  const schema = line === undefined ? undefined : ownText(line, 'schema');
  if (line === undefined || schema?.startsWith(family) !== true) throw strange('it is not a line of genctl');
  if (Number(schema.slice(family.length)) > version) throw new NewerLineError(schema);
  const intent = parseIntent(Buffer.from(ownText(line, 'intent') ?? ''));
  if (intent.kind !== 'whole') throw strange(`its request can't be read: ${intent.why}`);
  const [account, origin, template] = [
    ownText(line, 'account'),
    ownText(line, 'origin'),
    ownText(line, 'template'),
  ];
  if (account === undefined || origin === undefined || template === undefined)
    throw strange('its account, its origin or its template is missing');
  const job = ownText(line, 'job');
  const fault = intentFault(intent.value) ?? (job === undefined ? undefined : idObjection(job));
  if (fault !== undefined) throw strange(fault.replace(/\.$/, ''));
  const returns = ownValue(line, 'returns');
  return {
    ...{ account, origin, template, intent: intent.value },
    job,
    wasOver: ownValue(line, 'was_over') === true,
    resend: ownValue(line, 'resend') === true,
    returns: typeof returns === 'number' && returns >= 0 ? returns : 0,
    ended: textsIn(ownValue(line, 'ended')),
  };
}

/**
 * Refuses a line of another account or service: sent by this one, it would be paid for again; and one that no batch puts in: under
 * another key than its own, or that goes through no queue. Throws UsageError.
 */
export function assertOwnLine(line: QueueLine, own: LineOwner, key: string | undefined): void {
  if (line.intent.idempotency_key !== key) throw strange('its key is not that of its request');
  const fault = queueFault(line.intent);
  if (fault !== undefined) throw fault;
  if (line.origin !== own.origin)
    throw new RefusedLine(
      `It is for ${line.origin}, and this worker sends to ${own.origin}.`,
      'a worker with --base-url, or the profile, of that service',
    );
  if (line.account !== own.account)
    throw new RefusedLine(
      `It is of the account ${line.account}, and this worker has the key of ${own.account}.`,
      'a worker with the key of that account',
    );
}

/** The fault of a request that nobody could note in a journal or send, and that no batch has put there; undefined where all is well. */
function intentFault({ attempt, batch, body, ...intent }: Intent): string | undefined {
  if (batch === undefined) return 'it has no batch';
  if (objectOf(tryReadJson(body)) === undefined) return 'its request is not a JSON object';
  const { created_at, first_sent_at, idempotency_key: key } = intent;
  const { fields, parents, shot } = batch;
  try {
    for (const at of [created_at, first_sent_at ?? created_at])
      readEvent({ event: 'sent', shot, key, attempt, fields, parents, at });
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableLine) return error.message;
    throw error;
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function strange(why: string): RefusedLine {
  return new RefusedLine(`No batch wrote that line: ${why}.`, genctl`queue drain`);
}
