import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hostileModels } from '../compose/rules/hostile-schemas.ts';
import { sample } from '../sample.ts';
import { type RealTerminal, realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-hostile');
afterEach(terminals.close);

/** A service that has a list of models and nothing else. */
const list = JSON.stringify({
  data: hostileModels.map(({ id, inputSchema }) => ({
    id,
    medium: 'image',
    max_output_count: 4,
    input_schema: inputSchema,
  })),
});
const service: Server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.writeHead(request.url?.includes('/models') === true ? 200 : 404).end(list);
});
beforeAll(() => new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve)));
afterAll(() => service.close());

/**
 * Notes how much the program computes at a stretch, from the first question on, in ms: what it would hold up an idle machine by. How
 * long the clock goes on meanwhile says as much of what else the machine does.
 */
const monitor = `import { readFileSync, writeFileSync } from 'node:fs';
// Of the thread that answers keys alone: others collect its garbage, and hold nobody up. The first number is its ns on a core.
const spentMs = () =>
  Number(readFileSync(\`/proc/self/task/\${process.pid}/schedstat\`, 'utf8').split(' ')[0]) / 1e6;
let most = 0;
process.on('SIGUSR2', () => {
  let before = spentMs();
  setInterval(() => {
    const now = spentMs();
    most = Math.max(most, now - before);
    before = now;
  }, 5).unref();
});
process.on('exit', () => writeFileSync(process.env.DELAY_FILE, String(most)));
`;

function open(columns: number, variables: Record<string, string> = {}): RealTerminal {
  const { port } = service.address() as AddressInfo;
  const account = { GENCTL_BASE_URL: `http://127.0.0.1:${port}`, GENCTL_API_KEY: 'key' };
  return terminals.open(columns, { ...account, ...variables });
}

/** The process that asks; tmux knows its shell only. */
function pidOf(model: string): string {
  return execFileSync('pgrep', ['-f', `genctl.js compose .*-m ${model}( |$)`], { encoding: 'utf8' }).trim();
}

async function untilGone(pid: string): Promise<void> {
  for (let look = 0; look < 50; look += 1) {
    if (!existsSync(`/proc/${pid}`)) return;
    await delay(100);
  }
  throw new Error(`${pid} lives on`);
}

const slow = ['many-properties', 'many-values', 'circle-of-all-of', 'slow-pattern', 'unions-of-unions'];

describe('a schema of someone who means no good, at a real terminal', () => {
  it.each(sample(['TERM', 'HUP'], () => 'a signal', 2))(
    'is left by SIG%s at a question, and what was entered is kept',
    async (signal) => {
      const terminal = open(80);
      terminal.run('compose "a fox" -m hostile/slow-pattern');
      await terminal.until(/\? code/);
      terminal.type(`${'a'.repeat(36)}!`);
      // Nobody can tell in time whether that matches, so nothing is said of it.
      await terminal.until(/\? code a{36}!/);
      execFileSync('kill', [`-${signal}`, pidOf('hostile/slow-pattern')]);
      expect(await terminal.until(/ended 1(43|29)/)).toMatch(/→ genctl compose --resume fox/);
    },
  );

  it('is left by SIGTERM while its editor is open, and the editor with it', async () => {
    const terminal = open(80, { VISUAL: '', EDITOR: 'sleep 61 #' });
    terminal.run('compose "a fox" -m hostile/required-circle');
    await terminal.until(/too deeply nested to ask for field by field/);
    terminal.press('C-g');
    await delay(1_000);
    execFileSync('kill', ['-TERM', pidOf('hostile/required-circle')]);
    expect(await terminal.until(/ended 143/)).toMatch(/→ genctl compose --resume fox/);
  });

  it('is left with the terminal: nothing lives on, and what was entered is kept', async () => {
    const terminal = open(80);
    terminal.run('compose "a fox" -m hostile/required-circle');
    await terminal.until(/too deeply nested to ask for field by field/);
    const pid = pidOf('hostile/required-circle');
    terminal.hangUp();
    await untilGone(pid);
    expect(readdirSync(join(terminal.home, 'genctl/compositions'))).toEqual(['fox.json']);
  });

  it.each(sample(slow, () => 'a schema', 3))('%s never holds the event loop up for long', async (name) => {
    const terminal = open(40);
    const [script, file] = [join(terminal.home, 'monitor.mjs'), join(terminal.home, 'delay')];
    writeFileSync(script, monitor);
    terminal.type(`export DELAY_FILE='${file}' NODE_OPTIONS='--import ${script}'; clear\n`);
    terminal.run(`compose -m hostile/${name}`);
    await terminal.until(/\? Prompt/);
    execFileSync('kill', ['-USR2', pidOf(`hostile/${name}`)]);
    terminal.type('a fox');
    terminal.press('Enter');
    await terminal.until(/✓ Prompt a fox\n\? /);
    terminal.type('field_49');
    await delay(500);
    terminal.press('Down', 'Up', 'Enter');
    await delay(1_000);
    terminal.press('C-c');
    await terminal.until(/ended 130/);
    // The time that a bare machine needs, and as much again for a busy one.
    const mostMs = Number(readFileSync(file, 'utf8'));
    expect(mostMs).toBeGreaterThan(0);
    expect(mostMs).toBeLessThan(100);
  });
});
