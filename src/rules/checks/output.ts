import { objectOf, ownValue } from '../json/json-object.ts';
import type { SubmitSubject } from '../request/submit-subject.ts';
import { type Finding, finding } from './finding.ts';

/** More outputs than the model gives. Without its live entry, the model's limit is unknown. @see service document §2.4, §8 */
export function outputFindings({ body, entry, modelId }: SubmitSubject): Finding[] {
  const count = ownValue(objectOf(ownValue(body, 'output')), 'count');
  const most = entry?.maxOutputCount;
  if (typeof count !== 'number' || most === undefined || count <= most) return [];
  return [
    finding({
      rule: 'output-count',
      where: 'output.count',
      enforcedBy: 'service',
      message: `output.count is ${count}; ${modelId ?? 'the model'} gives at most ${most}`,
      fix: `set output.count to ${most} or less`,
      section: '§2.4',
    }),
  ];
}

/**
 * The vendors' own ways to ask for several outputs, which v2 refuses: any `n`, a truthy `enable_sequential`, and on image models
 * a `parameters` object.
 * @see service document §2.4, §7.2
 */
export function vendorCountFindings({ input, medium, path }: SubmitSubject): Finding[] {
  const findings: Finding[] = [];
  if (Object.hasOwn(input, 'n')) {
    findings.push(
      refused(
        path('n'),
        'vendor-n',
        'input.n is refused (invalid_input)',
        'remove input.n and set output.count',
      ),
    );
  }
  if (ownValue(input, 'enable_sequential')) {
    findings.push(
      refused(
        path('enable_sequential'),
        'enable-sequential',
        'input.enable_sequential asks for an image set of up to 12, which v2 refuses (invalid_input)',
        'remove input.enable_sequential or set it to false, and set output.count',
      ),
    );
  }
  if (medium === 'image' && objectOf(ownValue(input, 'parameters')) !== undefined) {
    findings.push(
      refused(
        path('parameters'),
        'vendor-parameters',
        'input.parameters is refused on an image model (invalid_input)',
        'put its fields directly in input, and the count in output.count',
      ),
    );
  }
  return findings;
}

function refused(where: string, rule: string, message: string, fix: string): Finding {
  return finding({ rule, where, enforcedBy: 'service', message, fix, section: '§2.4' });
}
