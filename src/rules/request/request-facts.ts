import type { CliError } from '../../errors/cli-error.ts';
import type { JudgeTools } from '../schema/document.ts';
import type { RouteChoice } from './choose-route.ts';
import type { KnownList, ListLook } from './list-look.ts';
import type { RequestWords } from './request-words.ts';
import type { DraftFact } from './submit-subject.ts';
import type { UsualValues } from './usual-values.ts';

/** A request in words, and what the checks are to do with what they find. */
export interface AskedRequest {
  words: RequestWords;
  choice: RouteChoice;
  /** Options that the step sets by itself, which no usual value of a project or profile may touch. */
  own?: readonly string[] | undefined;
  /** Let warnings refuse, too. */
  strict: boolean;
  preflight: boolean;
  isDryRun: boolean;
}

/** What is known when requests are built and checked. Nothing of it is of one request alone but the drafts. */
export interface RequestFacts {
  usual: UsualValues;
  /** Whether the service is on this machine: an http callback on loopback is fine there. */
  loopback: boolean;
  /** Whether the service is the one embedded here: its list costs nothing. */
  embedded: boolean;
  list: KnownList;
  /** The drafts that were looked up, by id; undefined of one that nothing is known of. */
  drafts: ReadonlyMap<string, DraftFact | undefined>;
  /** What patterns and formats of a schema are judged with. */
  tools: JudgeTools | undefined;
}

/** What has to be known before a request can be judged. */
export type Lack =
  | { of: 'list'; look: ListLook }
  | { of: 'drafts'; ids: readonly string[] }
  | { of: 'tools' };

/** What comes of a request. Warnings are told whether it is taken or refused. */
export type Judgement<Made> =
  | { kind: 'lacking'; lack: Lack }
  | { kind: 'refused'; refusal: CliError; warnings: readonly string[] }
  | { kind: 'taken'; made: Made; warnings: readonly string[] };
