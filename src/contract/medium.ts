/** What the service makes. @see service document §2.1 */
export const mediums = ['image', 'video'] as const;

export type Medium = (typeof mediums)[number];
