import { readTypedLine, type TypedCommand, type TypedLine } from '../../cli/typed-line.ts';
import { type JsonPlace, jsonPath } from '../../schema/json/json-place.ts';
import { referenceNames } from '../../service/body/media-part.ts';
import type { CheckedRequest, Mention, ShownFinding } from '../../service/checks/preflight-error.ts';
import { flagOfRole } from '../../service/request-words.ts';
import { ownText } from '../../text/json-object.ts';
import { hideInLinks } from '../../text/redaction.ts';
import { shellLine } from '../../text/shell-quote.ts';
import { shownWord } from '../shown-request.ts';
import { mendedBy } from './finding-mends.ts';
import {
  flagOfPlace,
  innerOf,
  isWorded,
  mediaPartAt,
  partOfFlag,
  placeOf,
  type RequestView,
  settingPart,
  viewOf,
} from './request-view.ts';

/** A place of the body as it was typed; undefined in a body or an input, where the path itself was typed. */
function labelOf(place: JsonPlace, view: RequestView): string | undefined {
  const { line } = view;
  const inner = innerOf(place, view);
  const set = inner === undefined ? undefined : settingPart(line, inner.slice(0, 1));
  if (inner !== undefined && set !== undefined) return `--set ${jsonPath(inner)}`;
  const flag = flagOfPlace(place, view);
  if (flag !== undefined && (partOfFlag(line, flag) !== undefined || isWorded(view))) return flag;
  const [name, index] = inner ?? [];
  if (name === 'content' && typeof index === 'number') return labelOfPart(index, view);
  if (!isWorded(view)) return undefined;
  return name === 'prompt' || name === 'content' ? thePrompt : undefined;
}

const thePrompt = 'the prompt';

function labelOfPart(index: number, view: RequestView): string | undefined {
  const part = view.parts[index];
  if (part?.type === 'text') return isWorded(view) ? thePrompt : undefined;
  const typed = mediaPartAt(index, view);
  if (typed === undefined) return undefined;
  const shown = shownWord(typed.value ?? '');
  // Frames have no such name.
  const name = referenceNames(view.parts).find(({ media }) => media.index === index)?.name;
  return name === undefined ? `${typed.name} ${shown}` : `${name} = ${shown}`;
}

/** The name that a line has for something that a finding mentions. */
export function nameOnLine(mention: Mention, view: RequestView): string {
  const { is, of, plain } = mention;
  // Files that a flag names are called as they were typed.
  if (of.startsWith('--')) return plain;
  if (is === 'field' || is === 'switch') {
    const label = labelOf(placeOf(of), view);
    if (label !== undefined) return is === 'field' ? label : `${label}: `;
    return plain === of && isWorded(view) ? jsonPath(innerOf(placeOf(of), view) ?? placeOf(of)) : plain;
  }
  if (!isWorded(view)) return plain;
  if (is === 'request') return 'the request';
  return is === 'role' ? (ownText(flagOfRole, of) ?? plain) : plain;
}

/** The sentences of a finding, with `nameOf` for what they mention. `isNamed`: the first mentions what is called `label`. */
export function sentencesOf(
  { fix, message, said, where }: ShownFinding,
  nameOf: (mention: Mention) => string,
  label: string | undefined,
): { message: string; fix: string; isNamed: boolean } {
  const nameIn = (piece: string | Mention): string => (typeof piece === 'string' ? piece : nameOf(piece));
  const isNamed = said?.message.some(
    (piece) => typeof piece === 'object' && (piece.of === where || nameOf(piece) === label),
  );
  return {
    message: said?.message.map(nameIn).join('') ?? message,
    fix: said?.fix.map(nameIn).join('') ?? fix,
    isNamed: isNamed === true,
  };
}

/** A change of the line as a person would type it; undefined where that is too long to be read. */
function changeWords(before: TypedLine, after: TypedLine, path: readonly string[]): string | undefined {
  const added = after.filter((part) => !before.includes(part));
  const gone = before.filter((part) => !after.includes(part));
  const command = added.find(({ kind }) => kind === 'command');
  const prompt = added.find(({ kind }) => kind === 'word');
  const flags = added.filter(({ kind }) => kind === 'flag').flatMap(({ words }) => words);
  if (command !== undefined) return `${shellLine(['genctl', ...command.words])} … ${shellLine(flags)}`;
  if (prompt !== undefined && after.length === added.length)
    return shellLine(['genctl', ...after.flatMap(({ words }) => words)]);
  const left = gone
    .filter(({ name }) => !added.some((one) => one.name === name))
    .map(({ words }) => shellLine(words));
  const said = [
    ...(prompt === undefined ? [] : [`${shellLine(['genctl', ...path, ...prompt.words])} …`]),
    ...(flags.length === 0 ? [] : [shellLine(flags)]),
    ...(left.length === 0 || prompt !== undefined ? [] : [`leave ${left.join(' ')} out`]),
  ].join('; ');
  return said === '' || said.length > readMost ? undefined : said;
}

/** A longer change is told by its place in the body. Unit: characters. */
const readMost = 80;

/** The findings of a request that is sent all the same, in the words of its line. */
export function wordedFindings(
  findings: readonly ShownFinding[],
  request: CheckedRequest,
  { argv, typed }: { argv: readonly string[]; typed: TypedCommand },
): ShownFinding[] {
  const { flags, path } = typed;
  const view = viewOf(request, { ...typed, line: readTypedLine(argv, { flags, pathLength: path.length }) });
  return findings.map((finding) => wordedFinding(finding, view));
}

/** A worded finding as one text: what is wrong, and what to write instead. */
export function findingText({ fix, message, told }: ShownFinding): string {
  return told === undefined ? `${message} (${fix})` : `${told.message} (${told.fix})`;
}

/** A finding in the words of the line, with the change of the line that mends it. */
export function wordedFinding(finding: ShownFinding, view: RequestView): ShownFinding {
  const place: Mention = { is: 'field', of: finding.where, plain: finding.where };
  const name = nameOnLine(place, view);
  const { fix, isNamed, message } = sentencesOf(finding, (one) => nameOnLine(one, view), name);
  const said = isNamed || name === thePrompt ? message : `${name}: ${message}`;
  const mended = mendedBy(finding, view.line, view);
  const change = mended === undefined ? undefined : changeWords(view.line, mended, view.path);
  return { ...finding, told: { message: hideInLinks(said), fix: hideInLinks(change ?? fix) } };
}
