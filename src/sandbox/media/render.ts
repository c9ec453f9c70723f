import { setImmediate as turn } from 'node:timers/promises';
import { type Canvas, filling } from '../../media/drawing/canvas.ts';
import type { ContainerFormat } from '../../service/wire-values.ts';
import { type Caption, type Card, drawCard } from '../drawing/card.ts';
import { createReel, type Reel } from '../drawing/reel.ts';
import type { SampleBits } from '../h264/planes.ts';
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
  const { container, height, seconds, width } = request;
  const { card, reel, frames } = prepare(request);
  const coder = createCoder({ width, height, sampleBits: sampleBits[container], keyInterval });
  const pictures: CodedPicture[] = [];
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
  const sound = request.sound ? await import('../sound/soundtrack.ts') : undefined;
  const soundtrack = sound?.soundtracks[container](seconds);
  return muxClip({ width, height, pictures, parameters: coder.parameters, soundtrack }, container);
}

/** The closing still of a clip: its last frame before coding. @see service document §2.7 */
export function drawLastFrame(request: ReelRequest): Canvas {
  const { card, reel, frames } = prepare(request);
  reel.draw(frames - 1);
  return card.canvas;
}

function prepare(request: ReelRequest): { card: Card; reel: Reel; frames: number } {
  const { seconds } = request;
  const fact = ['CLIP', `${seconds} s, ${framesPerSecond} fps`] as const;
  const card = drawCard({ ...request, fact, variation: 'clip', hasReel: true });
  const frames = seconds * framesPerSecond;
  return { card, reel: createReel(card, frames), frames };
}

/** A picture to draw. */
interface PictureRequest extends Caption {
  /** Each side within `pictureSidePixels`. Unit: px. */
  width: number;
  height: number;
  /** Its index among the outputs of its job, from 0. Pictures at different indexes differ. */
  index: number;
}

/** The picture that the sandbox delivers for a job: a title card with the request on it. @see service document §2.2 */
export function drawPicture(request: PictureRequest): Canvas {
  const { index } = request;
  const fact = ['IMAGE', String(index + 1)] as const;
  return drawCard({ ...request, fact, variation: `picture ${index}`, hasReel: false }).canvas;
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
