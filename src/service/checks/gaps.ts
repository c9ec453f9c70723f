import { type JsonPlace, jsonPath } from '../../schema/json/json-place.ts';
import { isGap } from '../../text/gaps.ts';
import { type Finding, field, findingsOf, told } from './finding.ts';

const { advice } = findingsOf('§2.4');

/**
 * The places of a body that hold a gap of a suggested line as their whole value. The service would take and charge it, so that it
 * is an error here; whoever means the word sends it past the checks.
 */
export function gapFindings(value: unknown, place: JsonPlace = []): Finding[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) =>
      gapFindings(one, [...place, Array.isArray(value) ? Number(name) : name]),
    );
  return isGap(value) ? [gapFinding(String(value), jsonPath(place))] : [];
}

function gapFinding(gap: string, where: string): Finding {
  const message = told`${field(where)} is ${gap}, a place to fill in`;
  return { ...advice('gap-left', where, message, `replace ${gap} with yours`), severity: 'error' };
}
