/** Every API key of the sandbox begins with this, so that a real key is never mistaken for one. */
export const sandboxKeyPrefix = 'sbx_';

/** The sandbox's default API key. Everyone has it: it is no secret. */
export const sandboxKey = `${sandboxKeyPrefix}local`;
