import { journeyFlags } from '../outputs/journey-flags.ts';
import { checkFlags } from '../request/check-flags.ts';
import { requestFlags } from '../request/request-flags.ts';
import { lookupFlags } from '../request/route-flags.ts';
import { intentFlags } from '../submit/intent-flags.ts';

const { outputFormat, bitrateMode, returnLastFrame, watermark, callbackUrl, set } = requestFlags;

/** The fields that a final may have of its own; its draft has all others. @see service document §3 */
export const ownFlags = { outputFormat, bitrateMode, returnLastFrame, watermark, callbackUrl, set } as const;

/** The flags of `finalize`. */
export const finalFlags = {
  ...ownFlags,
  ...intentFlags,
  ...journeyFlags,
  ...checkFlags,
  ...lookupFlags,
} as const;
