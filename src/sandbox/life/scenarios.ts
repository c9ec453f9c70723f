import type { PartView } from '../../service/body/submit-subject.ts';
import { preparedReferences } from '../../service/checks/reference-link.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { outOfBalance, Refusal, refsRefusal, tooManyInFlight } from '../refusal.ts';
import type { PlannedEnd } from './plan.ts';

/** The facts by which a scenario may decide how a job ends. */
interface EndFacts {
  input: Record<string, unknown>;
  /** The number of earlier submits of this body under this scenario, where the scenario counts them. */
  earlierAttempts: number;
}

/** The facts by which a scenario may refuse a submit. */
interface SubmitFacts {
  route: RequestRoute;
  parts: readonly PartView[];
  earlierAttempts: number;
  inFlightMost: number;
  neededMicrousd: number;
  balanceMicrousd: number;
}

/** A course of events that a request can ask for by name. */
export interface Scenario {
  /** One line that helps people choose a scenario. */
  says: string;
  /** The error that answers the submit in place of accepting it. */
  refuses?: (facts: SubmitFacts) => Refusal | undefined;
  /** True if the submit is answered by an error after it was accepted. */
  failsAfterCommit?: boolean;
  /** True if the submits of a body are counted. */
  counts?: boolean;
  /** Set where the prompt can't be rewritten: it is used as written, and the rewriting is not billed. */
  rewrite?: 'unavailable';
  /** How the job ends; undefined where the scenario does not change its end. */
  end?: (facts: EndFacts) => PlannedEnd | undefined;
  /** The job takes so many times as long. */
  slowness?: number;
}

const failure = (errorCode: Extract<PlannedEnd, { status: 'failed' }>['errorCode']) => () =>
  ({ status: 'failed', errorCode }) as const;

/** Refuses the last reference that a route prepares. The sandbox itself opens no connection: every absolute URL counts as reachable. */
const lastPrepared =
  (refuse: (name: string, facts: SubmitFacts) => Refusal | undefined) => (facts: SubmitFacts) => {
    const { preparesReferences } = requestRoutes[facts.route];
    const last = preparesReferences ? preparedReferences(facts.parts).at(-1) : undefined;
    return last && refuse(`${last.name}`, facts);
  };
const unreachable = (reason: string) =>
  lastPrepared((name) => refsRefusal(`${name} could not be downloaded: ${reason}.`));
const notNow = (why: string) =>
  refsRefusal(`The references could not be prepared right now: ${why}. Nothing was submitted.`, 503);
/** Refuses the first `times` submits of a body. */
const busy = (times: number) =>
  lastPrepared((_, { earlierAttempts }) =>
    earlierAttempts < times ? notNow('the queue is busy') : undefined,
  );

/** Routes that look for persons before they answer a submit. §4.8 */
const lookingForPersons: ReadonlySet<RequestRoute> = new Set(['spicy']);

/** Refuses the first picture or clip as showing a person. The generator examines frames too. §4.7 */
function personSeen({ parts, route }: SubmitFacts): Refusal | undefined {
  const seen = parts.find(({ type }) => type === 'image_url' || type === 'video_url');
  if (!lookingForPersons.has(route) || seen === undefined) return undefined;
  const providerCode = `Input${seen.type === 'image_url' ? 'Image' : 'Video'}SensitiveContentDetected`;
  const message = `content[${seen.index}] may show a real person, and was refused before generation.`;
  return new Refusal(`${providerCode}.PrivacyInformation`, message, { providerCode });
}

/** How long the scenario `rate_limited` asks a submit to wait. Unit: ms. */
const rateLimitedMs = 2_000;

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
    counts: true,
    end: ({ earlierAttempts }) =>
      earlierAttempts < attemptsThatFail ? { status: 'failed', errorCode: 'provider_failed' } : undefined,
  },
  rate_limited: {
    says: 'The submit is a 429: too many jobs in flight.',
    refuses: ({ inFlightMost }) => tooManyInFlight(inFlightMost, rateLimitedMs),
  },
  out_of_balance: {
    says: 'The submit is a 429: the organisation is out of balance.',
    refuses: ({ balanceMicrousd, neededMicrousd }) =>
      outOfBalance(neededMicrousd, Math.min(balanceMicrousd, 0)),
  },
  server_error: {
    says: 'The submit is a 500, and there is no job.',
    refuses: () => new Refusal('internal', 'The service failed before it took the job.'),
  },
  server_error_after_commit: {
    says: 'The submit is a 500 although the job exists; the same key finds it.',
    failsAfterCommit: true,
  },
  rewrite_unavailable: {
    says: 'The prompt cannot be rewritten: it is used as written, and prompt_enhance costs nothing.',
    rewrite: 'unavailable',
  },
  sensitive_content: {
    says: 'v1 spicy: the first picture or clip is refused as showing a real person; refs takes it.',
    refuses: personSeen,
  },
  unreachable_reference: {
    says: 'v1 refs: the last reference to be prepared cannot be downloaded (404); nothing is submitted.',
    refuses: unreachable('the host answered 404'),
  },
  unreachable_host: {
    says: 'v1 refs: the host of the last reference to be prepared does not answer; nothing is submitted.',
    refuses: unreachable('the host did not answer'),
  },
  preparation_busy: {
    says: 'v1 refs: a 503, the queue that prepares references is busy; nothing is submitted.',
    refuses: busy(Number.POSITIVE_INFINITY),
  },
  preparation_busy_once: {
    says: 'v1 refs: a 503 the first time a body is sent, and taken the second.',
    counts: true,
    refuses: busy(1),
  },
  preparation_busy_twice: {
    says: 'v1 refs: a 503 the first two times a body is sent, and taken the third.',
    counts: true,
    refuses: busy(2),
  },
  preparation_timeout: {
    says: 'v1 refs: a 503, the time to prepare references is used up; nothing is submitted.',
    refuses: lastPrepared(() => notNow('the time to prepare them is used up')),
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
  if (Object.hasOwn(scenarios, name)) return name as ScenarioName;
  const known = Object.keys(scenarios).join(', ');
  throw new Refusal(
    'unknown_scenario',
    `The sandbox knows no scenario ${JSON.stringify(name.slice(0, 60))}. It knows ${known}.`,
  );
}

export function scenarioOf(name: ScenarioName | undefined): Scenario {
  return name === undefined ? { says: '' } : scenarios[name];
}
