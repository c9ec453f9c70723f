/** The values of a video input's options and roles, apart from their schemas: flags and tables need no validator. §2.7 */

export const resolutions = ['480p', '720p', '1080p', '4K'] as const;
export type Resolution = (typeof resolutions)[number];

/** A tier as the document spells it: `4k` becomes `4K`, any other value is returned unchanged. */
export function spelledTier(value: unknown): unknown {
  return value === '4k' ? '4K' : value;
}

export const ratios = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16', 'adaptive'] as const;
export type Ratio = (typeof ratios)[number];

export const containerFormats = ['mp4', 'mov'] as const;
export type ContainerFormat = (typeof containerFormats)[number];

export const imageRoles = ['first_frame', 'last_frame', 'reference_image'] as const;
export const videoRoles = ['reference_video'] as const;
export const audioRoles = ['reference_audio'] as const;
export const mediaRoles = [...imageRoles, ...videoRoles, ...audioRoles] as const;
export type MediaRole = (typeof mediaRoles)[number];
