import type { OutputMeans } from '../outputs/output-means.ts';

/** What a run composes by. */
export interface ComposeMeans extends OutputMeans {
  /** Adds an account by asking for it. False where the person went back from the first question. */
  logIn(): Promise<boolean>;
}
