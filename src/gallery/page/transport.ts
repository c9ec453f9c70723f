import { part } from './element.ts';
import { createPlayback } from './playback.ts';

const positions = 1000;

/** Play, position and sound of the clips that are looked at, as one. Times in s. */
export function createTransport() {
  const root = part('#transport', HTMLFieldSetElement);
  const play = part('#play', HTMLButtonElement);
  const seek = part('#seek', HTMLInputElement);
  const sound = part('#sound', HTMLInputElement);
  let players: readonly HTMLMediaElement[] = [];
  let playback = createPlayback(players);
  let heard: HTMLMediaElement | undefined;

  function draw(): void {
    const [now, duration] = [playback.time(), playback.duration()];
    const words = `${now.toFixed(1)} / ${duration.toFixed(1)} s`;
    play.replaceChildren(playback.isPlaying() ? 'Pause' : 'Play');
    part('#time', HTMLOutputElement).value = words;
    seek.value = String(duration === 0 ? 0 : Math.round((now / duration) * positions));
    seek.setAttribute('aria-valuetext', words);
  }
  function follow(): void {
    playback.keepInStep();
    draw();
    if (playback.isPlaying()) requestAnimationFrame(follow);
  }
  function seekTo(time: number): void {
    playback.seek(time);
    draw();
  }
  function muteOthers(): void {
    for (const player of players) player.muted = !sound.checked || player !== heard;
  }
  sound.addEventListener('change', muteOthers);
  seek.addEventListener('input', () => seekTo((Number(seek.value) / positions) * playback.duration()));
  // Events of media do not bubble.
  for (const name of ['loadedmetadata', 'seeked']) document.addEventListener(name, draw, { capture: true });

  return {
    time: () => playback.time(),
    /** Takes these clips in the place of those before. */
    take(given: readonly HTMLMediaElement[]): void {
      playback.pause();
      players = given;
      playback = createPlayback(players);
      root.hidden = players.length === 0;
      draw();
    },
    /** Only the side that keys move and tick is heard. */
    hear(active: HTMLMediaElement | undefined): void {
      heard = active;
      muteOthers();
    },
    toggle(): void {
      const done = playback.toggle();
      follow();
      void done.then(draw);
    },
    move(by: number): void {
      playback.pause();
      seekTo(playback.time() + by);
    },
  };
}
