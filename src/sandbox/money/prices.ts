import { type Resolution, resolutions } from '../../contract/video-values.ts';
import type { Rendering } from '../media/rendering.ts';

/** An amount in millionths of a US dollar, so that sums are exact. Every price here is invented. */
type Microusd = number;

type TierPrices = Partial<Record<Resolution, Microusd>>;

type Rate =
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

function clipRate(offered: readonly Resolution[], share: number, withVideoShare: number): Rate {
  const scaled = (factor: number): TierPrices =>
    Object.fromEntries(offered.map((tier) => [tier, Math.round(tiers[tier] * factor)]));
  return { per: 'second', plain: scaled(share), withVideo: scaled(withVideoShare), leastSeconds: 5 };
}

const upTo1080p = ['480p', '720p', '1080p'] as const;

/** The sandbox's price list. It says nothing about what the service charges. */
const rates = {
  'vendor-b/video-2.5': clipRate(upTo1080p, 1, 1.3),
  'vendor-b/video-2.0': clipRate(resolutions, 0.7, 0.9),
  'vendor-b/video-2.0-fast': clipRate(resolutions, 0.4, 0.5),
  'vendor-b/video-2.0-mini': clipRate(resolutions, 0.2, 0.25),
  'spicy/video-2-5': clipRate(upTo1080p, 1, 1.3),
  'spicy/video-2-0': clipRate(resolutions, 0.7, 0.9),
  'spicy/video-2-0-fast': clipRate(resolutions, 0.4, 0.5),
  'spicy/video-2-0-mini': clipRate(resolutions, 0.2, 0.25),
  'vendor-b/image-1': { per: 'image', microusd: 20_000 },
  'vendor-b/image-1-pro': { per: 'image', microusd: 60_000 },
  'vendor-a/image-1': { per: 'image', microusd: 30_000 },
  'vendor-a/video-1': clipRate(upTo1080p, 0.5, 0.5),
  'vendor-a/video-1-i2v': clipRate(upTo1080p, 0.6, 0.6),
  'house/video-h3-mini': clipRate(['480p', '720p'], 0.15, 0.15),
} as const satisfies Record<string, Rate>;

export type PricedModel = keyof typeof rates;

/** The cost of rewriting a prompt; `picture` is added for each reference picture in `full`. */
const enhanceMicrousd = { basic: 2_000, full: 4_000, picture: 1_000 };

/** The balance of a new account, and of every account after a reset: 1,000 USD. */
export const startBalanceMicrousd: Microusd = 1_000_000_000;

/** The amount that is held for an open job, and charged if it succeeds. */
export interface JobPrice {
  renderMicrousd: Microusd;
  enhanceMicrousd: Microusd;
}

/** The facts that decide a job's price. */
export interface PricedWork {
  rendering: Rendering;
  outputCount: number;
  /** Whether the inputs have a video; for a final, the inputs of its draft. */
  withVideo: boolean;
  /** Undefined where the prompt is used as written. */
  enhanced: { level: 'basic' | 'full'; pictures: number } | undefined;
}

/** @see service document §1.5, §2.4, §3 */
export function priceOf(model: PricedModel, work: PricedWork): JobPrice {
  const rate: Rate = rates[model];
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

/** The price list in words. */
export function listedPrices(): { what: string; price: string }[] {
  const usd = (microusd: Microusd) => `${Number((microusd / 1e6).toFixed(5))} USD`;
  const models = Object.entries(rates).map(([what, rate]: [string, Rate]) => {
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
  return [...models, { what: 'prompt_enhance', price: rewriting }];
}
