import { setImmediate as turn } from 'node:timers/promises';
import { type Caption, type Card, drawCard } from './drawing/card.ts';
import { createReel, type Reel } from './drawing/reel.ts';
import { type CodedPicture, createCoder } from './h264.ts';
import { encodePng } from './png.ts';

/** A clip to draw. */
export interface ClipRequest extends Caption {
  /** Unit: px; each side even, at least 64. */
  width: number;
  height: number;
  /** Whole seconds, 1 to 30. */
  seconds: number;
}

const framesPerSecond = 24;
const keyInterval = 2 * framesPerSecond;
const leastSide = 64;
const mostSeconds = 30;

/**
 * The clip that the sandbox delivers for a job: a title card with a running timecode, a bar and a mark that moves.
 * 24 frames a second, exactly as long as asked for, without sound. The same request gives the same bytes.
 * @returns an MP4
 * @throws RangeError for a side or a length outside its range
 * @see service document §2.2, §2.7
 */
export async function renderClip(request: ClipRequest): Promise<Uint8Array> {
  const { card, reel, frames } = prepare(request);
  const format = { width: request.width, height: request.height, framesPerSecond };
  const coder = createCoder({ ...format, keyInterval });
  const pictures: CodedPicture[] = [];
  for (let frame = 0; frame < frames; frame++) {
    // Whoever shares the process gets a turn: a server goes on answering.
    if (frame % keyInterval === 0) await turn();
    pictures.push(coder.code(card.canvas, reel.draw(frame)));
  }
  const { muxMp4 } = await import('./container.ts');
  return muxMp4({ ...format, pictures, parameters: coder.parameters() });
}

/**
 * The closing still of a clip, as its last frame is before it is coded.
 * @returns a PNG
 * @throws RangeError as `renderClip` does
 * @see service document §2.7
 */
export function renderLastFrame(request: ClipRequest): Uint8Array {
  const { card, reel, frames } = prepare(request);
  reel.draw(frames - 1);
  return encodePng(card.canvas);
}

function prepare(request: ClipRequest): { card: Card; reel: Reel; frames: number } {
  const { width, height, seconds, ...caption } = request;
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side % 2 !== 0 || side < leastSide) {
      throw new RangeError(`A side of ${side} px is not an even number of at least ${leastSide} px.`);
    }
  }
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > mostSeconds) {
    throw new RangeError(`A length of ${seconds} s is not a whole number from 1 to ${mostSeconds} s.`);
  }
  const card = drawCard(caption, {
    width,
    height,
    details: [
      ['SIZE', `${width} x ${height}`],
      ['CLIP', `${seconds} s, ${framesPerSecond} fps`],
    ],
    variation: 'clip',
    hasReel: true,
  });
  const frames = seconds * framesPerSecond;
  return { card, reel: createReel(card, { frames, framesPerSecond }), frames };
}
