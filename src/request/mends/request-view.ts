import { longName } from '../../cli/flag.ts';
import type { LinePart, LocatedLine, TypedLine } from '../../cli/typed-line.ts';
import { type JsonPlace, valueAt } from '../../schema/json/json-place.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { type PartView, readSubmit } from '../../service/body/submit-subject.ts';
import type { CheckedRequest } from '../../service/checks/preflight-error.ts';
import { familyOn, type ModelFamily } from '../../service/families/index.ts';
import { isOption, optionRow } from '../../service/options.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { flagOfOption, flagOfRole } from '../../service/request-words.ts';
import { ownText } from '../../text/json-object.ts';

/** A checked request beside the line that asked for it. */
export interface RequestView extends CheckedRequest {
  line: TypedLine;
  path: readonly string[];
  /** The long names of the flags that the command has. */
  flags: ReadonlySet<string>;
  family: ModelFamily | undefined;
  parts: readonly PartView[];
}

export function viewOf(request: CheckedRequest, { flags, line, path }: LocatedLine): RequestView {
  const names = Object.values(flags).map(({ syntax }) => longName(syntax));
  return requestView(request, { line, path, flags: new Set(names) });
}

export function requestView(
  request: CheckedRequest,
  asked: Pick<RequestView, 'line' | 'path' | 'flags'>,
): RequestView {
  const { body, route } = request;
  const { parts } = readSubmit(body, { route });
  const family = familyOn(route, ownText(body, 'model') ?? '');
  return { ...request, ...asked, family, parts };
}

/** A path such as `input.content[0].role` as the place that it names; empty for the whole body. */
export function placeOf(where: string): JsonPlace {
  if (where === 'body') return [];
  const steps = where.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([A-Za-z_$][\w$-]*)/g);
  return [...steps].map(([, index, quoted, name = '']) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? name : String(tryReadJson(quoted));
  });
}

/** A place among the parameters of the model; undefined for one of the envelope around them. */
export function innerOf(place: JsonPlace, { route }: RequestView): JsonPlace | undefined {
  if (requestRoutes[route].isFlat) return place[0] === 'model' ? undefined : place;
  return place[0] === 'input' && place.length > 1 ? place.slice(1) : undefined;
}

/** A place among the parameters as a place in the body. */
export function outerOf(inner: JsonPlace, { route }: RequestView): JsonPlace {
  return requestRoutes[route].isFlat ? inner : ['input', ...inner];
}

const flagOfEnvelope: Readonly<Record<string, string>> = {
  model: '--model',
  output: '--count',
  callback_url: '--callback-url',
  prompt_enhance: '--prompt-enhance',
};

/** The flag that says a place, with `--no-` where it holds false; undefined where the command has none for it. */
export function flagOfPlace(
  place: JsonPlace,
  view: RequestView,
  value = valueAt(view.body, place),
): string | undefined {
  const inner = innerOf(place, view);
  const [name] = inner ?? place;
  const isCount = inner?.length === 1 && name === requestRoutes[view.route].countField;
  const option = inner?.length === 1 ? String(name) : '';
  const flag = isOption(option)
    ? flagOfOption(option, optionRow(option).flag.saysNo === undefined ? undefined : value)
    : isCount
      ? '--count'
      : inner === undefined
        ? flagOfEnvelope[String(name)]
        : undefined;
  return flag !== undefined && view.flags.has(flag.replace('--no-', '--')) ? flag : undefined;
}

/** The part of the line that says a flag, either way. */
export function partOfFlag(line: TypedLine, flag: string): LinePart | undefined {
  const names = [flag, flag.replace('--no-', '--'), flag.replace(/^--(no-)?/, '--no-')];
  return line.findLast((part) => part.kind === 'flag' && names.includes(part.name ?? ''));
}

/** The `--set` that names a field of the input, by its place there; undefined for a place inside one. */
export function settingPart(line: TypedLine, [name, ...inside]: JsonPlace): LinePart | undefined {
  if (inside.length > 0) return undefined;
  return line.findLast(({ name: flag, value }) => flag === '--set' && value?.startsWith(`${name}=`) === true);
}

const mediaFlags: ReadonlySet<string> = new Set(Object.values(flagOfRole));

export function isMediaPart({ name = '' }: LinePart): boolean {
  return mediaFlags.has(name);
}

/**
 * The media flag that an element of the content list came from: media of the line stand behind all others, in the order of
 * their flags. Undefined for an element of a body or of an input, and where a name of the cast may stand for several.
 */
export function mediaPartAt(index: number, { line, parts }: RequestView): LinePart | undefined {
  const typed = line.filter(isMediaPart);
  if (typed.some(({ value }) => value?.startsWith('@'))) return undefined;
  return parts[index]?.type === 'text' ? undefined : typed[typed.length - (parts.length - index)];
}

/** The part of the line that holds the prompt: a flag, or the first of its words. */
export function promptPart(line: TypedLine): LinePart | undefined {
  return line.find(({ kind, name, words }) => {
    return name === '--prompt' || kind === 'word' || (kind === 'end' && words.length > 1);
  });
}

/** Tells whether the request was made of flags alone, so that the paths of its body mean nothing to whoever typed it. */
export function isWorded(view: RequestView): boolean {
  return !isOfJob(view) && !view.line.some(({ name }) => name === '--body' || name === '--input');
}

/** Tells whether the first word of the line names a job, whose request is made again. */
export function isOfJob({ path }: RequestView): boolean {
  return ['rerun', 'finalize'].includes(path[0] ?? '');
}
