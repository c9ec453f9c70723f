/** Extensions of outputs by their MIME type, of those that come inside an answer, too. */
export const inlineExtensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/tiff': 'tiff',
  'image/bmp': 'bmp',
  'image/jxl': 'jxl',
  'image/svg+xml': 'svg',
  'video/mp4': 'mp4',
};
