/** Hours, minutes, seconds and frames of a frame's place in a clip, counted from 0, two digits each. */
export function timecode(frame: number, framesPerSecond: number): string {
  const seconds = Math.floor(frame / framesPerSecond);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frame % framesPerSecond]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
