import { part } from './element.ts';
import { createPlayback, type Playback } from './playback.ts';

/** Play, position and sound of the clips that are looked at, as one. */
export interface Transport {
  /** Takes these clips; `time` is where they begin, in s. */
  take(players: readonly HTMLMediaElement[], time: number): void;
  /** Only the side that is worked on is heard. */
  hear(active: HTMLMediaElement | undefined): void;
  toggle(): void;
  toggleSound(): void;
  /** Unit: s. */
  move(by: number): void;
  readonly time: number;
}

const positions = 1000;

export function createTransport(): Transport {
  const root = part('transport', HTMLElement);
  const play = part('play', HTMLButtonElement);
  const seek = part('seek', HTMLInputElement);
  const sound = part('sound', HTMLButtonElement);
  const time = part('time', HTMLElement);
  let players: readonly HTMLMediaElement[] = [];
  let playback: Playback = createPlayback([]);
  let heard: HTMLMediaElement | undefined;
  let isLoud = true;

  function draw(): void {
    const { duration, isPlaying, time: now } = playback;
    play.replaceChildren(isPlaying ? 'Pause' : 'Play');
    const words = `${now.toFixed(1)} / ${duration.toFixed(1)} s`;
    time.replaceChildren(words);
    seek.value = String(duration === 0 ? 0 : Math.round((now / duration) * positions));
    seek.setAttribute('aria-valuetext', words);
  }
  function follow(): void {
    playback.keepInStep();
    draw();
    if (playback.isPlaying) requestAnimationFrame(follow);
  }
  const toggle = (): void => {
    const done = playback.toggle();
    follow();
    void done.then(draw);
  };
  function hearOne(): void {
    for (const player of players) player.muted = !isLoud || player !== heard;
    sound.setAttribute('aria-pressed', String(isLoud));
    sound.replaceChildren(isLoud ? 'Sound' : 'Silent');
  }
  const toggleSound = (): void => {
    isLoud = !isLoud;
    hearOne();
  };
  play.addEventListener('click', toggle);
  sound.addEventListener('click', toggleSound);
  seek.addEventListener('input', () => {
    playback.seek((Number(seek.value) / positions) * playback.duration);
    draw();
  });
  return {
    take(given, startsAt) {
      playback.pause();
      players = given;
      playback = createPlayback(players);
      root.hidden = players.length === 0;
      for (const player of players) {
        player.addEventListener('loadedmetadata', () => {
          if (startsAt > 0) player.currentTime = Math.min(startsAt, player.duration);
          draw();
        });
        player.addEventListener('seeked', draw);
      }
      draw();
    },
    hear(active) {
      heard = active;
      hearOne();
    },
    toggle,
    toggleSound,
    move(by) {
      playback.pause();
      playback.seek(playback.time + by);
      draw();
    },
    get time() {
      return playback.time;
    },
  };
}
