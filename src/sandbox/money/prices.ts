import type { Resolution } from '../../service/wire-values.ts';
import type { Rendering } from '../media/rendering.ts';

/** An amount in millionths of a US dollar, so that sums are exact. Every price here is invented. */
type Microusd = number;

type TierPrices = Partial<Record<Resolution, Microusd>>;

/** The price of one output of a model. It says nothing about what the service charges. */
export type Rate =
  | { per: 'image'; microusd: Microusd }
  | {
      per: 'second';
      plain: TierPrices;
      /** Prices of jobs with a video among their inputs, which also pay for at least `leastSeconds`. */
      withVideo: TierPrices;
      leastSeconds: number;
    };

const tiers: Record<Resolution, Microusd> = {
  '480p': 20_000,
  '720p': 45_000,
  '1080p': 100_000,
  '4K': 320_000,
};

/** The shares are of what a tier costs, without and with a video among the inputs. */
export function clipRate(offered: readonly Resolution[], share: number, withVideoShare: number): Rate {
  const scaled = (factor: number): TierPrices =>
    Object.fromEntries(offered.map((tier) => [tier, Math.round(tiers[tier] * factor)]));
  return { per: 'second', plain: scaled(share), withVideo: scaled(withVideoShare), leastSeconds: 5 };
}

/** The cost of rewriting a prompt; `picture` is added for each reference picture in `full`. */
const enhanceMicrousd = { basic: 2_000, full: 4_000, picture: 1_000 };

/** The balance of a new account, and of every account after a reset: 1,000 USD. */
export const startBalanceUsd = 1_000;

/** The amount that is held for an open job, and charged if it succeeds. */
export interface JobPrice {
  renderMicrousd: Microusd;
  enhanceMicrousd: Microusd;
}

/** The facts that decide a job's price. */
export interface PricedWork {
  rendering: Rendering;
  outputCount: number;
  /** True if the inputs have a video; for a final, the inputs of its draft. */
  withVideo: boolean;
  /** Undefined where the prompt is used as written. */
  enhanced: { level: 'basic' | 'full'; pictures: number } | undefined;
}

/** @see service document §1.5, §2.4, §3 */
export function priceOf(rate: Rate, work: PricedWork): JobPrice {
  return {
    renderMicrousd: outputMicrousd(rate, work) * work.outputCount,
    enhanceMicrousd: work.enhanced === undefined ? 0 : rewriteMicrousd(work.enhanced),
  };
}

export function totalMicrousd(price: JobPrice): Microusd {
  return price.renderMicrousd + price.enhanceMicrousd;
}

function outputMicrousd(rate: Rate, { rendering, withVideo }: PricedWork): Microusd {
  if (rate.per === 'image') return rate.microusd;
  if (rendering.kind !== 'clip') return 0;
  const seconds = withVideo ? Math.max(rendering.seconds, rate.leastSeconds) : rendering.seconds;
  return ((withVideo ? rate.withVideo : rate.plain)[rendering.resolution] ?? 0) * seconds;
}

/** The cost of rewriting. Transcribing sound costs nothing. */
function rewriteMicrousd(enhanced: { level: 'basic' | 'full'; pictures: number }): Microusd {
  if (enhanced.level === 'basic') return enhanceMicrousd.basic;
  return enhanceMicrousd.full + enhanced.pictures * enhanceMicrousd.picture;
}

/** A price for the jobs of a model that are of a tier, and with or without a video among their inputs; null for any. */
interface PriceRow {
  model: string;
  tier: string | null;
  per: 'second' | 'output';
  sound: null;
  video: boolean | null;
  microUsd: Microusd;
  /** The least that an output costs. */
  leastMicroUsd: Microusd;
}

/** The price list of models, a row for each kind of job. */
export function priceRows(models: readonly { id: string; rate: Rate }[]): PriceRow[] {
  return models.flatMap(({ id: model, rate }): PriceRow[] => {
    const any = { model, tier: null, sound: null, video: null, leastMicroUsd: 0 };
    if (rate.per === 'image') return [{ ...any, per: 'output', microUsd: rate.microusd }];
    return [false, true].flatMap((video) =>
      Object.entries(video ? rate.withVideo : rate.plain).map(([tier, microUsd]) => {
        const leastMicroUsd = video ? microUsd * rate.leastSeconds : 0;
        return { ...any, tier, video, per: 'second', microUsd, leastMicroUsd };
      }),
    );
  });
}

/** The price list of models in words. */
export function listedPrices(
  models: readonly { id: string; rate: Rate }[],
): { what: string; price: string }[] {
  const usd = (microusd: Microusd) => `${Number((microusd / 1e6).toFixed(5))} USD`;
  const rows = models.map(({ id: what, rate }) => {
    if (rate.per === 'image') return { what, price: `${usd(rate.microusd)} an image` };
    const tiersOf = (prices: TierPrices) =>
      Object.entries(prices)
        .map(([tier, price]) => `${tier} ${usd(price)}`)
        .join(', ');
    const [plain, withVideo] = [tiersOf(rate.plain), tiersOf(rate.withVideo)];
    const rest = plain === withVideo ? '' : `; with a video among the inputs: ${withVideo}`;
    return { what, price: `a second: ${plain}${rest}` };
  });
  const { basic, full, picture } = enhanceMicrousd;
  const rewriting = `basic ${usd(basic)}, full ${usd(full)} and ${usd(picture)} a picture`;
  return [...rows, { what: 'prompt_enhance', price: rewriting }];
}
