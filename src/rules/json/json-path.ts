/** The name of the whole body, whose path would be empty. */
const rootPath = 'body';

/** A place in a body as people write it: `input.content[0].role`, `input["odd name"]`. */
export function jsonPath(segments: readonly (string | number)[]): string {
  if (segments.length === 0) return rootPath;
  return segments.map(segmentText).join('').replace(/^\./, '');
}

function segmentText(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return /^[A-Za-z_$][\w$-]*$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}
