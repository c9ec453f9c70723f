import type { JobDocument, OutputDocument } from '../../ledger/job-document.ts';
import { tagsText } from '../../ledger/rules/tags.ts';
import { requestMedia, requestOptions } from '../../request/shown-request.ts';
import { isTerminal } from '../../service/lifecycle.ts';
import { alignRows, type Row } from '../../text/aligned.ts';
import type { Look } from '../../text/look.ts';
import { formatMoney } from '../../text/money.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatBytes } from '../../text/size.ts';
import { textWidth } from '../../text/text-width.ts';
import { formatMoment, formatSpan, formatWhen } from '../../text/time.ts';
import { adviceLine, adviceOn } from './job-advice.ts';
import { paintStatus, statusSymbol } from './status-word.ts';

/** One job as `status` shows it: its state and its result. `nowMs` is the wall clock. */
export function renderJob(job: JobDocument, look: Look, nowMs: number): string[] {
  return renderFacts(job, look, nowMs, false);
}

/** One job as `show` shows it: everything that is known. */
export function renderJobDetails(job: JobDocument, look: Look, nowMs: number): string[] {
  return renderFacts(job, look, nowMs, true);
}

function renderFacts(job: JobDocument, look: Look, nowMs: number, isDetailed: boolean): string[] {
  const when = (time: string | null) =>
    time === null ? null : (isDetailed ? formatMoment : formatWhen)(time, nowMs);
  const request = job.rendered ?? job.request;
  const inDetail = (facts: () => Facts): Facts => (isDetailed ? facts() : []);
  const facts: Facts = [
    ...inDetail(() => [['id', look.ids.of(job.id) === job.id ? null : job.id, 'whole']]),
    ['model', job.model],
    ...inDetail(() => [
      ['prompt', job.prompt],
      ...requestMedia(request).map((media): Facts[number] => ['media', media]),
      ['options', requestOptions(request) ?? null],
      ['route', job.route],
      ['profile', job.profile],
    ]),
    ['created', when(job.created_at)],
    ...inDetail(() => [['completed', when(job.completed_at)]]),
    ['deadline', isTerminal(job.status) ? null : when(job.deadline_at)],
    ...inDetail(() => [['kept until', when(job.retention_until)]]),
    ['cost', job.cost_usd === null ? null : formatMoney(job.cost_usd)],
    ...inDetail(() => [
      ['batch', job.batch === null ? null : `${job.batch}, line ${job.shot ?? ''}`],
      ['once', job.once],
      ['attempt', job.attempt === null || job.attempt === 1 ? null : String(job.attempt)],
      ['tags', job.tags === null ? null : tagsText(job.tags)],
      ['draft', job.draft_of === null ? null : look.ids.of(job.draft_of)],
      ['finals', job.finals?.map(look.ids.of).join(' ') || null],
      ['key', job.idempotency_key],
    ]),
    ...errorFacts(job, look),
    ...outputFacts(job, isDetailed),
    ['lost', job.lost_at === null ? null : `since ${when(job.lost_at)}: the answer never had a usable link`],
  ];
  return [jobHeadline(job, look, nowMs), ...factLines(facts, look)];
}

type Facts = (readonly [name: string, value: string | null, whole?: 'whole'])[];

/** Facts that the line of a job has beside its state. */
interface HeadlineParts {
  /** The name that it was made as, where several are made at once: `seed=7`. */
  label?: string | undefined;
  /** True if the line has its charge; where facts follow it is one of them. */
  cost?: boolean;
}

/** A job in one line: its id, its state, and how long it took or has taken so far. `nowMs` is the wall clock. */
export function jobHeadline(
  job: JobDocument,
  look: Look,
  nowMs: number,
  { label, cost = false }: HeadlineParts = {},
): string {
  const { colors } = look;
  const over = isTerminal(job.status);
  const spanMs = over ? Date.parse(job.completed_at ?? '') : nowMs;
  const span = formatSpan(job.created_at, spanMs);
  const named = label === undefined ? '' : `  ${safeLine(label)}`;
  const tail = span === undefined ? '' : ` ${over ? 'after' : 'for'} ${span}`;
  const charge = cost && job.cost_usd !== null ? `  ${formatMoney(job.cost_usd)}` : '';
  const sign = paintStatus(job.status, statusSymbol(job.status, look), look);
  const word = paintStatus(job.status, safeLine(job.status), look);
  const id = safeLine(look.ids.of(job.id));
  const whole = `? ${id}${named}  ${safeLine(job.status)}${tail}${charge}`;
  const fits = !look.isTerminal || textWidth(whole) <= look.columns;
  return `${sign} ${colors.bold(id)}${named}  ${word}${fits ? colors.dim(tail) : ''}${charge}`;
}

function factLines(facts: Facts, look: Look): string[] {
  const rows = facts.flatMap(([name, value, whole]): Row[] => {
    const named = { text: name, paint: look.colors.dim };
    return value === null ? [] : [[named, { text: safeLine(value), whole: whole === 'whole' }]];
  });
  return alignRows(rows, look, 2);
}

function errorFacts(job: JobDocument, { ids }: Look): Facts {
  const { error, status } = job;
  if (error === null) return [];
  const code = [error.code, error.provider_code === null ? null : `(${error.provider_code})`];
  const said = [code.filter((part) => part !== null).join(' '), error.message].filter(Boolean).join(': ');
  const advice = status === 'canceled' ? undefined : adviceOn(job);
  return [
    ['error', said],
    ['try', advice === undefined ? null : ids.within(adviceLine(advice))],
  ];
}

/**
 * The files on this machine, and the links of outputs that were not downloaded; in detail also the paths of earlier downloads, whether
 * there are Content Credentials, and the links of files that are here.
 */
function outputFacts({ outputs, outputs_missing }: JobDocument, isDetailed: boolean): Facts {
  if (outputs === null && outputs_missing !== null) return [['link', noLink]];
  const many = outputs !== null && outputs.length > 1;
  return (outputs ?? []).flatMap((output, index): Facts => {
    const { content_credentials: isSigned, copies, path, url } = output;
    const name = path === null ? 'link' : 'file';
    const fact: Facts[number] = [many ? `${name} ${index + 1}` : name, outputText(output), 'whole'];
    if (!isDetailed) return [fact];
    return [
      fact,
      ...(copies ?? []).map((copy): Facts[number] => ['also at', copy, 'whole']),
      // A file without any is not spoken of.
      ['credentials', isSigned === true ? 'Content Credentials present, not verified' : null],
      ['link', path === null ? null : url, 'whole'],
    ];
  });
}

/** Stands for a link that could not be read. */
const noLink = 'none';

function outputText({ path, url, bytes }: OutputDocument): string {
  if (path === null && url === '') return noLink;
  return bytes === null ? (path ?? url) : `${path ?? url} (${formatBytes(bytes)})`;
}
