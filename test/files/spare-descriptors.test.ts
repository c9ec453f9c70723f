import { closeSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MachineError } from '../../src/errors/endings.ts';
import { createSpareDescriptors } from '../../src/files/spare-descriptors.ts';

/** The descriptor that the next file gets: a system gives the lowest that is free. */
function nextFree(): number {
  const descriptor = openSync('/dev/null', 'r');
  closeSync(descriptor);
  return descriptor;
}

/** An error of the limit on open files, as the ledger words it. */
function outOfDescriptors(): MachineError {
  const cause = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', syscall: 'open' });
  return new MachineError({ code: 'store_failed', message: 'the ledger can’t be written', cause });
}

it('are open while they are held, and free for the work of the only holder', async () => {
  const free = nextFree();
  const held = createSpareDescriptors().hold();
  expect(nextFree()).toBeGreaterThan(free);
  expect(await held.spend(async () => nextFree())).toBe(free);
  held.release();
  expect(nextFree()).toBe(free);
});

it('stay open for the other holders until a limit stops work, which is then done again', async () => {
  const free = nextFree();
  const spares = createSpareDescriptors();
  const [one, other] = [spares.hold(), spares.hold()];
  expect(await one.spend(async () => nextFree())).toBeGreaterThan(free);
  const found: number[] = [];
  const work = async (): Promise<string> => {
    found.push(nextFree());
    if (found.length === 1) throw outOfDescriptors();
    return 'recorded';
  };
  expect(await one.spend(work)).toBe('recorded');
  expect(found[0]).toBeGreaterThan(free);
  expect(found[1]).toBe(free);
  one.release();
  one.release();
  const third = spares.hold();
  expect(nextFree()).toBeGreaterThan(free);
  other.release();
  third.release();
  expect(nextFree()).toBe(free);
});

it('leave any other failure of the work as it is, done once', async () => {
  const held = createSpareDescriptors().hold();
  let times = 0;
  const failing = held.spend(async () => {
    times += 1;
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  expect(times).toBe(1);
  held.release();
});
