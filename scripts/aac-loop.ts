/**
 * Makes src/sandbox/sound/aac-loop.ts: the sandbox's tone as packets of AAC, which loop without a seam. The
 * encoder is needed for nothing else, so it is no dependency; to make the file anew:
 *
 *     npm install --prefix FOLDER mediabunny@1.61.0 @mediabunny/aac-encoder@1.59.0
 *     npx tsx scripts/aac-loop.ts FOLDER
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  channelCount,
  frameBytes,
  loopFrames,
  loopPackets,
  packetFrames,
  sampleRate,
  toneLoop,
} from '../src/sandbox/sound/soundtrack.ts';

const bitsASecond = 80_000;
/** The encoder is given the tone three times; the second is what it makes of it once it is under way. */
const rounds = 3;
/** An encoder runs one packet late: the second packet of a round begins to sound at the round's beginning. */
const latePackets = 1;
const target = 'src/sandbox/sound/aac-loop.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder that the encoder is installed in.');
const packets = await encode(folder);
const lines = packets.map((packet) => `  '${Buffer.from(packet).toString('base64')}',\n`).join('');
writeFileSync(
  target,
  `/** The tone as AAC-LC, a packet a line, in base64. Made by scripts/aac-loop.ts; not to be edited. */
export const aacLoop: readonly string[] = [
${lines}];
`,
);

async function encode(encoderFolder: string): Promise<Uint8Array[]> {
  const load = (file: string) =>
    import(pathToFileURL(join(resolve(encoderFolder), 'node_modules', file)).href);
  const bunny = await load('mediabunny/dist/modules/src/index.js');
  const { registerAacEncoder } = await load(
    '@mediabunny/aac-encoder/dist/bundles/mediabunny-aac-encoder.mjs',
  );
  registerAacEncoder();
  const output = new bunny.Output({ format: new bunny.AdtsOutputFormat(), target: new bunny.NullTarget() });
  const encoded: Uint8Array[] = [];
  const onEncodedPacket = (packet: { data: Uint8Array }) => encoded.push(packet.data);
  const source = new bunny.AudioSampleSource({ codec: 'aac', bitrate: bitsASecond, onEncodedPacket });
  output.addAudioTrack(source);
  await output.start();
  const loop = toneLoop();
  for (let round = 0; round < rounds; round++) {
    for (let packet = 0; packet < loopPackets; packet++) {
      const begin = packet * packetFrames * frameBytes;
      const sample = new bunny.AudioSample({
        data: new Uint8Array(loop.subarray(begin, begin + packetFrames * frameBytes)),
        format: 's16',
        numberOfChannels: channelCount,
        sampleRate,
        timestamp: (round * loopFrames + packet * packetFrames) / sampleRate,
      });
      await source.add(sample);
      sample.close();
    }
  }
  await output.finalize();
  const from = loopPackets + latePackets;
  return encoded.slice(from, from + loopPackets);
}
