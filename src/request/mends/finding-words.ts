import type { TypedLine } from '../../cli/typed-line.ts';
import { type JsonPlace, jsonPath, valueAt } from '../../schema/json/json-place.ts';
import { promptNames } from '../../service/body/media-part.ts';
import type { ShownFinding } from '../../service/checks/preflight-error.ts';
import { flagOfRole } from '../../service/flag-names.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { hideInLinks } from '../../text/redaction.ts';
import { shellLine } from '../../text/shell-quote.ts';
import { shownWord } from '../rules/shown-word.ts';
import {
  flagOfPlace,
  innerOf,
  isWorded,
  mediaPartAt,
  outerOf,
  partOfFlag,
  placeOf,
  type RequestView,
  settingPart,
} from './request-view.ts';

/** What a person typed that stands at a place of the body; undefined where that is the place itself, in a body or an input. */
function labelOf(place: JsonPlace, view: RequestView): string | undefined {
  const { line } = view;
  const inner = innerOf(place, view);
  const set = inner === undefined ? undefined : settingPart(line, inner[0]);
  if (inner !== undefined && set !== undefined) return `--set ${jsonPath(inner)}`;
  const flag = flagOfPlace(place, view);
  if (flag !== undefined && (partOfFlag(line, flag) !== undefined || isWorded(view))) return flag;
  const [name, index] = inner ?? [];
  if (name === 'content' && typeof index === 'number') return labelOfPart(index, view);
  if (!isWorded(view)) return undefined;
  return name === 'prompt' || name === 'content' ? 'the prompt' : undefined;
}

function labelOfPart(index: number, view: RequestView): string | undefined {
  const part = view.parts[index];
  if (part?.type === 'text') return isWorded(view) ? 'the prompt' : undefined;
  const typed = mediaPartAt(index, view);
  if (typed === undefined) return undefined;
  const shown = shownWord(typed.value ?? '');
  const name = nameInPrompt(index, view);
  return name === undefined ? `${typed.name} ${shown}` : `${name} = ${shown}`;
}

/** How the prompt may call a reference: `image 1`. Frames have no such name. */
function nameInPrompt(index: number, { parts }: RequestView): string | undefined {
  const nameOf = promptNames();
  let name: string | undefined;
  for (const { role, type } of parts.slice(0, index + 1)) {
    const isCalled = type === 'image_url' || type === 'video_url' || type === 'audio_url';
    name = isCalled && role?.startsWith('reference_') === true ? nameOf(type) : undefined;
  }
  return name;
}

/** A text about a place of the body in the words of the line. */
export function inWordsOf(
  text: string,
  where: string,
  view: RequestView,
  label = labelOf(placeOf(where), view),
): string {
  const place = placeOf(where);
  const named = label === undefined ? text : withLabel(text, where, { label, name: String(place.at(-1)) });
  return isWorded(view) ? withoutPaths(named, view) : named;
}

function withLabel(text: string, where: string, { label, name }: { label: string; name: string }): string {
  const whole = new RegExp(`(?<![\\w.-])${escaped(where)}(?![\\w-])`, 'g');
  const called = text.replaceAll(whole, label).replace(new RegExp(`^${escaped(name)}(?= )`), label);
  // A switch has no value but that it is there.
  return called.startsWith(`${label} is true; `) ? called.replace(' is true;', ':') : called;
}

/** The text without the paths and the names of the wire, which nobody typed who asked by flags. */
function withoutPaths(text: string, view: RequestView): string {
  const [content, prompt] = [outerOf(['content'], view), outerOf(['prompt'], view)].map(jsonPath);
  const rest = text
    .replace(new RegExp(`(words (?:go|are) in )${escaped(content ?? '')}$`), '$1the prompt')
    .replaceAll(new RegExp(`\\b${escaped(content ?? '')}(?![\\w[.])`, 'g'), 'the request')
    .replaceAll(new RegExp(`\\b${escaped(prompt ?? '')}(?![\\w[.])`, 'g'), 'the prompt')
    .replaceAll('output.count', '--count')
    .replaceAll(/(?<![\w-])(callback_url|prompt_enhance)(?![\w:])/g, (name) => `--${name.replace('_', '-')}`);
  const named = requestRoutes[view.route].isFlat ? rest : rest.replaceAll(/(?<![\w.-])input\.(?=\w)/g, '');
  return Object.entries(flagOfRole).reduce(
    (said, [role, flag]) => said.replaceAll(new RegExp(`\\b${role}\\b`, 'g'), flag),
    named,
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** What a change of the line is, as a person would type it; undefined where that is too long to be read. */
export function changeWords(
  before: TypedLine,
  after: TypedLine,
  path: readonly string[],
): string | undefined {
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

/** The finding in the words of the line. */
export function toldFinding(
  finding: ShownFinding,
  view: RequestView,
  change: string | undefined,
): ShownFinding {
  const { fix, message, where } = finding;
  const said = inWordsOf(message, where, view);
  const label = labelOf(placeOf(where), view);
  const place = inWordsOf(where, where, view);
  const value = valueAt(view.body, placeOf(where));
  const isNamed =
    label === undefined
      ? said.startsWith(place)
      : said.includes(label) || (typeof value === 'string' && said.includes(value));
  const told = isNamed || label === 'the prompt' ? said : `${label ?? place}: ${said}`;
  const mend = change ?? inWordsOf(fix, where, view);
  return { ...finding, told: { message: hideInLinks(told), fix: hideInLinks(mend) } };
}
