import type { EventOutput } from './event-output.ts';
import type { FlowEvent, Listener } from './events.ts';

/** Shows the events of a flow to a person. */
export interface Progress {
  on(event: FlowEvent): void;
  /** Removes the moving line and shows the cursor again. It may be called more than once. */
  stop(): void;
}

/** Tells on stderr what the use cases of one command do. */
export interface Narrator {
  /** Takes the events of a use case. Warnings are always shown, the rest once `watch` was called. */
  listen: Listener;
  /** Shows the progress from now on: by what is given, or else drawn as the terminal allows. */
  watch(own?: Progress): Promise<void>;
  /** Ends the drawing of progress, so that nothing on the terminal moves any more. */
  quieten(): void;
  /** Keeps a warning for `warnings`; false where it is there already. Those that `listen` takes are kept by it. */
  keepWarning(message: string): boolean;
  /** The warnings of this run, for the documents of programs, each one once; of very many the first. */
  warnings(): readonly string[];
  /** The ids of the jobs that this run has submitted. */
  submitted(): readonly string[];
  /** Has events printed on stdout in place of the answer, from now on. */
  tellEvents(output: EventOutput): void;
  /** The output that prints events; undefined where the answer is printed. */
  events(): EventOutput | undefined;
}
