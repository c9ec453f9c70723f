import type { PastCharges, Spent } from '../../ledger/rules/past-charges.ts';
import type { JudgeTools } from '../../schema/document.ts';
import { leastObject } from '../../schema/judge/least-value.ts';
import { promptShapeOf } from '../../service/body/recipient.ts';
import { familyOn } from '../../service/families/index.ts';
import { limits } from '../../service/limits.ts';
import type { ModelEntry } from '../../service/model.ts';
import { countFieldNames, type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { flagOfRole } from '../../service/request-words.ts';
import { videoInputDescription } from '../../service/wire/video-input-description.ts';
import { alignRows, type Row } from '../../text/aligned.ts';
import { gaps } from '../../text/gaps.ts';
import type { Look } from '../../text/look.ts';
import { formatMoney, usdOf } from '../../text/money.ts';
import { safeLine } from '../../text/safe-text.ts';
import { shellLine } from '../../text/shell-quote.ts';
import { counted } from '../../text/shown-value.ts';
import { textWidth, wrapText } from '../../text/text-width.ts';
import { formatRuntime } from '../../text/time.ts';
import { mediaWords } from './media-words.ts';
import { type MediaOffer, type ModelWays, mediaOffer, waysOfModel, wordsOfRoute } from './model-offer.ts';
import { type Parameter, type ParameterTable, parametersOf } from './parameters.ts';

/** A model, and what its page needs to know of the command line and of this machine. */
export interface ModelPage {
  model: ModelEntry;
  /** The words of a command line that name the account. */
  accountWords: readonly string[];
  /** The charges of its jobs here; undefined where nothing was charged. */
  spent: Spent | undefined;
  /** True if those prices are the sandbox's. */
  areInvented: boolean;
}

/**
 * The page of a model, in the words of a command line. It says where the model is served, its prompt and media, what it cost here,
 * and commands to go on with. Each parameter has a row under the flag that sets it. Off a terminal no line is broken, and nothing
 * else differs.
 */
export function renderModel(page: ModelPage, look: Look): string[] {
  const model = withDocumented(page.model);
  const ways = waysOfModel(model);
  const recipient = { model: model.id, entry: model, route: ways.route };
  const offer = mediaOffer(recipient);
  const { needed, notes, parameters } = parametersOf(
    { recipient, offer, outputsMost: model.maxOutputCount },
    look,
  );
  const isSilent = page.model.inputSchema === undefined;
  const documented = model === page.model ? '' : '; these come from its documentation';
  const silence = isSilent ? [`The service lists no parameters of this model${documented}.`] : [];
  // A model of no family and without a schema is unknown, and genctl guesses nothing of it.
  const isGuess = isSilent && familyOn(ways.route, model.id) === undefined;
  const spent = page.spent === undefined ? [] : spentLines(page.spent, look, page);
  const blocks = [
    [...headline(model, look), ...dimLines([wayWords(ways)], look)],
    isGuess ? [] : textBlock(mediaWords(offer, look.symbols), look),
    alignRows(
      parameters.map((one) => parameterRow(one, look)),
      look,
      margin.length,
    ),
    dimLines([...silence, ...notes], look),
    dimLines(spent, look),
    alignRows(commandRows(page, { model, needed, offer, ways }, look), look, margin.length),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .flatMap((lines, place) => (place === 0 ? lines : ['', ...lines]));
}

const margin = '  ';

/** A live schema is the model's own word; where the service has none, the document's table stands for it. @see service document §2.5, §2.7 */
function withDocumented(model: ModelEntry): ModelEntry {
  if (model.inputSchema !== undefined) return model;
  const { route } = waysOfModel(model);
  const table = familyOn(route, model.id)?.options;
  return table === undefined ? model : { ...model, inputSchema: videoInputDescription(table, route) };
}

/** The id and the facts about a model, on one line where they fit. */
function headline(model: ModelEntry, look: Look): string[] {
  const { colors, columns, isTerminal, symbols } = look;
  const id = safeLine(model.id);
  const facts = modelFacts(model).map(safeLine).join(` ${symbols.dot} `);
  if (facts === '') return [colors.bold(id)];
  if (!isTerminal || textWidth(id) + margin.length + textWidth(facts) <= columns)
    return [`${colors.bold(id)}${margin}${colors.dim(facts)}`];
  return [colors.bold(id), ...dimLines([facts], look)];
}

/** Facts of a model as a whole, a few words each. */
function modelFacts({ maxOutputCount, medium, runtimeSeconds }: ModelEntry): string[] {
  return [
    ...(medium === undefined ? [] : [medium]),
    ...(runtimeSeconds === undefined ? [] : [`runtime ceiling ${formatRuntime(runtimeSeconds)}`]),
    ...(maxOutputCount === undefined
      ? []
      : [maxOutputCount === 1 ? '1 output a job' : `up to ${maxOutputCount} outputs a job`]),
  ];
}

/** The routes that serve a model, and the words that send a request there: `v2; v1: --route tasks, genctl refs`. */
function wayWords({ isRouteNamed, onV1, route }: ModelWays): string {
  const { api } = requestRoutes[route];
  const others = onV1.filter((one) => one !== route).map(routeWords);
  if (requestRoutes[route].hasModelList)
    return others.length === 0 ? `on ${api}` : `on ${api}; on v1: ${others.join(', ')}`;
  const own = isRouteNamed ? wordsOfRoute(route) : `the route ${route}, by its id`;
  return `on ${api} alone: ${[own, ...others].join(', ')}`;
}

function routeWords(route: RequestRoute): string {
  const prepares = requestRoutes[route].preparesReferences;
  return `${wordsOfRoute(route)}${prepares ? ` (prepares the first ${limits.preparedReferences} references)` : ''}`;
}

function textBlock(texts: readonly string[], look: Look): string[] {
  const room = look.isTerminal ? look.columns - 2 * margin.length : Number.POSITIVE_INFINITY;
  return texts.flatMap((text) =>
    wrapText(text, room).map((line, place) => `${margin}${place === 0 ? '' : margin}${line}`),
  );
}

function dimLines(texts: readonly string[], look: Look): string[] {
  return textBlock(texts, look).map((line) => `${margin}${look.colors.dim(line.slice(margin.length))}`);
}

/** A flag, and what it takes and does. */
function parameterRow({ depth, flag, says }: Parameter, { colors }: Look): Row {
  return [
    { text: `${margin.repeat(depth)}${flag}`, paint: colors.accent },
    { text: says, paint: colors.dim },
  ];
}

interface Described {
  model: ModelEntry;
  /** The words that set what every request needs beside its prompt and media. */
  needed: ParameterTable['needed'];
  offer: MediaOffer;
  ways: ModelWays;
}

/** Commands that work once the words in capitals are filled in. */
function commandRows({ accountWords }: ModelPage, described: Described, look: Look) {
  const { model, offer } = described;
  const steps: [words: readonly string[], says: string][] = [
    [['submit', ...requestWords(described)], 'render one'],
    ...(offer.takesDrafts
      ? [[['draft', prompt, '-m', model.id], 'a cheap draft first'] satisfies [string[], string]]
      : []),
    [['models', model.id, '--skeleton'], 'the smallest input, for --input'],
  ];
  return steps.map(([words, says]) => [
    {
      text: safeLine(shellLine(['genctl', ...words, ...accountWords])),
      paint: look.colors.accent,
      whole: true,
    },
    { text: says, paint: look.colors.dim },
  ]);
}

const { prompt } = gaps;

function requestWords({ model, needed, offer, ways }: Described): string[] {
  const media = offer.media.filter(({ isNeeded }) => isNeeded);
  return [
    ...(offer.prompt === undefined ? [] : [prompt]),
    '-m',
    model.id,
    ...(ways.isRouteNamed ? wordsOfRoute(ways.route).split(' ') : []),
    ...media.flatMap(({ roles: [role] }) => [flagOfRole[role], 'URL']),
    ...needed.slice(0, neededMost).flat(),
  ];
}

/** A longer line is no example any more: the skeleton has all that is required. */
const neededMost = 3;

/** Settings beyond these are in `costs` and `jobs`. */
const settingsMost = 4;

/** The charges of a model's jobs here: all together, then by the settings that most of them had. */
function spentLines(
  { all, bySettings }: Spent,
  { symbols }: Pick<Look, 'symbols'>,
  { areInvented }: { areInvented: boolean },
): string[] {
  const invented = areInvented ? " (the sandbox's prices are invented)" : '';
  const shown = bySettings.slice(0, settingsMost);
  const [only, second] = shown;
  if (only !== undefined && second === undefined && only.jobs === all.jobs)
    return [`charged here so far: ${spreadWords(all, symbols)} for ${safeLine(only.settings)}${invented}`];
  return [
    `charged here so far: ${spreadWords(all, symbols)}${invented}`,
    ...shown.map((one) => `  ${safeLine(one.settings)}: ${spreadWords(one, symbols)}`),
  ];
}

function spreadWords(
  { jobs, least, median, most }: PastCharges,
  { to }: Pick<Look['symbols'], 'to'>,
): string {
  const middle = formatMoney(usdOf(median));
  if (least === most) return `${counted(jobs, 'job')}, ${middle}${jobs === 1 ? '' : ' each'}`;
  return `${counted(jobs, 'job')}, ${middle} in the middle (${formatMoney(usdOf(least))}${to}${formatMoney(usdOf(most))})`;
}

/**
 * A minimal input of a model, for a person to fill in: its required fields, each with its default, its first listed value, or an
 * empty value of its type. Of several alternatives it follows the first; conditions it leaves to the check. Without a schema it is an empty prompt in the shape
 * that the model's family takes.
 * @see service document §2.5, §2.6
 */
export function inputSkeleton({ id, inputSchema }: ModelEntry, tools?: JudgeTools): Record<string, unknown> {
  const shape = promptShapeOf(id, inputSchema);
  if (inputSchema === undefined) return shape === 'content' ? { content: [emptyText] } : { prompt: '' };
  const document = { root: inputSchema, tools };
  // How many outputs a job makes is said beside its input.
  const whole = leastObject(inputSchema, document, countFieldNames);
  const isBareList = shape === 'content' && Array.isArray(whole.content) && whole.content.length === 0;
  return isBareList ? { ...whole, content: [emptyText] } : whole;
}

const emptyText = { type: 'text', text: '' };
