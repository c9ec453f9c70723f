import type { ModelEntry } from '../contract/model.ts';
import { PreflightError } from '../errors/preflight-error.ts';
import { parseBaseUrl } from '../rules/base-url.ts';
import type { Finding } from '../rules/finding.ts';
import { referenceNames } from '../rules/media-part.ts';
import { preflight } from '../rules/preflight.ts';
import { buildSubmission, type RequestWords } from '../rules/request-body.ts';
import type { Account } from '../store/account.ts';
import type { Intent } from '../store/ledger-record.ts';
import { renderFindings } from '../ui/render/finding.ts';
import type { CommandContext } from './context.ts';
import { withDefaults } from './defaults.ts';
import type { IntentPlan } from './intent-flags.ts';
import { intentMaker } from './intents.ts';
import { cachedModel } from './live-models.ts';

/** What the checks are to do with what they find. */
export interface CheckChoices {
  words: RequestWords;
  plan: IntentPlan;
  strict: boolean;
  preflight: boolean;
}

/** A checked request: its intent is ready to be written down and sent. */
export interface PreparedSubmission {
  account: Account;
  plan: IntentPlan;
  /** The intent of an attempt, counted from 1. */
  intentFor(attempt: number): Intent;
}

/** Builds the body once, checks it, and freezes its bytes. Throws PreflightError with every finding. */
export async function prepareSubmission(
  context: CommandContext,
  choices: CheckChoices,
): Promise<PreparedSubmission> {
  const account = await context.account();
  const words = withDefaults(choices.words, await context.defaults(account));
  const model = words.model ?? (typeof words.body?.model === 'string' ? words.body.model : undefined);
  const entry = model === undefined ? undefined : await cachedModel(context, account, model);
  const body = buildSubmission(words, entry?.inputSchema);
  if (choices.preflight) check(context, body, entry, account, choices.strict);
  tellReferenceNames(context, words);
  const { clock, around } = context;
  const createdAt = new Date(clock.nowMs()).toISOString();
  const intentFor = intentMaker({
    body,
    account,
    plan: choices.plan,
    environment: around.environment,
    createdAt,
  });
  return { account, plan: choices.plan, intentFor };
}

function check(
  { terminal }: CommandContext,
  body: Record<string, unknown>,
  model: ModelEntry | undefined,
  account: Account,
  strict: boolean,
): void {
  const base = parseBaseUrl(account.baseUrl);
  const findings = preflight(body, { model, loopback: base.ok && (base.loopback || base.sandbox) });
  const errors = findings.filter((finding) => strict || finding.severity === 'error');
  if (errors.length > 0) throw refusal(findings, errors, strict);
  if (findings.length > 0) terminal.err.lines(renderFindings(findings, terminal.err));
}

function refusal(findings: readonly Finding[], errors: readonly Finding[], strict: boolean): PreflightError {
  const warnings = findings.length - errors.length;
  return new PreflightError(findings, {
    code: 'preflight',
    message: `The request was not sent: ${count(errors.length, 'problem')}${warnings > 0 ? ` and ${count(warnings, 'warning')}` : ''}`,
    hint: strict
      ? 'mend the above, or leave --strict out'
      : 'mend the above; --no-preflight sends it as it is, for the service to decide',
  });
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** `image 1 = hero.png`: how the prompt may call each reference. */
function tellReferenceNames({ terminal, globals }: CommandContext, words: RequestWords): void {
  if (globals.quiet) return;
  for (const { name, media } of referenceNames(words.media))
    terminal.err.write(`${name} = ${shortUrl(media.url)}\n`);
}

/** The last part of a link, without its query: enough to tell references apart, and never a signature. */
function shortUrl(url: string): string {
  if (url.startsWith('data:')) return url.slice(0, url.indexOf(';') + 1);
  return (
    url
      .split(/[?#]/, 1)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? url
  );
}
