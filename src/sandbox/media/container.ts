import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { avcCodecString, avcConfiguration, avcSample } from './avc-configuration.ts';
import { clearBoxTimes } from './box-times.ts';
import type { CodedPicture, StreamParameters } from './h264.ts';

/** A coded clip, before it is a file. */
export interface CodedVideo {
  /** Sides as shown. Unit: px. */
  width: number;
  height: number;
  /** Whole frames a second. */
  framesPerSecond: number;
  pictures: readonly CodedPicture[];
  parameters: StreamParameters;
}

const colours = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;

/**
 * An MP4 with its index before its samples, so that a player can begin before it has the whole. The same video gives
 * the same bytes. Loads mediabunny: import this file only when a clip is to be made.
 */
export async function muxMp4(video: CodedVideo): Promise<Uint8Array> {
  const { width, height, framesPerSecond, pictures, parameters } = video;
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
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
  await output.finalize();
  const file = new Uint8Array(target.buffer ?? new ArrayBuffer(0));
  clearBoxTimes(file);
  return file;
}
