import type { KeyHolder } from './api-key.ts';
import type { Deployment } from './deployment.ts';

/** The variables that routes read from their context. */
export interface SandboxEnvironment {
  Variables: {
    deployment: Deployment;
    /** Set on every route that requires a key. */
    account: KeyHolder;
  };
}
