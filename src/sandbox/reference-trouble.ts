import type { RequestRoute } from '../contract/request-route.ts';
import { preparedReferences } from '../rules/prepared-references.ts';
import { readSubmit } from '../rules/submit-subject.ts';
import { bodyHash } from './body-hash.ts';
import type { Deployment } from './deployment.ts';
import { Refusal } from './refusal.ts';
import { type ScenarioName, scenarioOf } from './scenarios.ts';

/** A request whose references are looked at. */
export interface ReferenceRequest {
  accountId: string;
  route: RequestRoute;
  body: Record<string, unknown>;
  scenario: ScenarioName | undefined;
}

/**
 * What a look at the references finds, where a scenario asks for it: the sandbox itself opens no connection, and every
 * absolute URL counts as reachable.
 *
 * @throws Refusal: 400 or 503.
 * @see service document §4.7, §7.4
 */
export async function assertReferencesUsable(
  deployment: Deployment,
  { accountId, body, route, scenario }: ReferenceRequest,
): Promise<void> {
  const trouble = scenarioOf(scenario).references;
  const [first] = preparedReferences(readSubmit(body, { route }).parts);
  if (trouble === undefined || first === undefined) return;
  if (route === 'spicy' && trouble === 'sensitive') throw sensitive(first.view.index);
  if (route !== 'refs' || trouble === 'sensitive') return;
  if (trouble === 'unreachable')
    throw refsRefusal(400, `${first.name} could not be downloaded: the host answered 404.`);
  if (trouble === 'busy once' && !(await isFirstTime(deployment, accountId, body))) return;
  const why = trouble === 'too slow' ? 'the time to prepare them is used up' : 'the queue is busy';
  throw refsRefusal(503, `The references could not be prepared right now: ${why}. Nothing was submitted.`);
}

/** A refusal with a message alone. @see service document §7.4 */
export function refsRefusal(status: 400 | 503, message: string): Refusal {
  return new Refusal(status, { code: 'refs', message, messageOnly: true });
}

function sensitive(index: number): Refusal {
  return new Refusal(400, {
    code: 'InputImageSensitiveContentDetected.PrivacyInformation',
    message: `content[${index}] may show a real person, and was refused before generation.`,
    providerCode: 'InputImageSensitiveContentDetected',
  });
}

function isFirstTime(
  { accounts }: Deployment,
  accountId: string,
  body: Record<string, unknown>,
): Promise<boolean> {
  return accounts.locked(accountId, () => {
    const account = accounts.read(accountId);
    const attempt = bodyHash(body);
    const times = account.attempts[attempt] ?? 0;
    accounts.write(accountId, { ...account, attempts: { ...account.attempts, [attempt]: times + 1 } });
    return times === 0;
  });
}
