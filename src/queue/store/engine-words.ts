import { format } from 'node:util';

/** Lines that the engine and its client would print by themselves. */
export interface EngineWords {
  /** Has each line told once: those that came so far, and those that come. */
  tell(tell: (line: string) => void): void;
  /** Leaves them alone again. */
  close(): void;
}

const hearing = new Set<(line: string) => void>();
const { error, warn } = console;

/**
 * Takes what the engine and its client print, which would run into lines that are drawn. Nothing else in this program prints by the
 * console.
 */
export function hearEngine(): EngineWords {
  const lines = new Set<string>();
  let tell: ((line: string) => void) | undefined;
  const hear = (line: string): void => {
    if (!lines.has(line)) tell?.(line);
    lines.add(line);
  };
  hearing.add(hear);
  Object.assign(console, { error: take, warn: take });
  return {
    tell(next) {
      tell = next;
      for (const line of lines) next(line);
    },
    close() {
      hearing.delete(hear);
      if (hearing.size === 0) Object.assign(console, { error, warn });
    },
  };
}

function take(...words: unknown[]): void {
  const [line = ''] = format(...words).split('\n');
  for (const hear of hearing) hear(line.replace(/^\[(?:WARN|ERROR)\] /, ''));
}
