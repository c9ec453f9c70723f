import { readBySpans } from '../files/read-span.ts';
import { type ClipContent, clipContent } from './rules/clip-content.ts';

/** Measures a clip of this machine. Throws native errors. */
export function measureClip(path: string): ClipContent {
  return readBySpans(path, clipContent);
}
