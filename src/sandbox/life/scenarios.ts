import { Refusal } from '../refusal.ts';
import type { PlannedEnd } from './plan.ts';

/** The facts by which a scenario may decide how a job ends. */
interface ScenarioFacts {
  input: Record<string, unknown>;
  /** The number of earlier jobs with this body under this scenario. */
  earlierAttempts: number;
}

/** The trouble with the references of a v1 request. @see service document §4.7, §7.4 */
type ReferenceTrouble =
  | { kind: 'sensitive' }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'too slow' }
  /** Refuses the first `times` submits of a body. */
  | { kind: 'busy'; times: number };

/** A course of events that a request can ask for by name. */
export interface Scenario {
  /** One line that helps people choose a scenario. */
  says: string;
  /** The error that answers the submit, either in place of accepting it or after accepting it. */
  submit?: 'rate_limited' | 'out_of_balance' | 'server_error' | 'server_error_after_commit';
  /** Why a v1 route refuses the request for its references. */
  references?: ReferenceTrouble;
  /** Set where the prompt can't be rewritten: it is used as written, and the rewriting is not billed. */
  rewrite?: 'unavailable';
  /** How the job ends; undefined where the scenario does not change its end. */
  end?: (facts: ScenarioFacts) => PlannedEnd | undefined;
  /** The job takes so many times as long. */
  slowness?: number;
}

const failure = (errorCode: Extract<PlannedEnd, { status: 'failed' }>['errorCode']) => () =>
  ({ status: 'failed', errorCode }) as const;

const attemptsThatFail = 2;

/** @see service document §7.1 for the endings */
export const scenarios = {
  provider_rejected: {
    says: 'The generator refuses the job before rendering.',
    end: failure('provider_rejected'),
  },
  provider_failed: {
    says: 'The generator takes the job and does not finish it.',
    end: failure('provider_failed'),
  },
  timeout: { says: 'The job fails because it did not finish in time.', end: failure('timeout') },
  expired: { says: 'The job runs to its deadline and expires.', end: () => ({ status: 'expired' }) },
  canceled: {
    says: 'The job is canceled midway, as by another client.',
    end: () => ({ status: 'canceled' }),
  },
  quota_exceeded: { says: "The job fails: the account's storage is full.", end: failure('quota_exceeded') },
  output_too_large: { says: 'The job fails: its file is too large.', end: failure('output_too_large') },
  unsupported_media: { says: 'The job fails: its file cannot be stored.', end: failure('unsupported_media') },
  internal: { says: 'The job fails through a fault of the service.', end: failure('internal') },
  slow: { says: 'The job succeeds, after twenty times as long.', slowness: 20 },
  stuck: { says: 'The job runs until its deadline, then expires.', end: () => ({ status: 'expired' }) },
  too_many_results: {
    says: 'The generator returns a result too many: the job runs until it expires.',
    end: () => ({ status: 'expired' }),
  },
  soundtrack: {
    says: 'The soundtrack is refused after rendering, unless generate_audio is false.',
    end: ({ input }) =>
      input.generate_audio === false ? undefined : { status: 'failed', errorCode: 'provider_failed' },
  },
  fails_twice: {
    says: 'The first two jobs of a body fail with provider_failed, the third succeeds.',
    end: ({ earlierAttempts }) =>
      earlierAttempts < attemptsThatFail ? { status: 'failed', errorCode: 'provider_failed' } : undefined,
  },
  rate_limited: { says: 'The submit is a 429: too many jobs in flight.', submit: 'rate_limited' },
  out_of_balance: {
    says: 'The submit is a 429: the organisation is out of balance.',
    submit: 'out_of_balance',
  },
  server_error: { says: 'The submit is a 500, and there is no job.', submit: 'server_error' },
  server_error_after_commit: {
    says: 'The submit is a 500 although the job exists; the same key finds it.',
    submit: 'server_error_after_commit',
  },
  rewrite_unavailable: {
    says: 'The prompt cannot be rewritten: it is used as written, and prompt_enhance costs nothing.',
    rewrite: 'unavailable',
  },
  sensitive_content: {
    says: 'v1 spicy: the first picture or clip is refused as showing a real person; refs takes it.',
    references: { kind: 'sensitive' },
  },
  unreachable_reference: {
    says: 'v1 refs: the last reference to be prepared cannot be downloaded (404); nothing is submitted.',
    references: { kind: 'unreachable', reason: 'the host answered 404' },
  },
  unreachable_host: {
    says: 'v1 refs: the host of the last reference to be prepared does not answer; nothing is submitted.',
    references: { kind: 'unreachable', reason: 'the host did not answer' },
  },
  preparation_busy: {
    says: 'v1 refs: a 503, the queue that prepares references is busy; nothing is submitted.',
    references: { kind: 'busy', times: Number.POSITIVE_INFINITY },
  },
  preparation_busy_once: {
    says: 'v1 refs: a 503 the first time a body is sent, and taken the second.',
    references: { kind: 'busy', times: 1 },
  },
  preparation_busy_twice: {
    says: 'v1 refs: a 503 the first two times a body is sent, and taken the third.',
    references: { kind: 'busy', times: 2 },
  },
  preparation_timeout: {
    says: 'v1 refs: a 503, the time to prepare references is used up; nothing is submitted.',
    references: { kind: 'too slow' },
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

/** The header that names a scenario. It takes precedence over a word in the prompt. */
export const scenarioHeader = 'X-Sandbox-Scenario';

const promptWord = /(?:^|\s)sandbox:([\w-]+)/;

/**
 * The scenario that a request asks for, by its header or by the first word `sandbox:NAME` in its prompt.
 *
 * @throws Refusal (400) for a name that is not in the table.
 */
export function requestedScenario(header: string | undefined, prompt: string): ScenarioName | undefined {
  const name = header ?? promptWord.exec(prompt)?.[1];
  if (name === undefined) return undefined;
  if (isScenario(name)) return name;
  const known = Object.keys(scenarios).join(', ');
  throw new Refusal(400, {
    code: 'unknown_scenario',
    message: `The sandbox knows no scenario ${JSON.stringify(name.slice(0, 60))}. It knows ${known}.`,
  });
}

export function scenarioOf(name: ScenarioName | undefined): Scenario {
  return name === undefined ? { says: '' } : scenarios[name];
}

function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name);
}
