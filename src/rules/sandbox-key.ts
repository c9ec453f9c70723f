/** What every key of the sandbox begins with, so that a real one is never taken for one. */
export const sandboxKeyPrefix = 'sbx_';

/** The key of the sandbox that needs no account of its own: everyone has it, and it is no secret. */
export const sandboxKey = `${sandboxKeyPrefix}local`;
