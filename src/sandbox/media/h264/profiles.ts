import type { SampleBits } from './planes.ts';

/** A profile: the features that a decoder needs, and the unit of a level's limits. */
export interface CodingProfile {
  /** profile_idc. */
  idc: number;
  /** constraint_set0_flag to constraint_set5_flag, then two reserved zeros. */
  constraints: number;
  /** Whether the sequence parameter set has a chroma format and bit depths. @see ITU-T H.264 clause 7.3.2.1.1 */
  hasDepths: boolean;
  /** cpbBrNalFactor: the unit of a level's bit rate and buffer. Unit: bits. @see ITU-T H.264 table A-2 */
  levelUnitBits: number;
}

/**
 * The smallest profiles with raw, predicted and skipped macroblocks. For eight bits it is Constrained Baseline, which every
 * decoder has; for ten it is High 10, the first with that depth.
 * @see ITU-T H.264 clauses A.2.1.1 and A.2.5
 */
export const profiles = {
  8: { idc: 66, constraints: 0b1100_0000, hasDepths: false, levelUnitBits: 1200 },
  10: { idc: 110, constraints: 0, hasDepths: true, levelUnitBits: 3600 },
} as const satisfies Record<SampleBits, CodingProfile>;
