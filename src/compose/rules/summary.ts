import { placeOf } from '../../request/mends/request-view.ts';
import { isSamePlace, type JsonPlace, valueAt } from '../../schema/json/json-place.ts';
import type { ShownFinding } from '../../service/checks/preflight-error.ts';
import type { Answer } from './answer.ts';
import { type Composition, entryOf, inputOf, type Position } from './composition.ts';
import type { Offer } from './drafts.ts';
import { askedWords, valueWords } from './field-words.ts';
import { chosenFieldAt, inputPlace } from './fields-at.ts';
import { membersAt } from './menu.ts';
import { missingPlaces, missingPosition, onlyValue } from './next-question.ts';
import { mediaParts, promptNeed, promptOf, promptPlace } from './prompt-words.ts';
import type { PickQuestion, Row } from './question.ts';
import { flagAt } from './request-flags.ts';
import { rowBack } from './row-back.ts';

/** How far the job is followed, and whether it is sent although something is wrong. */
export interface Sending {
  give: 'send';
  follow: 'as-flags-say' | 'download' | 'leave';
  despiteErrors: boolean;
}

/** The decision of a person about a request. */
export type Verdict = Answer | Sending | { give: 'save' } | { give: 'drop' };

export interface SummaryFacts {
  findings: readonly ShownFinding[];
  offers: readonly Offer[];
  /** The name that it is saved under; undefined where it is not. */
  keptAs: string | undefined;
  /** True if the request is printed instead of sent. */
  dryRun: boolean;
  /** True if flags say how far to follow the job, so that nobody is asked. */
  hasJourney: boolean;
}

/** Asks what to do with a request. */
export function summaryQuestion(
  composition: Composition,
  { dryRun, findings, hasJourney, keptAs, offers }: SummaryFacts,
): PickQuestion<Verdict> {
  const changes = changesOf(composition);
  const error = findings.find(({ severity }) => severity === 'error');
  const lacked = changes.findIndex(({ isMissing }) => isMissing);
  const mends = offers.filter((offer) => offer.mends);
  const isWhole = error === undefined && lacked === -1 && mends.length === 0;
  const sending = sendRows({ dryRun, hasJourney }, { isWhole, despiteErrors: error !== undefined });
  const mended = error === undefined ? lacked : changeFor(error.where, changes);
  // One Enter too many after the last question must not spend money, so nothing is preset: a person must choose to send.
  const isPaidFor = isWhole && !dryRun;
  const rows: Row<Verdict>[] = [
    ...sending,
    ...mends.map(offerRow),
    ...changes.map(({ row }) => row),
    ...offers.filter((offer) => !offer.mends).map(offerRow),
    ...(keptAs === undefined
      ? []
      : [{ name: 'throw it away', detail: () => [keptAs], answer: { give: 'drop' } as const }]),
    { name: 'save it for later', answer: { give: 'save' } },
  ];
  const first = isWhole ? 0 : sending.length + (mends.length > 0 ? 0 : mended);
  return {
    ask: 'pick',
    rows,
    message: isWhole ? 'Ready' : error === undefined && mends.length === 0 ? 'Not complete' : 'Not ready',
    preset: rowBack(rows, composition) ?? (isPaidFor ? undefined : first),
    hints: isPaidFor ? ['Arrows choose; Enter alone sends nothing.'] : [],
  };
}

function offerRow({ detail, name, to }: Offer): Row {
  return { name, detail: () => [detail], answer: { give: 'take', to } };
}

function sendRows(
  { dryRun, hasJourney }: Pick<SummaryFacts, 'dryRun' | 'hasJourney'>,
  { isWhole, despiteErrors }: { isWhole: boolean; despiteErrors: boolean },
): Row<Verdict>[] {
  const send = (name: string, detail: string, follow: Sending['follow']): Row<Verdict> => ({
    name: isWhole ? name : `${name} anyway`,
    detail: () => [detail],
    answer: { give: 'send', follow, despiteErrors },
  });
  if (dryRun) return [send('print it', 'nothing is sent', 'as-flags-say')];
  if (hasJourney) return [send('send it', '', 'as-flags-say')];
  return [
    send('send it', 'wait, and download into this folder', 'download'),
    send('send it and leave it', 'prints the id', 'leave'),
  ];
}

/** A part of a request that can be changed from its summary. */
export interface Change {
  /** The place that its row is about; the whole body for what is about all of it. */
  place: JsonPlace;
  /** True if its schema requires it and the body lacks it. */
  isMissing: boolean;
  row: Row;
}

/** Limit of the fields in the list, since nobody searches a list of thousands. The rest are changed among the options or as JSON. */
const fieldsMost = 200;

/** Everything that can be changed: the model, the prompt, every field that has a value or needs one, and all other options. */
export function changesOf(composition: Composition): Change[] {
  const { body } = composition;
  const entry = entryOf(composition);
  const need = promptNeed(composition);
  const missing = missingPlaces(composition);
  const input = chosenFieldAt(inputPlace, composition);
  const fields = (input === undefined ? [] : membersAt(inputPlace, input, composition))
    .filter(({ place, required }) => required || valueAt(body, place) !== undefined)
    .slice(0, fieldsMost)
    .map(({ place }) => place)
    .filter((place) => onlyValue(chosenFieldAt(place, composition)) === undefined);
  const lacks = (place: JsonPlace): boolean => missing.some((one) => isSamePlace(one, place));
  const change = (place: JsonPlace, name: string, words: string, answer: Answer): Change => {
    const nothing = lacks(place) ? 'missing: the model requires it' : 'nothing yet';
    return { place, isMissing: lacks(place), row: { name, detail: () => [words || nothing], answer } };
  };
  const fieldChange = (place: JsonPlace): Change => {
    const value = valueAt(body, place);
    if (chosenFieldAt(place, composition)?.shape.kind === 'content') {
      const names = mediaParts(value, composition.facts.cast).map(({ name }) => name);
      const parts = names.join(', ') || (lacks(place) ? '' : 'none');
      return change(place, 'change pictures, clips, sound', parts, go({ at: 'menu', place }));
    }
    const name = `change ${askedWords({ flag: flagAt(place, entry), place })}`;
    // A missing value that no question asks for is written with the object around it, as JSON.
    const answer: Answer = lacks(place)
      ? go(missingPosition(place, composition) ?? { at: 'json', place: place.slice(0, -1) })
      : { give: 'enter', place };
    return change(place, name, valueWords(value), answer);
  };
  const prompt = need && promptPlace(inputOf(composition), need.shape);
  const words = need && promptOf(inputOf(composition), need.shape);
  const shown = [...fields, ...(need === undefined ? [] : [[...inputPlace, need.shape]])];
  const inside = missing.filter((place) => !shown.some((one) => isSamePlace(one, place)));
  const whole = (name: string, to: Position): Change => ({
    place: [],
    isMissing: false,
    row: { name, answer: go(to) },
  });
  return [
    change(['model'], 'change model', String(body.model ?? ''), go({ at: 'model' })),
    ...(prompt === undefined
      ? []
      : [change(prompt, 'change prompt', valueWords(words), go({ at: 'prompt' }))]),
    ...[...fields, ...inside].map(fieldChange),
    whole('more options', { at: 'menu', place: inputPlace }),
    whole('change the input as JSON', { at: 'json', place: inputPlace }),
  ];
}

function go(to: Position): Answer {
  return { give: 'go', to };
}

/** The index of the change that mends a finding: that of the innermost place that has it, else that of all options. */
export function changeFor(where: string, changes: readonly Change[]): number {
  const found = placeOf(where);
  const lengths = changes.map(({ place }) =>
    isSamePlace(found.slice(0, place.length), place) ? place.length : 0,
  );
  const longest = Math.max(...lengths);
  return longest > 0 ? lengths.indexOf(longest) : lengths.length - 2;
}
