import type { Canvas, Rectangle } from '../../media/drawing/canvas.ts';
import { pictureParameterSet, sequenceParameterSet } from '../h264/parameter-sets.ts';
import {
  createPlanes,
  lumaSide,
  macroblocksAcross,
  type SampleBits,
  updateMacroblock,
} from '../h264/planes.ts';
import { codeChangedPicture, codeKeyPicture } from '../h264/slice.ts';

/** A coded picture: one NAL unit, without a length or start code before it. */
export interface CodedPicture {
  unit: Uint8Array;
  isKey: boolean;
}

/** The parameters that a decoder must know before the first picture. */
export interface StreamParameters {
  sampleBits: SampleBits;
  sequence: Uint8Array;
  picture: Uint8Array;
}

/**
 * A lossless coder for pictures that change little. It writes changed macroblocks raw or predicted, skips all others, and uses no
 * transform. Photographs would become as large as their samples.
 * @param format even sides in px; the bits of a sample, which decide the profile; a key picture every `keyInterval` pictures, so that a player can seek
 * @see ITU-T H.264 clauses A.2.1.1 (Constrained Baseline profile) and A.2.5 (High 10 profile)
 */
export function createCoder(format: {
  width: number;
  height: number;
  sampleBits: SampleBits;
  keyInterval: number;
}) {
  const { width, height, sampleBits, keyInterval } = format;
  const planes = createPlanes(width, height, sampleBits);
  let count = 0;
  return {
    /**
     * Codes the canvas as it is now.
     * @param changed areas that may differ from the picture before; the rest must not
     */
    code(canvas: Canvas, changed: readonly Rectangle[]): CodedPicture {
      const order = count++;
      const areas = order === 0 ? [{ x: 0, y: 0, width, height }] : changed;
      const places = [...placesOf(areas, planes)].filter((place) =>
        updateMacroblock(planes, canvas, place % planes.across, Math.floor(place / planes.across)),
      );
      const sinceKey = order % keyInterval;
      const isKey = sinceKey === 0;
      const unit = isKey
        ? codeKeyPicture(planes, order / keyInterval)
        : codeChangedPicture(planes, sinceKey, places);
      return { unit, isKey };
    },
    parameters: {
      sampleBits,
      sequence: sequenceParameterSet({ width, height, sampleBits }),
      picture: pictureParameterSet,
    } satisfies StreamParameters,
  };
}

/** The macroblocks that areas touch, in raster order. */
function placesOf(areas: readonly Rectangle[], size: { across: number; down: number }): Set<number> {
  const places = new Set<number>();
  for (const area of areas) {
    const right = Math.min(size.across, macroblocksAcross(area.x + area.width));
    const bottom = Math.min(size.down, macroblocksAcross(area.y + area.height));
    for (let row = Math.max(0, Math.floor(area.y / lumaSide)); row < bottom; row++) {
      for (let column = Math.max(0, Math.floor(area.x / lumaSide)); column < right; column++) {
        places.add(row * size.across + column);
      }
    }
  }
  return new Set([...places].sort((one, other) => one - other));
}
