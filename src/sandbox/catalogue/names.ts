import type { Medium } from '../../service/wire-values.ts';

/** Id and medium of every model of the sandbox: those of `/v2` in the order of its list, then those that only v1 serves. */
export const catalogueNames = [
  { id: 'vendor-b/video-2.5', medium: 'video' },
  { id: 'vendor-b/video-2.0', medium: 'video' },
  { id: 'vendor-b/video-2.0-fast', medium: 'video' },
  { id: 'vendor-b/video-2.0-mini', medium: 'video' },
  { id: 'vendor-a/image-1', medium: 'image' },
  { id: 'vendor-a/video-1', medium: 'video' },
  { id: 'vendor-a/video-1-i2v', medium: 'video' },
  { id: 'house/video-h3-mini', medium: 'video' },
  { id: 'spicy/video-2-5', medium: 'video' },
  { id: 'spicy/video-2-0', medium: 'video' },
  { id: 'spicy/video-2-0-fast', medium: 'video' },
  { id: 'spicy/video-2-0-mini', medium: 'video' },
  { id: 'vendor-b/image-1', medium: 'image' },
  { id: 'vendor-b/image-1-pro', medium: 'image' },
] as const satisfies readonly { id: string; medium: Medium }[];
