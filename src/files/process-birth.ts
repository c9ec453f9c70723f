/**
 * When this process began, in whole milliseconds since 1970: the same for as long as it runs, whatever becomes of the clock.
 * `performance.timeOrigin` says so, too, but loads a module of Node that takes as long as to read a file.
 */
export const processBirth = Math.round(Date.now() - process.uptime() * 1000);
