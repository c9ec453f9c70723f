import type { SubmitEvent } from '../rules/in-flight.ts';

/** A limit that several processes share, which each of them tells what became of its submits. */
export interface SharedPace {
  /**
   * The answer to a submit; `beganMs` is on the monotonic clock. Of a 429 `closedForMs` says how long the account holds back. Unit:
   * ms.
   */
  note(event: SharedEvent): void;
  /**
   * For how long the answer to another process's submit holds all of them back. Asked before each submit. Rejects with a CliError
   * where none may be sent. Unit: ms.
   */
  heldBackMs(): Promise<number>;
}

type SharedEvent =
  | Extract<SubmitEvent, { kind: 'accepted' }>
  | (Extract<SubmitEvent, { kind: 'refused' }> & { closedForMs: number });

/** Tells the other processes what became of a submit. */
export function tellShared(shared: SharedPace | undefined, event: SubmitEvent, closedForMs: number): void {
  if (event.kind === 'accepted') shared?.note(event);
  if (event.kind === 'refused') shared?.note({ ...event, closedForMs });
}
