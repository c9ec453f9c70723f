import { setImmediate as eventLoop } from 'node:timers/promises';
import { together } from '../../files/task-group.ts';
import {
  besideFile,
  putSidecarIn,
  type SidecarOwner,
  type SidecarPlace,
  sidecarFields,
  sidecarPlaceOf,
} from '../names/sidecar-place.ts';
import type { Destination, FilePlace } from './file-place.ts';
import { placeMemory, type StandingSidecar } from './place-memory.ts';

/** A folder or a bucket as a place for files. */
export function placeOf(to: Destination): FilePlace {
  const sidecarPlace = async (path: string, owner: SidecarOwner): Promise<SidecarPlace> =>
    sidecarPlaceOf(await to.look(besideFile(path)), owner);
  return {
    ...to,
    sidecarPlace,
    async recognise(path, owner) {
      const place = await sidecarPlace(path, owner);
      const { bytes, sha256 } = place.kind === 'own' ? place.fields : {};
      if (typeof bytes !== 'number' || typeof sha256 !== 'string') return to.recogniseBare?.(path, owner);
      return (await to.holds(path, { bytes, sha256 })) ? { path, bytes, sha256 } : undefined;
    },
    fetch(output, source) {
      const { others, owner, sidecar } = output;
      return to.fetch(output, source, async (path) => {
        if (others.includes(path)) return false;
        return !sidecar || ['free', 'own'].includes((await sidecarPlace(path, owner)).kind);
      });
    },
    putSidecar: (path, put) =>
      putSidecarIn(
        {
          name: besideFile(path),
          look: () => sidecarPlace(path, put.owner),
          write: (bytes, { kind }) => to.write(besideFile(path), bytes, kind === 'free'),
        },
        put,
      ),
    memory: (of, throwIfInterrupted) => placeMemory(of, () => sidecarsIn(to, throwIfInterrupted)),
  };
}

/** So many sidecars are read before anything else has its turn. */
const sidecarsAtOnce = 16;

async function* sidecarsIn(to: Destination, throwIfInterrupted: () => void): AsyncGenerator<StandingSidecar> {
  const files = [...(await to.list(throwIfInterrupted))];
  for (let at = 0; at < files.length; at += sidecarsAtOnce) {
    await eventLoop();
    throwIfInterrupted();
    const some = files.slice(at, at + sidecarsAtOnce);
    const texts = await together(some.map(([path]) => to.read(besideFile(path))));
    for (const [index, [path, fileBytes]] of some.entries()) {
      const fields = sidecarFields(texts[index]);
      if (fields !== undefined) yield { fields, path, fileBytes };
    }
  }
}
