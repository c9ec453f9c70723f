import { readSync } from 'node:fs';
import type { Clock } from '../../api/transport/clock.ts';
import { giveFinishedName, type NameChoice } from './finished-name.ts';
import { endsWhole } from './output-kind.ts';
import type { OutputSink } from './output-sink.ts';
import { createPartFile } from './part-file.ts';

/** Opens a part beside a path, which is absolute; missing folders are created. Throws MachineError. */
export function createFileSink(path: string, choice: NameChoice, clock: Clock): OutputSink {
  const part = createPartFile(path, clock);
  const read = (offset: number, spanBytes: number): Buffer => {
    const span = Buffer.alloc(spanBytes);
    return span.subarray(0, readSync(part.descriptor, span, 0, spanBytes, Math.max(0, offset)));
  };
  return {
    get bytes() {
      return part.bytes;
    },
    get head() {
      return part.head;
    },
    keptAs: part.path,
    write: part.write,
    restart: part.restart,
    seal: part.seal,
    endsWhole: (kind) => endsWhole(kind, read, part.bytes),
    finish(content) {
      part.close();
      return giveFinishedName({ path: part.path, ...content }, path, choice);
    },
    abandon: (keep) => part.abandon(keep && part.bytes > 0),
  };
}
