// Loaded into genctl by NODE_OPTIONS=--require: with SEARCH_CLOCK={"beganMs","atMs","speed","skewMs"} a clock that runs faster than this
// machine's, so that pauses of seconds last milliseconds; with SEARCH_PORTS=[[PORT,OTHER]] a connection to a port leads to another one.
const real = {
  Date,
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  hrtime: process.hrtime.bigint,
};
const sleep = require('node:timers/promises');
const { setTimeout: delay, setImmediate: turn } = sleep;

/**
 * `beganMs`: what it shows at the moment `atMs` of this machine, from which on it runs `speed` times as fast, both since 1970; `skewMs`: how
 * far its wall clock is ahead.
 */
function createClock({ beganMs, atMs, speed, skewMs = 0 }) {
  let stopped = false;
  const nowMs = () => beganMs + (real.Date.now() - atMs) * speed;
  const beganNs = real.hrtime();
  const monotonicNs = () => beganNs + (real.hrtime() - beganNs) * BigInt(speed);
  class ClockDate extends real.Date {
    constructor(...words) {
      if (words.length === 0) super(ClockDate.now());
      else super(...words);
    }
    static now() {
      return Math.round(nowMs() + skewMs);
    }
  }
  const alive =
    (work) =>
    (...words) => {
      if (!stopped) work(...words);
    };
  const faster = (ms) => (typeof ms === 'number' && ms < 2 ** 31 ? ms / speed : ms);
  const never = () => new Promise(() => {});
  const whileAlive = async (promise) => {
    const value = await promise;
    return stopped ? never() : value;
  };
  const hrtime = Object.assign(
    () => {
      const ns = monotonicNs();
      return [Number(ns / 1_000_000_000n), Number(ns % 1_000_000_000n)];
    },
    { bigint: monotonicNs },
  );
  return {
    nowMs,
    /** Nothing is woken by it any more. */
    stop() {
      stopped = true;
    },
    globals: {
      Date: ClockDate,
      setTimeout: (work, ms, ...words) => real.setTimeout(alive(work), faster(ms), ...words),
      clearTimeout: real.clearTimeout,
      setInterval: (work, ms, ...words) => real.setInterval(alive(work), faster(ms), ...words),
      clearInterval: real.clearInterval,
      setImmediate: (work, ...words) => real.setImmediate(alive(work), ...words),
    },
    hrtime,
    sleep: {
      ...sleep,
      setTimeout: (ms, ...words) => whileAlive(delay(faster(ms), ...words)),
      setImmediate: (...words) => whileAlive(turn(...words)),
    },
  };
}

if (process.env.SEARCH_CLOCK !== undefined) {
  const clock = createClock(JSON.parse(process.env.SEARCH_CLOCK));
  const birthNs = clock.hrtime.bigint();
  Object.assign(globalThis, clock.globals);
  Object.assign(sleep, clock.sleep);
  process.uptime = () => Number(clock.hrtime.bigint() - birthNs) / 1e9;
  process.hrtime = clock.hrtime;
}

if (process.env.SEARCH_PORTS !== undefined) {
  const net = require('node:net');
  const { connect } = net;
  const ports = new Map(JSON.parse(process.env.SEARCH_PORTS));
  net.connect = (to, ...rest) => connect({ ...to, port: ports.get(Number(to.port)) ?? to.port }, ...rest);
}
