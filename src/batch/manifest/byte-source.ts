import { UsageError } from '../../errors/endings.ts';
import { nodeCrypto } from '../../files/lazy-node.ts';
import { type ManifestFile, unreadable } from './manifest-file.ts';

/** One pass over a file. */
export interface ByteSource {
  /** The bytes without a byte order mark at the beginning. Throws UsageError for UTF-16 and for a file that is gone. */
  chunks(): AsyncGenerator<Buffer>;
  /** Of all bytes that were read; in hex. */
  sha256(): string;
}

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);
const utf16Marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

export function byteSource({ name, stream }: Pick<ManifestFile, 'name' | 'stream'>): ByteSource {
  const hash = nodeCrypto().createHash('sha256');
  async function* chunks(): AsyncGenerator<Buffer> {
    let isFirst = true;
    try {
      for await (const chunk of stream()) {
        hash.update(chunk);
        yield isFirst ? withoutMark(chunk, name) : chunk;
        isFirst = false;
      }
    } catch (error) {
      throw unreadable(name, error);
    }
  }
  return {
    chunks,
    sha256: () => hash.copy().digest('hex'),
  };
}

/** A file's first read has all bytes of a mark, unless the file is shorter than it. */
function withoutMark(chunk: Buffer, name: string): Buffer {
  if (utf16Marks.some((mark) => chunk.subarray(0, 2).equals(mark))) {
    throw new UsageError({
      code: 'manifest_utf16',
      message: `${name} is UTF-16`,
      why: 'It begins with the mark of UTF-16; a manifest is UTF-8.',
      hint: 'save it as “CSV UTF-8”, or: iconv -f UTF-16 -t UTF-8 FILE > FILE.utf8',
    });
  }
  return chunk.subarray(0, 3).equals(utf8Mark) ? chunk.subarray(3) : chunk;
}
