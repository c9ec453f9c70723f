import type { Account } from './api-key.ts';
import type { Deployment } from './deployment.ts';

/** What a route has at hand. */
export interface SandboxEnvironment {
  Variables: {
    deployment: Deployment;
    /** Set on every route that wants a key. */
    account: Account;
  };
}
