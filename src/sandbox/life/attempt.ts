import { createHash } from 'node:crypto';
import { canonicalJson } from '../../rules/json/canonical-json.ts';
import type { ScenarioName } from './scenarios.ts';

/** The name under which submits of one body are counted in a scenario. Bodies with the same JSON value share it. */
export function attemptOf(scenario: ScenarioName, body: Record<string, unknown>): string {
  const hash = createHash('sha256').update(canonicalJson(body)).digest('hex').slice(0, 32);
  return `${scenario}:${hash}`;
}
