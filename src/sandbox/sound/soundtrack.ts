import type { ContainerFormat } from '../../service/wire-values.ts';
import { aacLoop } from './aac-loop.ts';

/** Sample rate of the sandbox's sound in every container. Unit: Hz. */
export const sampleRate = 48_000;
export const channelCount = 2;

/** Samples a channel of an AAC packet. @see ISO/IEC 14496-3 clause 4.5.2.1.1 */
export const packetFrames = 1024;

/** One note of a chord, and its loudness in each channel. Unit of loudness: 1/32768 of the loudest. */
interface Voice {
  hertz: number;
  left: number;
  right: number;
}

/** A chord of A major, which swells again and again. */
const chord: readonly Voice[] = [
  { hertz: 220, left: 1500, right: 1500 },
  { hertz: 329.63, left: 1200, right: 700 },
  { hertz: 554.37, left: 400, right: 800 },
];

/** Length of the loop, a swell of 1.003 s, so that a sound of whole seconds begins and ends close to silence. Unit: packets. */
export const loopPackets = 47;
/** Length of the loop. Unit: samples a channel. */
export const loopFrames = loopPackets * packetFrames;

const bytesASample = 2;
/** Bytes of one sample of each channel. */
export const frameBytes = bytesASample * channelCount;

/**
 * The samples of the loop: 16 bits, little-endian, left and right in turn. They are computed from integer phases with the four
 * basic operations alone, so that every machine gives the same bytes.
 */
export function toneLoop(): Buffer {
  const loop = Buffer.alloc(loopFrames * frameBytes);
  const voices = chord.map((voice) => ({ ...voice, step: phaseStep(voice.hertz) }));
  for (let frame = 0; frame < loopFrames; frame++) {
    const loudness = halfWave(frame / loopFrames) ** 2;
    let [left, right] = [0, 0];
    for (const voice of voices) {
      const height = sine(Math.imul(voice.step, frame) >>> 0);
      left += voice.left * height;
      right += voice.right * height;
    }
    const at = frame * frameBytes;
    loop.writeInt16LE(Math.round(loudness * left), at);
    loop.writeInt16LE(Math.round(loudness * right), at + bytesASample);
  }
  return loop;
}

const wholeTurn = 2 ** 32;

/** The phase of a note that passes in one sample. Unit: 1/2^32 of a period. */
function phaseStep(hertz: number): number {
  return Math.round((hertz / sampleRate) * wholeTurn);
}

/** @param phase from 0 up to, but not including, 2^32 */
function sine(phase: number): number {
  const share = phase / wholeTurn;
  return share < 0.5 ? halfWave(2 * share) : -halfWave(2 * share - 1);
}

/** Bhaskara's approximation of sin(πx) from 0 to 1, off by at most 0.002. `Math.sin` may differ from machine to machine. */
function halfWave(share: number): number {
  const product = share * (1 - share);
  return (16 * product) / (5 - 4 * product);
}

/** Coded sound, ready for a container. */
export interface Soundtrack {
  codec: 'aac' | 'pcm-s16';
  config: { codec: string; sampleRate: number; numberOfChannels: number; description?: Uint8Array };
  /** The packets in order, without gaps. */
  packets: readonly SoundPacket[];
}

interface SoundPacket {
  bytes: Uint8Array;
  /** Length. Unit: samples a channel. */
  frames: number;
}

/**
 * The sandbox's tone, as long as a clip and never longer: AAC in an MP4, PCM in a MOV.
 * @see service document §2.7
 */
export const soundtracks = { mp4: aacSoundtrack, mov: pcmSoundtrack } as const satisfies Record<
  ContainerFormat,
  (seconds: number) => Soundtrack
>;

/**
 * AudioSpecificConfig: five bits of object type (2, AAC-LC), four of frequency (3, 48 kHz), four of channels (2). Three bits of 0
 * follow: 1024 samples a packet, no core coder, no extension. @see ISO/IEC 14496-3 clauses 1.6.2.1 and 4.4.1
 */
const aacDescription = Uint8Array.of(0b0001_0001, 0b1001_0000);

/** As many packets of 21 ms as fit, so that the sound never ends after the pictures. */
function aacSoundtrack(seconds: number): Soundtrack {
  const loop = aacLoop.map((packet) => Buffer.from(packet, 'base64'));
  const count = Math.floor((seconds * sampleRate) / packetFrames);
  const packets = Array.from({ length: count }, (_, place) => ({
    bytes: loop[place % loop.length] ?? Buffer.alloc(0),
    frames: packetFrames,
  }));
  return { codec: 'aac', config: { ...format, codec: 'mp4a.40.2', description: aacDescription }, packets };
}

const pcmPacketsASecond = 2;

/** Exactly as many samples as the length has, without loss. */
function pcmSoundtrack(seconds: number): Soundtrack {
  const loop = toneLoop();
  const frames = sampleRate / pcmPacketsASecond;
  const packets = Array.from({ length: seconds * pcmPacketsASecond }, (_, place) => ({
    bytes: cut(loop, (place * frames) % loopFrames, frames),
    frames,
  }));
  return { codec: 'pcm-s16', config: { ...format, codec: 'pcm-s16' }, packets };
}

const format = { sampleRate, numberOfChannels: channelCount };

/** A part of the loop, which begins anew past its end. Unit: samples a channel. */
function cut(loop: Buffer, from: number, frames: number): Buffer {
  const first = loop.subarray(from * frameBytes, (from + frames) * frameBytes);
  return Buffer.concat([first, loop.subarray(0, frames * frameBytes - first.length)]);
}
