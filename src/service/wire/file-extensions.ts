/** The file extension for each MIME type that an output inside an answer may have; outputs behind links have these and more. */
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
