import { documentsIn, whyUnfit } from '../transcripts/document-fit.ts';
import type { History, Step } from './history.ts';
import type { Ran } from './run-step.ts';
import type { SearchService } from './service.ts';

/** What a run may end with. @see genctl help exit-codes */
const documented = new Set<number | null>([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 129, 130, 143]);
/** They tell of trouble, and so are wrong where there was none. */
const troubles = new Set<number | null>([3, 8, 9, 14, 15]);
const looking = new Set(['status', 'show', 'jobs', 'costs', 'doctor', 'models']);
const following = new Set(['wait', 'download', 'sync', 'cancel']);

/** What is wrong with a run by itself: how it ended, what it said, and what it sent. */
export function judgeRun(
  ran: Ran,
  step: Step,
  place: number,
  service: SearchService,
  history: History,
): string[] {
  const { code, stderr, stdout, words } = ran;
  if (ran.hung) return ['it did not end'];
  const wrong: string[] = [];
  if (`${stdout}${stderr}`.includes(service.apiKey)) wrong.push('the key is on a stream');
  if (ran.killed) return step.end === undefined ? [...wrong, 'it was ended by nobody'] : wrong;
  wrong.push(...ran.openFiles.map((path) => `a file is open at the end: ${path}`));
  if (!documented.has(code)) wrong.push(`exit ${code} is no documented one`);
  if (/\n\s+at .*:\d+:\d+/.test(stderr)) wrong.push('a stack trace is on stderr');
  if (/^\(node:\d+\) /m.test(stderr)) wrong.push('Node warns on stderr');
  wrong.push(...wrongEnd(ran, step));
  const isCalm = service.faultsMet === faultsBefore(service, place) && isUntouched(step);
  if (isCalm && mayBeCalm(history) && troubles.has(code)) wrong.push(`exit ${code} where nothing was wrong`);
  if (words.includes('--json')) wrong.push(...unfitAmong(ran));
  const posts = service.requests.filter((one) => one.step === place && one.method === 'POST');
  const submits = posts.filter(({ path }) => !path.endsWith('/cancel'));
  const [command = ''] = words;
  if (step.beside !== undefined) return wrong;
  if (words.includes('--dry-run') && posts.length > 0) wrong.push('a dry run sent something');
  if (looking.has(command) && posts.length > 0) wrong.push('a look sent something');
  if (following.has(command) && submits.length > 0) wrong.push('a submit was sent by what only follows');
  if (code === 2 && submits.length > 0) wrong.push('exit 2 although something was sent');
  return wrong;
}

const exitsOfSignals: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** What is wrong with the end of a run that says that a signal ended it: whose exit it has, and whether it says how to go on. */
function wrongEnd({ code, stderr, words }: Ran, { end }: Step): string[] {
  if (code === null || !Object.values(exitsOfSignals).includes(code)) return [];
  const wanted = end === undefined ? undefined : exitsOfSignals[end.signal];
  if (code !== wanted) return [`exit ${code} where ${end?.signal ?? 'no signal'} came`];
  const line = words.includes('--json') ? /"hint":"[^"]*genctl / : /^ {2}→ .*genctl /m;
  return line.test(stderr) ? [] : [`exit ${code} without the line that goes on`];
}

const met = new WeakMap<SearchService, Map<number, number>>();

/** How many faults had met a request when a step began. */
export function noteFaults(service: SearchService, place: number): void {
  const known = met.get(service) ?? new Map<number, number>();
  met.set(service, known.set(place, service.faultsMet));
}

function faultsBefore(service: SearchService, place: number): number {
  return met.get(service)?.get(place) ?? 0;
}

function isUntouched({ beside, damage, disk, end, skewMs }: Step): boolean {
  // After a signal that it hears a run ends as if nothing was wrong, or says so.
  const killed = end?.signal === 'SIGKILL' ? end : undefined;
  return [beside, damage, disk, killed, skewMs].every((one) => one === undefined);
}

/** Whether no prompt of a history asks for a refusal, the account takes as many jobs as are sent, and no record is damaged. */
function mayBeCalm({ inFlight, steps }: History): boolean {
  const all = JSON.stringify(steps);
  if (steps.some(({ damage }) => typeof damage === 'object' && 'record' in damage)) return false;
  return inFlight > 20 && !/sandbox:(server_error|rate_limited|out_of_balance)/.test(all);
}

function unfitAmong({ code, stderr, stdout, words }: Ran): string[] {
  const wrong: string[] = [];
  const lines = stdout.split('\n').filter((line) => line !== '');
  if (lines.length > 1) wrong.push('--json printed more than one document');
  // With --exit-status the code is the answer, and no failure.
  const isAnswer = [129, 130, 143].includes(code ?? 0) || words.includes('--exit-status');
  const said = stderr.split('\n').filter((line) => line !== '');
  if (code !== 0 && !isAnswer && said.length !== 1)
    wrong.push(`--json told a failure in ${said.length} lines`);
  try {
    for (const line of code === 0 ? lines : [...lines, ...said]) JSON.parse(line);
    for (const { document, name } of documentsIn(`${stdout}\n${stderr}`)) {
      const why = whyUnfit(name, document);
      if (why !== undefined) wrong.push(`a document is not what its schema says: ${why}`);
    }
  } catch (error) {
    wrong.push(`${words.join(' ')} printed no JSON: ${String(error)}`);
  }
  return wrong;
}
