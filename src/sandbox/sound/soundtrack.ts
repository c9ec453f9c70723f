import type { ContainerFormat } from '../../service/video-values.ts';
import { aacLoop } from './aac-loop.ts';
import { channelCount, frameBytes, loopFrames, packetFrames, sampleRate, toneLoop } from './tone.ts';

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
 * AudioSpecificConfig: five bits of object type (2, AAC-LC), four of frequency (3, 48 kHz), four of channels (2), then
 * 1024 samples a packet, no core coder, no extension. @see ISO/IEC 14496-3 clauses 1.6.2.1 and 4.4.1
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
