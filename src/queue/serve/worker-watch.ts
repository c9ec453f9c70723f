/** Hears how a worker fares, for whoever measures it. */
export interface WorkerWatch {
  /** It takes lines from now on. `held` always has those that it holds. */
  begun(held: { readonly size: number }): void;
  /** It takes no further line; those that it holds go on to their ends. */
  stopped(): void;
  /** A submit made a job, or was answered 429. */
  answered(kind: 'accepted' | 'refused'): void;
}
