/** Begins of base64 text, by the first bytes of what it stands for. */
const beginnings: readonly (readonly [begin: string, contentType: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['UklGR', 'image/webp'],
  ['R0lGOD', 'image/gif'],
];

/** What a picture is that came as base64 text; undefined for a kind that is not known. */
export function contentTypeOfBase64(base64: string): string | undefined {
  return beginnings.find(([begin]) => base64.startsWith(begin))?.[1];
}

/** A picture that came inside an answer, as a link that holds it. */
export function pictureDataUrl(base64: string, contentType: string): string {
  return `data:${contentType};base64,${base64}`;
}
