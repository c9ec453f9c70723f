/** The part of a clip or a sound that playing needs. Times in s. */
export interface Player {
  currentTime: number;
  /** NaN until it is known. */
  readonly duration: number;
  readonly ended: boolean;
  readonly seeking: boolean;
  play(): Promise<void>;
  pause(): void;
}

/** So far two clips may be apart before one is moved; less is not seen, and each move costs a frame. Unit: s. */
const driftMost = 0.05;

/** One clip, or several that are played as one: they share their time, in s. One that ends earlier stays at its last frame. */
export function createPlayback(players: readonly Player[]) {
  let isPlaying = false;
  const length = ({ duration }: Player): number => (Number.isFinite(duration) ? duration : 0);
  const lengthOfAll = (): number => Math.max(0, ...players.map(length));
  const longest = (): Player | undefined => players.find((player) => length(player) === lengthOfAll());
  const timeOf = (): number => longest()?.currentTime ?? 0;

  function seek(time: number): void {
    const wanted = Math.min(Math.max(time, 0), lengthOfAll());
    for (const player of players) player.currentTime = Math.min(wanted, length(player));
  }
  function pause(): void {
    isPlaying = false;
    for (const player of players) player.pause();
    seek(timeOf());
  }
  async function start(): Promise<void> {
    seek(timeOf() >= lengthOfAll() - 0.01 ? 0 : timeOf());
    isPlaying = true;
    // A clip that has not told its length yet begins as soon as it can.
    const going = players.filter((player) => !(timeOf() >= player.duration));
    try {
      await Promise.all(going.map((player) => player.play()));
    } catch {
      // A browser may refuse to play with sound before the page was touched, and a pause in between rejects as well.
      if (isPlaying) pause();
    }
  }
  return {
    time: timeOf,
    /** The length of the longest; 0 until it is known. */
    duration: lengthOfAll,
    isPlaying: () => isPlaying,
    toggle: async () => (isPlaying ? pause() : start()),
    pause,
    seek,
    /** Brings those that have drifted back to the time of the longest. To be called as frames are drawn. */
    keepInStep() {
      const first = longest();
      if (!isPlaying || first === undefined) return;
      if (first.ended) return pause();
      for (const player of players) {
        const wanted = Math.min(first.currentTime, length(player));
        if (player === first || player.seeking || wanted >= length(player)) continue;
        if (Math.abs(player.currentTime - wanted) > driftMost) player.currentTime = wanted;
      }
    },
  };
}
