import { createHash } from 'node:crypto';
import { canonicalJson } from '../../rules/json/canonical-json.ts';
import type { ScenarioName } from './scenarios.ts';

/** What the submits of one body under a scenario are counted by: the same JSON value, the same name. */
export function attemptOf(scenario: ScenarioName, body: Record<string, unknown>): string {
  const hash = createHash('sha256').update(canonicalJson(body)).digest('hex').slice(0, 32);
  return `${scenario}:${hash}`;
}
