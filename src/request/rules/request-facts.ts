import type { CliError } from '../../errors/cli-error.ts';
import type { JudgeTools } from '../../schema/document.ts';
import type { DraftFact } from '../../service/body/submit-subject.ts';
import type { RequestWords } from '../../service/request-words.ts';
import type { RouteChoice } from './choose-route.ts';
import type { KnownList, ListLook } from './list-look.ts';
import type { UsualValues } from './usual-values.ts';

/** A request in words, and what the checks are to do with what they find. */
export interface AskedRequest {
  words: RequestWords;
  choice: RouteChoice;
  /** Options that the command sets itself, so that no default of a project or profile changes them. */
  own?: readonly string[] | undefined;
  /** True if warnings refuse the request, too. */
  strict: boolean;
  preflight: boolean;
  isDryRun: boolean;
}

/** Facts known when requests are built and checked. Only the drafts belong to one request. */
export interface RequestFacts {
  usual: UsualValues;
  /** True if the service is on this machine, which allows an http callback to loopback. */
  loopback: boolean;
  /** True if the service is the embedded one, whose list costs nothing. */
  embedded: boolean;
  list: KnownList;
  /** The drafts that were looked up, by their ids; undefined for one of which nothing is known. */
  drafts: ReadonlyMap<string, DraftFact | undefined>;
  /** The tools that judge the patterns and formats of a schema. */
  tools: JudgeTools | undefined;
}

/** A fact that has to be known before a request can be judged. */
export type Lack =
  | { of: 'list'; look: ListLook }
  | { of: 'drafts'; ids: readonly string[] }
  | { of: 'tools' };

/** The result of judging a request. Warnings are shown whether it is accepted or refused. */
export type Judgement<Made> =
  | { kind: 'lacking'; lack: Lack }
  | { kind: 'refused'; refusal: CliError; warnings: readonly string[] }
  | { kind: 'taken'; made: Made; warnings: readonly string[] };
