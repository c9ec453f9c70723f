import { canonicalJson } from '../../schema/json/canonical-json.ts';
import { optionNames } from '../../service/options.ts';
import type { RequestRoute } from '../../service/request-route.ts';
import { flagOfOption, flagOfRole } from '../../service/request-words.ts';
import { mediaRoles } from '../../service/wire-values.ts';
import { objectOf } from '../../text/json-object.ts';
import { type Digest, holdsLeftOut, shareableBody } from '../rules/left-out.ts';
import { columnOfRole, namedFields } from '../rules/named-fields.ts';
import { unsignedValue } from '../rules/signed-links.ts';

/** A request that was made, as far as it is known. */
export interface ComparedRequest {
  route: RequestRoute;
  body: Record<string, unknown>;
  /** A mark for the value of each field, for a request of a batch. Equal marks of files mean equal bytes, whatever links an upload gave. */
  marks?: Readonly<Record<string, string>> | undefined;
}

/** A field that is not the same in both; an absent value is undefined. */
export interface FieldChange {
  /** As a manifest names it: `prompt`, `ref_image.2`. */
  name: string;
  before: unknown;
  after: unknown;
}

/**
 * The fields that two requests don't have in common, in the order of the first and then of the second. Where something is left out
 * of one of them, they are compared without what a sidecar leaves out: that is all that is known of it.
 */
export function requestChanges(
  before: ComparedRequest,
  after: ComparedRequest,
  digest: Digest,
): FieldChange[] {
  const isPartly = holdsLeftOut(before.body) || holdsLeftOut(after.body);
  const fieldsIn = ({ body, route }: ComparedRequest): ReadonlyMap<string, unknown> =>
    fieldsOf(isPartly ? shareableBody(body, digest).body : body, route);
  const [first, second] = [fieldsIn(before), fieldsIn(after)];
  const isSame = (name: string): boolean => {
    const mark = before.marks?.[name];
    if (mark !== undefined && mark === after.marks?.[name]) return true;
    const [one, other] = [first.get(name), second.get(name)];
    if (one === undefined || other === undefined) return one === other;
    return canonicalJson(unsignedValue(one, name)) === canonicalJson(unsignedValue(other, name));
  };
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((name) => !isSame(name))
    .map((name) => ({ name, before: first.get(name), after: second.get(name) }));
}

function fieldsOf(body: Record<string, unknown>, route: RequestRoute): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of namedFields(body, route)) {
    const output = name === 'output' ? objectOf(value) : undefined;
    if (output === undefined) fields.set(name, bare(value));
    // Only `output` has members outside of the input; `--count` is one of them.
    else
      for (const [member, one] of Object.entries(output))
        fields.set(member === 'count' && !fields.has(member) ? member : `output.${member}`, one);
  }
  return fields;
}

/** The link or the id of a part that is nothing else. */
function bare(value: unknown): unknown {
  const [[name, inner] = [], ...others] = Object.entries(objectOf(value) ?? {});
  return others.length === 0 && (name === 'url' || name === 'id') && typeof inner === 'string'
    ? inner
    : value;
}

/** How a command line says a field of a request. */
interface FieldFlag {
  /** The long flag; null where no flag says the field by itself. */
  flag: string | null;
  /** The field as it is shown: `--duration`, `--ref-image 2`, `--set size`, or its name. */
  label: string;
}

const plainFlags: Readonly<Record<string, string>> = {
  model: '--model',
  prompt: '--prompt',
  count: '--count',
  callback_url: '--callback-url',
  prompt_enhance: '--prompt-enhance',
  ...Object.fromEntries(optionNames.map((name) => [name, flagOfOption(name, true)])),
  ...Object.fromEntries(mediaRoles.map((role) => [columnOfRole[role], flagOfRole[role]])),
};

/** The flag of a field, by the name that `namedFields` has for it. */
export function fieldFlag(name: string): FieldFlag {
  const [base = name, number] = name.split(/\.(?=\d+$)/);
  const flag = Object.hasOwn(plainFlags, base) ? plainFlags[base] : undefined;
  if (flag !== undefined) return { flag, label: number === undefined ? flag : `${flag} ${number}` };
  // Elements of a list and parts of the content have no flag: only the whole list could be set.
  const isSettable = number === undefined && name !== 'draft' && !/[.=]/.test(name);
  return isSettable ? { flag: '--set', label: `--set ${name}` } : { flag: null, label: name };
}
