import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import type { ContainerFormat } from '../../service/video-values.ts';
import type { Soundtrack } from '../sound/soundtrack.ts';
import { avcCodecString, avcConfiguration, avcSample } from './avc-configuration.ts';
import type { CodedPicture, StreamParameters } from './h264.ts';

/** A coded clip that is not in a container yet. */
export interface CodedClip {
  /** Sides as shown. Unit: px. */
  width: number;
  height: number;
  /** Whole frames a second. */
  framesPerSecond: number;
  pictures: readonly CodedPicture[];
  parameters: StreamParameters;
  /** Undefined for a silent clip, whose file has no audio track. */
  soundtrack: Soundtrack | undefined;
}

const formats = { mp4: Mp4OutputFormat, mov: MovOutputFormat } as const satisfies Record<
  ContainerFormat,
  unknown
>;
const colours = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;

/**
 * An MP4 or a MOV with its index before its samples, so that a player can begin before it has the whole file. The same clip
 * gives the same bytes. This file loads mediabunny: import it only when a clip is to be made.
 */
export async function muxClip(clip: CodedClip, container: ContainerFormat): Promise<Uint8Array> {
  const { framesPerSecond, soundtrack } = clip;
  const target = new BufferTarget();
  const output = new Output({ format: new formats[container]({ fastStart: 'in-memory' }), target });
  const video = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(video, { frameRate: framesPerSecond });
  const audio = soundtrack === undefined ? undefined : new EncodedAudioPacketSource(soundtrack.codec);
  if (audio !== undefined) output.addAudioTrack(audio);
  await output.start();
  // The order of the calls does not matter: the muxer arranges packets by time.
  await addPictures(video, clip);
  if (audio !== undefined && soundtrack !== undefined) await addSound(audio, soundtrack);
  await output.finalize();
  const file = new Uint8Array(target.buffer ?? new ArrayBuffer(0));
  clearBoxTimes(file);
  return file;
}

async function addPictures(source: EncodedVideoPacketSource, clip: CodedClip): Promise<void> {
  const { width, height, framesPerSecond, pictures, parameters } = clip;
  const description = {
    decoderConfig: {
      codec: avcCodecString(parameters),
      codedWidth: width,
      codedHeight: height,
      colorSpace: colours,
      description: avcConfiguration(parameters),
    },
  };
  for (const [order, { unit, isKey }] of pictures.entries()) {
    const begin = order / framesPerSecond;
    const packet = new EncodedPacket(avcSample(unit), isKey ? 'key' : 'delta', begin, 1 / framesPerSecond);
    await source.add(packet, description);
  }
  source.close();
}

async function addSound(source: EncodedAudioPacketSource, { config, packets }: Soundtrack): Promise<void> {
  const { sampleRate } = config;
  let begin = 0;
  for (const { bytes, frames } of packets) {
    const packet = new EncodedPacket(bytes, 'key', begin / sampleRate, frames / sampleRate);
    await source.add(packet, { decoderConfig: config });
    begin += frames;
  }
  source.close();
}

/** Boxes of an MP4 that contain the boxes with times. */
const boxesWithin = new Set(['moov', 'trak', 'mdia']);
const timedBoxes = new Set(['mvhd', 'tkhd', 'mdhd']);
const headerBytes = 8;
const versionAndFlagsBytes = 4;

/**
 * Sets the creation and modification times of a file, its tracks and their media to zero, in place. A muxer writes the current
 * time there, but equal requests must give equal bytes.
 * @see ISO/IEC 14496-12 clauses 8.2.2, 8.3.2 and 8.4.2
 */
function clearBoxTimes(file: Uint8Array): void {
  const view = Buffer.from(file.buffer, file.byteOffset, file.length);
  clearWithin(view, 0, view.length);
}

function clearWithin(file: Buffer, begin: number, end: number): void {
  for (let at = begin; at + headerBytes <= end; ) {
    const size = boxSize(file, at, end);
    const type = file.toString('latin1', at + 4, at + headerBytes);
    if (boxesWithin.has(type)) clearWithin(file, at + headerBytes, at + size);
    if (timedBoxes.has(type)) {
      const times = at + headerBytes + versionAndFlagsBytes;
      const bytesATime = file[at + headerBytes] === 1 ? 8 : 4;
      file.fill(0, times, times + 2 * bytesATime);
    }
    at += size;
  }
}

/** The size of a box. A size field of 1 means that 64 bits follow; 0 means the rest of the file. @see ISO/IEC 14496-12 clause 4.2 */
function boxSize(file: Buffer, at: number, end: number): number {
  const size = file.readUInt32BE(at);
  if (size === 0) return end - at;
  return Math.max(headerBytes, size === 1 ? Number(file.readBigUInt64BE(at + headerBytes)) : size);
}
