import type { ShotRequest } from '../columns/shot-request.ts';
import type { ShotMemory } from '../journal/shot-memory.ts';
import type { OpenBatch } from '../open-batch.ts';
import { type HeldReason, heldReason } from '../rules/parent-state.ts';
import { type ShotState, shotStateOf } from '../run/shot-state.ts';
import { type LineShot, lineShot } from './line-shot.ts';

/** A line as it stands now: its request, and what is known of its shot. */
export interface StandingLine extends LineShot {
  /** The journal's memory of its shot. */
  noted: ShotMemory | undefined;
  state: ShotState;
  /** Why it is not sent as a new job, where another line keeps it back. */
  held: HeldReason | undefined;
}

/** Builds and checks what a line asks for, and asks what is known of its shot. Throws CliError for a line that can't be sent. */
export async function standingLine(batch: OpenBatch, request: ShotRequest): Promise<StandingLine> {
  const line = await lineShot(batch, request);
  const { id, parents } = request;
  const noted = batch.statePorts.journal.find(id);
  const ports = { ...batch.statePorts, journal: { find: () => noted } };
  const state = await shotStateOf(line.wanted, batch.stateChoices, ports);
  if (state.kind !== 'new') return { ...line, noted, state, held: undefined };
  // One that was sent before was picked then.
  const gate = state.before === undefined ? batch.gate : undefined;
  const held = heldReason(parents.ids, batch.chains.book.stateOf) ?? gate?.reasonOf(id);
  return { ...line, noted, state, held };
}
