/** How far the service may rewrite a prompt. @see service document §2.4 */
export const promptEnhanceLevels = ['off', 'basic', 'full'] as const;
