/** Whose turn it is: shots whose submit had begun before go first. */
export type Turn = 'begun' | 'new';

/** The shots that wait for a slot. */
export function createSlotLine() {
  const waiting: Record<Turn, ((hasSlot: boolean) => void)[]> = { begun: [], new: [] };
  return {
    /** How many shots wait for others without a slot. */
    aside: 0,
    /** How many may have a slot. */
    get size() {
      return waiting.begun.length + (this.aside > 0 ? 0 : waiting.new.length);
    },
    /** Resolves with whether there is a slot. */
    wait: (turn: Turn) => new Promise<boolean>((resolve) => waiting[turn].push(resolve)),
    /** Gives a slot to the next one. */
    next(): void {
      const go = waiting.begun.shift() ?? waiting.new.shift();
      go?.(true);
    },
    /** Sends all away without a slot. */
    dismiss(): void {
      for (const giveUp of [...waiting.begun.splice(0), ...waiting.new.splice(0)]) giveUp(false);
    },
  };
}
