import { parseDurationMs } from '../../rules/duration.ts';
import type { AnyFlag, FlagTable } from '../line/flag.ts';
import { type LineStep, partsOf } from './line-step.ts';
import { isValued, type LinePart, type LocatedLine, lineWords, withPart } from './typed-line.ts';

/** A switch with a value, as other programs have them: `--wait=5m`, `--json=id,status`, `--audio=false`. */
export function switchStep({ flags, line }: LocatedLine, part: LinePart): LineStep | undefined {
  const { declared, name = '', value } = part;
  if (declared === undefined || isValued(declared) || value === undefined) return undefined;
  const words = switchWords(declared, { name, value }, flags);
  if (words === undefined) return undefined;
  return { argv: lineWords(withPart(line, part, partsOf(words))), said: `${name} takes no value.` };
}

function switchWords(
  { kind }: AnyFlag,
  { name, value }: { name: string; value: string },
  flags: FlagTable,
): readonly string[] | undefined {
  if (/^(true|yes|on|1)$/i.test(value)) return [name];
  if (/^(false|no|off|0|none)$/i.test(value)) return kind === 'pair' ? [negated(name)] : [];
  if (name === '--wait' && Object.hasOwn(flags, 'timeout') && parseDurationMs(value) !== undefined)
    return [name, '--timeout', value];
  if (name === '--dry-run' && /^(client|server)$/.test(value)) return [name];
  // Of a batch what is picked can be named, by a flag of its own.
  if (name === '--pick' && Object.hasOwn(flags, 'picked')) return ['--picked', value];
  // Here a document has every field.
  return name === '--json' && /^[a-z_]+(,[a-zA-Z_]+)*$/.test(value) ? [name] : undefined;
}

function negated(name: string): string {
  return name.startsWith('--no-') ? name.replace('--no-', '--') : name.replace('--', '--no-');
}
