/** The vendor's native ids of its models, which the task routes take too. They are invented. @see service document §4.5 */
export const nativeIds = {
  'vendor-b/video-2.5': 'native-video-2-5',
  'vendor-b/video-2.0': 'native-video-2-0',
  'vendor-b/video-2.0-fast': 'native-video-2-0-fast',
  'vendor-b/video-2.0-mini': 'native-video-2-0-mini',
  'vendor-b/image-1': 'native-image-1',
  'vendor-b/image-1-pro': 'native-image-1-pro',
} as const;

/** The catalogue id for a name that may be a native id. */
export function catalogueId(name: string): string {
  return Object.entries(nativeIds).find(([, native]) => native === name)?.[0] ?? name;
}
