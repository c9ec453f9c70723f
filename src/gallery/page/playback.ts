/** What is needed of a clip or a sound. Times in s. */
export interface Player {
  currentTime: number;
  /** NaN until it is known. */
  readonly duration: number;
  readonly ended: boolean;
  readonly seeking: boolean;
  play(): Promise<void>;
  pause(): void;
}

/** One clip, or several that are played as one: they share their time. */
export interface Playback {
  /** Unit: s. */
  readonly time: number;
  /** Of the longest. Unit: s; 0 until it is known. */
  readonly duration: number;
  readonly isPlaying: boolean;
  toggle(): Promise<void>;
  pause(): void;
  /** Unit: s. */
  seek(time: number): void;
  /** Brings those that have drifted back to the time of the longest. To be called as frames are drawn. */
  keepInStep(): void;
}

/** So far two clips may be apart before one is moved; less is not seen, and each move costs a frame. Unit: s. */
const driftMost = 0.05;

/** Clips that end earlier stay at their last frame until the longest is over. */
export function createPlayback(players: readonly Player[]): Playback {
  let isPlaying = false;
  const length = ({ duration }: Player): number => (Number.isFinite(duration) ? duration : 0);
  const leading = (): Player | undefined =>
    players.reduce<Player | undefined>(
      (longest, player) => (longest === undefined || length(player) > length(longest) ? player : longest),
      undefined,
    );
  const timeOf = (): number => leading()?.currentTime ?? 0;
  const lengthOfAll = (): number => Math.max(0, ...players.map(length));

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
    get time() {
      return timeOf();
    },
    get duration() {
      return lengthOfAll();
    },
    get isPlaying() {
      return isPlaying;
    },
    toggle: async () => (isPlaying ? pause() : start()),
    pause,
    seek,
    keepInStep() {
      const first = leading();
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
