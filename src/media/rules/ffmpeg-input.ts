/** More pixels than a frame of 8K has are not decoded: a file may claim any size, and that much memory would be taken. Unit: px. */
const pixelsMost = 64 * 1024 * 1024;

/** The words by which ffmpeg reads a file that others made. */
export function ffmpegInput(path: string): string[] {
  return ['-max_pixels', String(pixelsMost), '-i', `file:${path}`];
}
