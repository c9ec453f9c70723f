import { type KnownPrice, pastCharges } from '../../ledger/rules/past-charges.ts';
import { askedCount, askedFields } from '../../service/body/asked-fields.ts';
import { withPresets } from '../../service/body/option-presets.ts';
import { stepResolutions } from '../../service/checks/draft.ts';
import type { InputDescription } from '../../service/model.ts';
import { isFieldOf } from '../../service/options.ts';
import { serviceOrigin } from '../../text/base-url.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import { plainName } from '../../text/nearest-name.ts';
import type { PriceRow, UnpricedLine } from './price-rows.ts';
import { type Field, mediaCount, optionValue, pricedFields, secondsOf } from './priced-fields.ts';

/** A job as its price is looked for, with what a list says of it. */
export interface PricedLikeness extends Likeness {
  listed: ListedPrice | null;
}

/** Jobs that were charged, by what they are compared by. Unit of the charges: millionths of a USD. */
export interface ChargedLike extends Likeness {
  charges: readonly number[];
}

/**
 * The price of a job: by the charges of like jobs, else by the second from like jobs of another length, else by the list. Undefined where
 * none of them says it.
 */
export function jobPrice(job: PricedLikeness, charged: readonly ChargedLike[]): KnownPrice | undefined {
  const ofKind = charged.filter(({ kind }) => kind === job.kind);
  const same = ofKind.filter(({ seconds }) => seconds === job.seconds).flatMap(({ charges }) => charges);
  const priced = { charges: same, seconds: chargesBySecond(job, ofKind), list: listCharge(job.listed) };
  for (const by of ['charges', 'seconds', 'list'] as const) {
    const price = pastCharges(priced[by]);
    if (price !== undefined) return { ...price, jobs: by === 'list' ? 0 : price.jobs, by };
  }
  return undefined;
}

function listCharge(listed: ListedPrice | null): number[] {
  return listed === null ? [] : [listed.microUsd];
}

/** Two rates are one, within what rounding makes of them. */
const rateNoise = 0.01;

/**
 * The charges of like jobs of other lengths, had they been of this one. Only a price list says that a model is charged by the second, or
 * two lengths at one rate do: a job may have a least price, so that they say nothing of a shorter one.
 * @see service document §2.7
 */
function chargesBySecond({ listed, seconds }: PricedLikeness, ofKind: readonly ChargedLike[]): number[] {
  if (seconds === null) return [];
  const least = listed?.leastMicroUsd ?? 0;
  const known = ofKind.flatMap(({ charges, seconds: length }) =>
    length === null ? [] : charges.filter((charge) => charge > least).map((charge) => ({ charge, length })),
  );
  if (listed?.isBySecond !== true && !showRate(known, seconds)) return [];
  return known.map(({ charge, length }) => Math.max(Math.ceil((charge * seconds) / length), least));
}

function showRate(known: readonly { charge: number; length: number }[], seconds: number): boolean {
  const lengths = new Set(known.map(({ length }) => length));
  const rates = known.map(({ charge, length }) => charge / length);
  const isOne = Math.max(...rates) <= Math.min(...rates) * (1 + rateNoise);
  return lengths.size > 1 && isOne && seconds >= Math.min(...lengths);
}

/** The facts of a job that a row of a price list goes by. */
export interface PricedWork {
  model: string | null;
  /** Undefined where nothing says it. */
  tier: string | undefined;
  /** Its length; undefined where the model chooses it, and for pictures. Unit: s. */
  seconds: number | undefined;
  /** Undefined where the model chooses. */
  sound: boolean | undefined;
  /** True if a video is among its inputs. */
  video: boolean;
  /** How many outputs. */
  count: number;
}

/** The price of a job by a list. Unit of the amounts: millionths of a USD. */
export interface ListedPrice {
  microUsd: number;
  isBySecond: boolean;
  /** The least that such a job costs, however short it is. */
  leastMicroUsd: number;
  /** The line of its row; null for the sandbox's list. */
  line: number | null;
}

/**
 * The price of a job by the most particular row that fits it. Of rows that are as particular as each other, the dearest counts, as it
 * does where the job leaves open what a row asks for. Undefined where no row fits, and for a price by the second of a length that nobody knows.
 * A job that leaves its tier open may be of one whose line has no price yet.
 */
export function listedPrice(
  rows: readonly PriceRow[],
  work: PricedWork,
  unpriced: readonly UnpricedLine[] = [],
): ListedPrice | undefined {
  const own = rows.filter(({ model, video }) => model === work.model && fits(video, work.video));
  const listed = [...own, ...unpriced.filter(({ model }) => model === work.model)];
  const tiers = work.tier === undefined ? [...new Set(listed.map(({ tier }) => tier))] : [work.tier];
  const sounds = work.sound === undefined ? [true, false] : [work.sound];
  const prices = tiers.flatMap((tier) => sounds.map((sound) => priceAs(own, work, { tier, sound })));
  return prices.includes(undefined) ? undefined : dearestOf(prices);
}

/** The price of a job, were it of that tier and with or without sound. */
function priceAs(
  rows: readonly PriceRow[],
  { count, seconds }: PricedWork,
  as: { tier: string | null; sound: boolean },
): ListedPrice | undefined {
  const fitting = rows.filter(({ sound, tier }) => fits(sound, as.sound) && fitsTier(tier, as.tier));
  const most = Math.max(...fitting.map(particularity));
  const prices = fitting
    .filter((row) => particularity(row) === most)
    .map(({ leastMicroUsd, line, microUsd, per }): ListedPrice | undefined => {
      const least = leastMicroUsd * count;
      if (per === 'output')
        return { microUsd: Math.max(microUsd * count, least), isBySecond: false, leastMicroUsd: least, line };
      if (seconds === undefined) return undefined;
      const bySecond = Math.ceil(microUsd * seconds) * count;
      return { microUsd: Math.max(bySecond, least), isBySecond: true, leastMicroUsd: least, line };
    });
  return prices.includes(undefined) ? undefined : dearestOf(prices);
}

function dearestOf(prices: readonly (ListedPrice | undefined)[]): ListedPrice | undefined {
  return prices.reduce<ListedPrice | undefined>(
    (most, one) => (one !== undefined && one.microUsd > (most?.microUsd ?? 0) ? one : most),
    undefined,
  );
}

function fits<Value>(asked: Value | null, value: Value): boolean {
  return asked === null || asked === value;
}

function fitsTier(asked: string | null, tier: string | null): boolean {
  return fits(asked?.toLowerCase() ?? null, tier?.toLowerCase() ?? null);
}

function particularity({ sound, tier, video }: PriceRow): number {
  return [sound, tier, video].filter((condition) => condition !== null).length;
}

/**
 * The facts of a job that a price list goes by. They are not known of a job without its request, and of a final without its draft. Nor
 * has a list the price of a prompt's rewriting, which is billed as its own line. Undefined there.
 * @see service document §2.4, §3
 */
export function pricedWork(
  { model, request, step }: PricedJob,
  schema: InputDescription | undefined,
): PricedWork | undefined {
  const enhance = ownValue(objectOf(request), 'prompt_enhance') ?? 'off';
  const kinds = partKinds(request);
  if (objectOf(request) === undefined || enhance !== 'off' || kinds.includes('draft_task')) return undefined;
  const asked = askedFields(request);
  const fields = Object.entries(withPresets(asked, schema));
  const resolution =
    optionValue(fields, 'resolution') ?? fields.find(([name]) => plainName(name) === 'size')?.[1];
  const tier = step === null ? resolution : stepResolutions[step];
  const sound = optionValue(fields, 'generate_audio');
  const isVideoField = ([name, value]: Field): boolean =>
    /video|clip/i.test(name) && mediaCount(name, value) !== undefined;
  return {
    model,
    tier: typeof tier === 'string' ? tier : undefined,
    seconds: secondsOf(fields),
    sound: typeof sound === 'boolean' ? sound : undefined,
    video: kinds.some((kind) => /video/.test(kind)) || Object.entries(asked).some(isVideoField),
    count: askedCount(request),
  };
}

/** A job that was rendered, or may be. */
export interface PricedJob {
  profile: string | null;
  /** The base URL of its service; null where that is not known. One profile may be of several. */
  baseUrl: string | null;
  model: string | null;
  step: 'draft' | 'final' | null;
  /** The request as it is rendered: a final has its draft's words. */
  request: unknown;
}

/** The text and the length by which jobs are compared. */
export interface Likeness {
  /** A text that jobs share which differ in nothing that is charged, unless it is their length. */
  kind: string;
  /** Their length; null where it is not known. Unit: s. */
  seconds: number | null;
}

/**
 * Compares jobs of one account and service. Those that should cost the same are of one model and step, with the same options and as many
 * references of each kind. What a request leaves open is what the schema of its model names for it. A final is told by what it has from
 * its draft alone, and a draft's resolution is set by the service. The rewriting of a prompt is charged, too.
 * @see service document §1.5, §2.4, §3
 */
export function likenessOf(
  { baseUrl, model, profile, request, step }: PricedJob,
  schema: InputDescription | undefined,
): Likeness {
  const service = baseUrl === null ? null : serviceOrigin(baseUrl);
  const all = pricedFields(request, step, schema).sort(byName);
  const seconds = secondsOf(all) ?? null;
  const fields = all.filter(([name]) => seconds === null || !isFieldOf('duration', name));
  const enhance = ownValue(objectOf(request), 'prompt_enhance') ?? 'off';
  const parts = [profile, service, model, step, fields, askedCount(request), partKinds(request), enhance];
  return { kind: JSON.stringify(parts), seconds };
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** The references of a request by what they are, without where they lie. */
function partKinds(request: unknown): string[] {
  const content = ownValue(askedFields(request), 'content');
  const parts = Array.isArray(content) ? content.map(objectOf) : [];
  return parts
    .map((part) => ownText(part, 'role') ?? ownText(part, 'type') ?? '')
    .filter((kind) => kind !== 'text')
    .sort();
}
