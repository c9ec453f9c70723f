import { CliError } from '../../errors/cli-error.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { AccountFacts } from '../../request/account-facts.ts';
import { takeSeeds } from '../../request/rules/draft-takes.ts';
import { requestRoutes } from '../../service/request-route.ts';
import type { RequestWords } from '../../service/request-words.ts';
import type { IntentPlan } from '../../submit/intent-flags.ts';
import { derivedKey } from '../../submit/request-key.ts';
import type { Several } from '../../submit/several-flags.ts';
import { variedWords } from '../../submit/vary.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { objectOf } from '../../text/json-object.ts';
import { counted } from '../../text/shown-value.ts';
import {
  type PreparedRequest,
  type PreparedSubmission,
  prepareRequest,
  type RequestChoices,
  submissionOf,
} from './prepare-submission.ts';
import type { SubmissionInput } from './submission-input.ts';

/** A request that is to be made several times, each time a little differently. */
export interface SeveralInput extends SubmissionInput, Partial<Several>, Pick<RequestChoices, 'own'> {
  /** The body of the request that flags were to change; undefined where they need change none. */
  earlier?: Record<string, unknown> | undefined;
}

/** Prepares each variant of a request, and the takes of each. All are checked before the first is sent. */
export async function prepareSeveral(
  context: OutputMeans,
  facts: AccountFacts,
  input: SeveralInput,
): Promise<PreparedSubmission[]> {
  const { plan, takes = 1, variants, words } = input;
  const isOne = takes === 1 && variants === undefined;
  const told = isOne ? context : { ...context, terminal: sayingOnce(context.terminal) };
  const prepare = (own: RequestWords) => prepareRequest(told, facts, { ...input, words: own });
  const submissions: PreparedSubmission[] = [];
  for (const { label, words: own } of variants?.each ?? [asItIs]) {
    // Named by what sets it apart, so that a value put in between does not give the others' names to other requests.
    const named = { ...plan, once: nameUnder(plan.once, label) };
    const asked = own === undefined ? words : variedWords(words, own);
    const made = await ofVariant(label, () => prepareTakes(asked, { plan: named, takes }, prepare));
    for (const take of made) {
      const names = [label, take.label].filter((name) => name !== undefined);
      const called = names.length === 0 ? undefined : names.join(', ');
      submissions.push({ ...submissionOf(context, take.request, take.plan), label: called });
    }
  }
  if (variants === undefined) return submissions;
  const product = `${variants.product}${takes > 1 ? ` × ${takes} takes` : ''}`;
  context.terminal.err.lines([`${counted(submissions.length, 'job')}: ${product}`]);
  return submissions;
}

/** The only variant of a request that is not varied. */
const asItIs = { label: undefined, words: undefined };

function nameUnder(once: string | undefined, part: string | number | undefined): string | undefined {
  return once === undefined || part === undefined ? once : `${once}/${part}`;
}

/** Says in an error which variant it is about. */
async function ofVariant<Made>(label: string | undefined, prepare: () => Promise<Made>): Promise<Made> {
  try {
    return await prepare();
  } catch (error) {
    if (error instanceof CliError && label !== undefined) error.message = `${error.message} (${label})`;
    throw error;
  }
}

/** The terminal, with an stderr that prints each text once: variants and takes share most of what there is to say of them. */
function sayingOnce(terminal: Terminal): Terminal {
  const { err } = terminal;
  const said = new Set<string>();
  const isNew = (text: string): boolean => said.size < said.add(text).size;
  return {
    ...terminal,
    err: {
      ...err,
      get columns() {
        return err.columns;
      },
      write: (text) => (isNew(text) ? err.write(text) : undefined),
      lines: (lines) => (isNew(lines.join('\n')) ? err.lines(lines) : undefined),
    },
  };
}

/** A take of a request: the same request with a seed of its own and, where there is a name, a name of its own. */
interface Take {
  request: PreparedRequest;
  plan: IntentPlan;
  /** Its name among the takes; undefined for a request without others. */
  label: string | undefined;
}

/** A take as a person knows it: `take 2, seed 7`. `place` counts from 1. */
export function takeName(place: number, seed: number | undefined): string {
  return `take ${place}${seed === undefined ? '' : `, seed ${seed}`}`;
}

/**
 * The takes of a request. The same name gives the same seeds, so that a second run of the command means the same jobs. Each
 * take is checked as a request with a seed: not every model has one.
 */
async function prepareTakes(
  words: RequestWords,
  { plan, takes }: { plan: IntentPlan; takes: number },
  prepare: (words: RequestWords) => Promise<PreparedRequest>,
): Promise<Take[]> {
  const request = await prepare(words);
  if (takes === 1) return [{ request, plan, label: undefined }];
  const seeds = takeSeeds(takes, {
    seed: seedOf(request),
    onceDigits: plan.once === undefined ? undefined : derivedKey('', plan.once),
    random: Math.random,
  });
  const made: Take[] = [];
  for (const [place, seed] of seeds.entries()) {
    const take = await prepare(withSeed(words, seed));
    const once = nameUnder(plan.once, place + 1);
    made.push({ request: take, plan: { ...plan, once }, label: takeName(place + 1, seed) });
  }
  return made;
}

function seedOf({ body, chosen }: PreparedRequest): number | undefined {
  const { seed } = requestRoutes[chosen.route].isFlat ? body : (objectOf(body.input) ?? {});
  return typeof seed === 'number' ? seed : undefined;
}

function withSeed(words: RequestWords, seed: number): RequestWords {
  const set = words.set.map(([name, value]) => [name, name === 'seed' ? seed : value] as const);
  return {
    ...words,
    options: { ...words.options, seed },
    set,
    typed: { ...words.typed, '--seed': '--takes' },
  };
}
