import { setImmediate as turn } from 'node:timers/promises';
import { type Canvas, encodePng, filling } from '../../media/drawing/canvas.ts';
import type { ContainerFormat } from '../../service/wire-values.ts';
import { type Caption, type Card, drawCard } from '../drawing/card.ts';
import { createReel, type Reel } from '../drawing/reel.ts';
import type { SampleBits } from '../h264/planes.ts';
import type { Soundtrack } from '../sound/soundtrack.ts';
import { type CodedPicture, createCoder } from './h264.ts';
import { frameSize, framesPerSecond, type Opening } from './rendering.ts';

/** The pictures of a clip. */
export interface ReelRequest extends Caption {
  /** Unit: px; each side even, at least 64. */
  width: number;
  height: number;
  /** Whole seconds, 1 to 30. */
  seconds: number;
}

/** A clip to draw. */
export interface ClipRequest extends ReelRequest {
  container: ContainerFormat;
  /** True if it has a soundtrack: AAC in an MP4, PCM in a MOV. */
  sound: boolean;
  /** The picture that it begins with, of any size; it fills the frame and is cut where it has another shape. */
  opening?: Canvas | undefined;
}

/** Bits of a colour sample in each container. @see service document §2.7 */
const sampleBits = { mp4: 8, mov: 10 } as const satisfies Record<ContainerFormat, SampleBits>;
const keyInterval = 2 * framesPerSecond;
/** How long a clip shows the picture that it begins with. Unit: frames. */
const openingFrames = framesPerSecond / 2;

/**
 * The clip that the sandbox delivers for a job: a title card with a running timecode, a bar and a moving mark, at 24 frames a
 * second and exactly as long as asked for. The picture that it begins with stands for half a second before it. Its sound is a quiet
 * tone. The same request gives the same bytes.
 * @returns an MP4 or a MOV
 * @see service document §2.2, §2.7
 */
export async function renderClip(request: ClipRequest): Promise<Uint8Array> {
  const { card, reel, frames } = prepare(request);
  const format = { width: request.width, height: request.height, framesPerSecond };
  const coder = createCoder({ ...format, sampleBits: sampleBits[request.container], keyInterval });
  const pictures: CodedPicture[] = [];
  const { width, height } = request;
  const whole = { x: 0, y: 0, width, height };
  const opening = request.opening && filling(request.opening, whole);
  for (let frame = 0; frame < frames; frame++) {
    // Lets other work of the process run, so that a server goes on answering.
    if (frame % keyInterval === 0) await turn();
    const changed = reel.draw(frame);
    const isOpening = opening !== undefined && frame < openingFrames;
    const isCut = opening !== undefined && frame === openingFrames;
    pictures.push(isOpening ? coder.code(opening, []) : coder.code(card.canvas, isCut ? [whole] : changed));
  }
  const { muxClip } = await import('./container.ts');
  const soundtrack = request.sound ? await soundtrackOf(request) : undefined;
  return muxClip({ ...format, pictures, parameters: coder.parameters, soundtrack }, request.container);
}

async function soundtrackOf({ container, seconds }: ClipRequest): Promise<Soundtrack> {
  const { soundtracks } = await import('../sound/soundtrack.ts');
  return soundtracks[container](seconds);
}

/**
 * The closing still of a clip: its last frame before coding.
 * @returns a PNG
 * @see service document §2.7
 */
export function renderLastFrame(request: ReelRequest): Uint8Array {
  return encodePng(drawLastFrame(request));
}

/** As `renderLastFrame`, but before the picture is coded. */
export function drawLastFrame(request: ReelRequest): Canvas {
  const { card, reel, frames } = prepare(request);
  reel.draw(frames - 1);
  return card.canvas;
}

function prepare(request: ReelRequest): { card: Card; reel: Reel; frames: number } {
  const { width, height, seconds, seed, prompt, jobId, model } = request;
  const caption = { seed, prompt, jobId, model };
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

/** A picture to draw. */
interface PictureRequest extends Caption {
  /** Each side within `pictureSidePixels`. Unit: px. */
  width: number;
  height: number;
  /** Its index among the outputs of its job, from 0. Pictures at different indexes differ. */
  index: number;
}

/**
 * The picture that the sandbox delivers for a job: a title card with the request on it. The same request gives the same bytes.
 * @returns a PNG
 * @see service document §2.2
 */
export function renderPicture(request: PictureRequest): Uint8Array {
  return encodePng(drawPicture(request));
}

/** As `renderPicture`, but before the picture is coded. */
function drawPicture(request: PictureRequest): Canvas {
  const { width, height, index, ...caption } = request;
  const { canvas } = drawCard(caption, {
    width,
    height,
    details: [
      ['SIZE', `${width} x ${height}`],
      ['IMAGE', String(index + 1)],
    ],
    variation: `picture ${index}`,
    hasReel: false,
  });
  return canvas;
}

/** A picture of a job, or the last frame of its clip. @throws TypeError for the last frame of a job that renders pictures. */
export function drawStill({ jobId, model, position, rendering }: Opening): Canvas {
  const { prompt, seed } = rendering;
  const caption = { seed, prompt, jobId, model };
  if (rendering.kind === 'clip') {
    const { ratio, resolution, seconds } = rendering;
    return drawLastFrame({ ...frameSize(resolution, ratio), seconds, ...caption });
  }
  if (position === 'last') throw new TypeError(`${jobId} renders pictures, which have no last frame.`);
  const { height, width } = rendering;
  return drawPicture({ width, height, ...caption, index: position - 1 });
}
