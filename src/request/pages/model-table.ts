import type { DocumentFields } from '../../cli/documents/index.ts';
import { documentJson, type JsonLayout } from '../../ledger/job-document.ts';
import { requiredNames } from '../../schema/document.ts';
import { alternativesOf, plainNode } from '../../schema/plain-node.ts';
import type { ModelEntry } from '../../service/model.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { mediums } from '../../service/wire-values.ts';
import { type Column, renderTable, tableHeader } from '../../terminal/table.ts';
import { objectOf } from '../../text/json-object.ts';
import type { Look } from '../../text/look.ts';
import { formatRuntime } from '../../text/time.ts';
import { takenWords } from './media-words.ts';
import { type ModelWays, mediaOffer, waysOfModel } from './model-offer.ts';

/** A model as it is told to a program, in JSON and in columns. */
type ModelItem = DocumentFields<'genctl.models/v1'>['items'][number];

export function modelsDocumentJson(models: readonly ModelEntry[], layout: JsonLayout): string {
  return documentJson('genctl.models/v1', { items: models.map(itemOf) }, layout);
}

function itemOf(model: ModelEntry): ModelItem {
  const route = model.onlyRoute ?? 'jobs';
  return {
    id: model.id,
    media: model.medium ?? null,
    runtime_seconds: model.runtimeSeconds ?? null,
    max_output_count: model.maxOutputCount ?? null,
    api: requestRoutes[route].api,
    route,
    input_schema: model.inputSchema ?? null,
  };
}

/**
 * Models as `models` lists them: for a person by medium, what v1 alone serves last, with what each takes; for a program in the
 * order of the service, in columns that never change.
 */
export function renderModelTable(models: readonly ModelEntry[], look: Look): string[] {
  return look.isTerminal
    ? renderTable(inGroups(models), shownColumns(look), look)
    : renderTable(models.map(itemOf), plainColumns, look);
}

/** The row that names the columns for a program. */
export function modelTableHeader(): string {
  return tableHeader(plainColumns);
}

/** Keeps models of one kind together; an unknown medium comes last. */
function inGroups(models: readonly ModelEntry[]): ModelEntry[] {
  const order: readonly (string | undefined)[] = mediums.toReversed();
  const rank = ({ medium, onlyRoute }: ModelEntry): number => {
    const place = order.indexOf(medium);
    return (onlyRoute === undefined ? 0 : 100) + (place === -1 ? order.length : place);
  };
  return models.toSorted((one, other) => rank(one) - rank(other));
}

function shownColumns({ colors, symbols }: Look): Column<ModelEntry>[] {
  return [
    { title: 'MODEL', text: ({ id }) => id, dropOrder: 0, paint: colors.accent },
    { title: 'MAKES', text: ({ medium }) => medium ?? '', dropOrder: 1 },
    {
      title: 'OUTPUTS',
      text: ({ maxOutputCount: most }) =>
        most === undefined || most === 1 ? String(most ?? '') : `1${symbols.to}${most}`,
      align: 'right',
      dropOrder: 4,
    },
    {
      title: 'RUNTIME',
      text: ({ runtimeSeconds }) =>
        runtimeSeconds === undefined ? '' : `up to ${formatRuntime(runtimeSeconds)}`,
      align: 'right',
      dropOrder: 5,
    },
    { title: 'WHERE', text: (model) => apiWords(waysOfModel(model)), dropOrder: 2 },
    { title: 'TAKES', text: takesText, dropOrder: 3, cutTo: 16, paint: colors.dim },
  ];
}

function takesText(entry: ModelEntry): string {
  const { route } = waysOfModel(entry);
  return takenWords(mediaOffer({ model: entry.id, entry, route }));
}

/** The APIs that serve a model: `v2 and v1`, `v1 alone`. */
function apiWords({ onV1, route }: ModelWays): string {
  const { api, hasModelList } = requestRoutes[route];
  if (!hasModelList) return `${api} alone`;
  const others = [...new Set(onV1.map((one) => requestRoutes[one].api))];
  return [api, ...others].join(' and ');
}

/** NEEDS names the fields that a request must have. */
const plainColumns: readonly Column<ModelItem>[] = [
  { title: 'MODEL', text: ({ id }) => id, dropOrder: 0 },
  { title: 'MEDIA', text: ({ media }) => media ?? '', dropOrder: 0 },
  { title: 'RUNTIME', text: ({ runtime_seconds: most }) => String(most ?? ''), dropOrder: 0 },
  { title: 'OUTPUTS', text: ({ max_output_count: most }) => String(most ?? ''), dropOrder: 0 },
  { title: 'NEEDS', text: requiredText, dropOrder: 0 },
  {
    title: 'API',
    text: ({ api, route }) => (requestRoutes[route].hasModelList ? api : `${api} only`),
    dropOrder: 0,
  },
];

/**
 * The fields that a model's schema requires: `prompt, image`. Where it has several kinds of input, those of each: `prompt or
 * image`.
 */
function requiredText({ input_schema: schema }: ModelItem): string {
  const document = { root: objectOf(schema) ?? {} };
  const node = plainNode(document.root, document);
  const always = requiredNames(node);
  const kinds = alternativesOf(node)
    .map((kind) => requiredNames(plainNode(kind, document)).filter((name) => !always.includes(name)))
    .map((names) => names.join(' and '));
  const either = kinds.includes('') ? '' : [...new Set(kinds)].join(' or ');
  return [...always, either].filter((names) => names !== '').join(', ');
}
