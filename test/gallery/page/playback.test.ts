import { describe, expect, it } from 'vitest';
import { createPlayback, type Player } from '../../../src/gallery/page/playback.ts';

/** A clip whose time is set by the test. */
function clip(duration: number, refuses = false): Player & { paused: boolean } {
  return {
    currentTime: 0,
    duration,
    ended: false,
    paused: true,
    seeking: false,
    async play() {
      if (refuses) throw new Error('not allowed');
      Object.assign(this, { paused: false });
    },
    pause() {
      Object.assign(this, { paused: true });
    },
  };
}

describe('two clips that are played as one', () => {
  it('play, pause and seek together; the time is that of the longer', async () => {
    const [short, long] = [clip(4), clip(10)];
    const playback = createPlayback([short, long]);
    await playback.toggle();
    expect([playback.isPlaying(), short.paused, long.paused]).toEqual([true, false, false]);
    playback.seek(3);
    expect([short.currentTime, long.currentTime, playback.time(), playback.duration()]).toEqual([
      3, 3, 3, 10,
    ]);
    playback.seek(7);
    expect([short.currentTime, long.currentTime]).toEqual([4, 7]);
    await playback.toggle();
    expect([playback.isPlaying(), short.paused, long.paused]).toEqual([false, true, true]);
  });

  it('are brought together where they drift, and not for less than is seen', async () => {
    const [one, other] = [clip(5), clip(5)];
    const playback = createPlayback([one, other]);
    await playback.toggle();
    Object.assign(one, { currentTime: 2 });
    Object.assign(other, { currentTime: 2.04 });
    playback.keepInStep();
    expect(other.currentTime).toBe(2.04);
    Object.assign(other, { currentTime: 2.2 });
    playback.keepInStep();
    expect(other.currentTime).toBe(2);
  });

  it('stop at the end of the longer, begin anew from there, and a shorter one that is over does not start again', async () => {
    const [short, long] = [clip(4), clip(10)];
    const playback = createPlayback([short, long]);
    await playback.toggle();
    Object.assign(long, { currentTime: 10, ended: true });
    playback.keepInStep();
    expect(playback.isPlaying()).toBe(false);
    Object.assign(long, { ended: false });
    await playback.toggle();
    expect([short.currentTime, long.currentTime]).toEqual([0, 0]);
    playback.pause();
    playback.seek(6);
    await playback.toggle();
    expect([short.paused, long.paused]).toEqual([true, false]);
  });

  it('begin before their lengths are known, and are paused where the browser refuses one', async () => {
    const unknown = clip(Number.NaN);
    await createPlayback([unknown]).toggle();
    expect(unknown.paused).toBe(false);
    const [willing, refusing] = [clip(5), clip(5, true)];
    const playback = createPlayback([willing, refusing]);
    await playback.toggle();
    expect([playback.isPlaying(), willing.paused]).toEqual([false, true]);
  });

  it('are no trouble where there are none', async () => {
    const playback = createPlayback([]);
    await playback.toggle();
    playback.keepInStep();
    expect([playback.time(), playback.duration()]).toEqual([0, 0]);
  });
});
