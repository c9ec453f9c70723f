import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { expect, it } from 'vitest';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { newHome } from './genctl.ts';

it.runIf(process.platform === 'linux')(
  'renders pictures under nice, too, where only root may raise a priority',
  async () => {
    const { home, run } = newHome();
    const { account, pid } = await serveSandbox(home);
    setPriority(pid, 19);
    const words = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '-D', 'niced'];
    const { code, stderr } = await run(words, { env: account });
    expect(code, stderr).toBe(0);
    const raised = readdirSync(`/proc/${pid}/task`).filter((thread) => getPriority(Number(thread)) === 10);
    expect(raised).toEqual([]);
  },
);
