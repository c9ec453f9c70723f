/** Kinds of media that can be told by their first bytes. */
export type OutputKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'mp4' | 'mov' | 'webm' | 'wav';

/** How many first bytes are needed to tell a kind. */
export const signatureBytes = 12;

const kindOfContentType: Record<string, OutputKind> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'audio/wav': 'wav',
};

const kindOfExtension: Record<string, OutputKind> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  gif: 'gif',
  webp: 'webp',
  mp4: 'mp4',
  m4v: 'mp4',
  mov: 'mov',
  webm: 'webm',
  wav: 'wav',
};

const signatures: Record<OutputKind, (head: Buffer) => boolean> = {
  png: (head) => head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
  jpeg: (head) => head.toString('latin1', 0, 3) === '\xff\xd8\xff',
  gif: (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)),
  webp: (head) => isRiff(head, 'WEBP'),
  mp4: (head) => head.toString('latin1', 4, 8) === 'ftyp',
  // Old QuickTime files have no `ftyp` and may begin with any other box.
  mov: (head) => ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(head.toString('latin1', 4, 8)),
  webm: (head) => head.toString('latin1', 0, 4) === '\x1aE\xdf\xa3',
  wav: (head) => isRiff(head, 'WAVE'),
};

const outputKinds = Object.keys(signatures) as OutputKind[];

/** The expected kind of a file by the first content type that names one. */
export function kindOfTypes(contentTypes: readonly (string | undefined)[]): OutputKind | undefined {
  for (const contentType of contentTypes) {
    const kind = kindOfContentType[contentType?.split(';')[0]?.trim().toLowerCase() ?? ''];
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** The expected kind of a file by the first content type that names one, or else by the extension of its name. */
export function expectedKind(
  contentTypes: readonly (string | undefined)[],
  fileName: string,
): OutputKind | undefined {
  return kindOfTypes(contentTypes) ?? kindOfExtension[extensionOf(fileName)];
}

/**
 * The expected kind where only the file name tells. We may have guessed the extension, so other media is accepted as what it
 * begins as; a file that begins as no known media is judged by its name.
 */
export function kindOfName(fileName: string, head: Uint8Array): OutputKind | undefined {
  const named = kindOfExtension[extensionOf(fileName)];
  if (named === undefined || hasSignature(named, head)) return named;
  return outputKinds.find((kind) => hasSignature(kind, head)) ?? named;
}

/** Whether a file begins as its kind must. `head` is the first `signatureBytes` bytes, or all of a shorter file. */
export function hasSignature(kind: OutputKind, head: Uint8Array): boolean {
  return head.byteLength >= signatureBytes && signatures[kind](Buffer.from(head));
}

function extensionOf(fileName: string): string {
  return /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

function isRiff(head: Buffer, form: string): boolean {
  return head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === form;
}
