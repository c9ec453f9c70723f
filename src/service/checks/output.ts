import { objectOf, ownValue } from '../../text/json-object.ts';
import type { SubmitSubject } from '../body/submit-subject.ts';
import { type Finding, field, findingsOf, told } from './finding.ts';

const { service } = findingsOf('§2.4');
const asked = field('output.count');

/** More outputs than the model gives. Without its live entry, the model's limit is unknown. @see service document §2.4, §8 */
export function outputFindings({ body, entry, modelId }: SubmitSubject): Finding[] {
  const count = ownValue(objectOf(ownValue(body, 'output')), 'count');
  const most = entry?.maxOutputCount;
  if (typeof count !== 'number' || most === undefined || count <= most) return [];
  return [
    {
      ...service(
        'output-count',
        asked.of,
        told`${asked} is ${count}; ${modelId ?? 'the model'} gives at most ${most}`,
        told`set ${asked} to ${most} or less`,
      ),
      range: { least: 1, most },
    },
  ];
}

/**
 * The vendors' own ways to ask for several outputs, which v2 refuses: any `n`, a truthy `enable_sequential`, and on image models
 * a `parameters` object.
 * @see service document §2.4, §7.2
 */
export function vendorCountFindings({ input, medium, path }: SubmitSubject): Finding[] {
  const isAsked = {
    n: Object.hasOwn(input, 'n'),
    enable_sequential: Boolean(ownValue(input, 'enable_sequential')),
    parameters: medium === 'image' && objectOf(ownValue(input, 'parameters')) !== undefined,
  };
  return vendorCounts
    .filter(({ name }) => isAsked[name])
    .map(({ name, rule, message, fix }) => service(rule, path(name), message, fix));
}

const vendorCounts = [
  {
    name: 'n',
    rule: 'vendor-n',
    message: told`${field('input.n')} is refused (invalid_input)`,
    fix: told`remove ${field('input.n')} and set ${asked}`,
  },
  {
    name: 'enable_sequential',
    rule: 'enable-sequential',
    message: told`${field('input.enable_sequential')} asks for an image set of up to 12, which v2 refuses (invalid_input)`,
    fix: told`remove ${field('input.enable_sequential')} or set it to false, and set ${asked}`,
  },
  {
    name: 'parameters',
    rule: 'vendor-parameters',
    message: told`${field('input.parameters')} is refused on an image model (invalid_input)`,
    fix: told`put its fields directly in input, and the count in ${asked}`,
  },
] as const;
