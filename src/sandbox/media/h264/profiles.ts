import type { SampleBits } from './planes.ts';

/** What a decoder must be able to do beside a level, and what a level grants it. */
export interface Profile {
  /** profile_idc. */
  idc: number;
  /** constraint_set0_flag to constraint_set5_flag, then two reserved zeros. */
  constraints: number;
  /** Whether the sequence parameter set goes on with chroma and bit depths. @see ITU-T H.264 clause 7.3.2.1.1 */
  hasDepths: boolean;
  /** cpbBrNalFactor: the unit of a level's bit rate and buffer. Unit: bits. @see ITU-T H.264 table A-2 */
  levelUnitBits: number;
}

/**
 * The least that raw, predicted and skipped macroblocks need. Eight bits: Constrained Baseline, which every decoder
 * has. Ten: High 10, the first that has them.
 * @see ITU-T H.264 clauses A.2.1.1 and A.2.5
 */
export const profiles = {
  8: { idc: 66, constraints: 0b1100_0000, hasDepths: false, levelUnitBits: 1200 },
  10: { idc: 110, constraints: 0, hasDepths: true, levelUnitBits: 3600 },
} as const satisfies Record<SampleBits, Profile>;
