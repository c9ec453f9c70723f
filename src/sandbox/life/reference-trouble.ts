import { type PartView, readSubmit } from '../../service/body/submit-subject.ts';
import { preparedReferences } from '../../service/checks/reference-link.ts';
import { requestRoutes, type TaskRoute } from '../../service/request-route.ts';
import type { Deployment } from '../deployment.ts';
import { Refusal } from '../refusal.ts';
import { countAttempt } from '../state/accounts.ts';
import { type ScenarioName, scenarioOf } from './scenarios.ts';

/** A request to a v1 route, under a scenario that may refuse its references. */
interface ReferenceLook {
  deployment: Deployment;
  accountId: string;
  body: Record<string, unknown>;
  route: TaskRoute;
  scenario: ScenarioName | undefined;
}

/**
 * Refuses the references of a request where a scenario asks for it. The sandbox itself opens no connection: otherwise every
 * absolute URL counts as reachable.
 *
 * @throws Refusal: 400 or 503.
 * @see service document §4.7, §4.8, §7.4
 */
export async function assertReferencesUsable(look: ReferenceLook): Promise<void> {
  const { accountId, body, deployment, route, scenario } = look;
  const trouble = scenarioOf(scenario).references;
  if (trouble === undefined || scenario === undefined) return;
  const { parts } = readSubmit(body, { route });
  if (trouble.kind === 'sensitive' && lookingForPersons.has(route)) assertNoPerson(parts);
  const last = requestRoutes[route].preparesReferences ? preparedReferences(parts).at(-1) : undefined;
  if (last === undefined) return;
  switch (trouble.kind) {
    case 'sensitive':
      return;
    case 'unreachable':
      throw refsRefusal(400, `${last.name} could not be downloaded: ${trouble.reason}.`);
    case 'too slow':
      throw notNow('the time to prepare them is used up');
    case 'busy': {
      const earlier = await deployment.accounts.locked(accountId, (account, save) => {
        const count = countAttempt(account, scenario, body);
        save();
        return count;
      });
      if (earlier < trouble.times) throw notNow('the queue is busy');
    }
  }
}

/** Routes that look for persons before they answer a submit. §4.8 */
const lookingForPersons: ReadonlySet<TaskRoute> = new Set<TaskRoute>(['spicy']);

/** Refuses the first picture or clip as showing a person. The generator examines all of them, frames included. §4.7 */
function assertNoPerson(parts: readonly PartView[]): void {
  const seen = parts.find(({ type }) => type === 'image_url' || type === 'video_url');
  if (seen === undefined) return;
  const providerCode = `Input${seen.type === 'image_url' ? 'Image' : 'Video'}SensitiveContentDetected`;
  throw new Refusal(400, {
    code: `${providerCode}.PrivacyInformation`,
    message: `content[${seen.index}] may show a real person, and was refused before generation.`,
    providerCode,
  });
}

function notNow(why: string): Refusal {
  return refsRefusal(503, `The references could not be prepared right now: ${why}. Nothing was submitted.`);
}

/** A refusal with a message alone. @see service document §7.4 */
export function refsRefusal(status: 400 | 503, message: string): Refusal {
  return new Refusal(status, { code: 'refs', message, messageOnly: true });
}
