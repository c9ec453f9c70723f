/** Stands where a sidecar left something out, so that no link and no picture with it can be taken for whole. */
export const leftOutMark = '[left-out-of-sidecar]';

/** Whether a part of a request is no more than what a sidecar left of it. */
export function holdsLeftOut(body: Record<string, unknown>): boolean {
  return JSON.stringify(body).includes(leftOutMark);
}
