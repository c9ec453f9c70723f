import type { History, Step } from './history.ts';

/** How many shorter histories are tried at most, since each is played. */
const triesMost = 60;

/** Whether a history still shows the failure that is looked for. */
type Fails = (history: History) => Promise<boolean>;

/**
 * The shortest history found that fails as this one does: steps are left out, the last ones first, then what meets each step, then
 * flags of its words. Each cut is kept where the failure stays.
 */
export async function shrink(history: History, fails: Fails): Promise<History> {
  let best = history;
  let tries = 0;
  const keep = async (cut: History): Promise<void> => {
    tries += 1;
    if (tries <= triesMost && (await fails(cut))) best = cut;
  };
  for (let isShorter = true; isShorter; ) {
    const before = JSON.stringify(best).length;
    for (let place = best.steps.length - 1; place >= 0; place -= 1) {
      await keep({ ...best, steps: best.steps.filter((_, other) => other !== place) });
    }
    for (let place = best.steps.length - 1; place >= 0; place -= 1) {
      const step = best.steps[place];
      for (const lesser of step === undefined ? [] : lesserSteps(step)) {
        await keep({ ...best, steps: best.steps.with(place, lesser) });
      }
    }
    for (const lesser of [
      { homes: 1 as const },
      { speed: 'instant' as const },
      { inFlight: 50 },
      { noCdn: false },
    ]) {
      await keep({ ...best, ...lesser });
    }
    isShorter = JSON.stringify(best).length < before;
  }
  return best;
}

/** The step with one thing less each. */
function lesserSteps(step: Step): Step[] {
  const lesser: Step[] = [];
  for (const name of ['beside', 'damage', 'disk', 'end', 'isProcess', 'skewMs', 'faults', 'files'] as const) {
    if (step[name] === undefined) continue;
    const { [name]: _, ...rest } = step;
    lesser.push(rest);
  }
  const { faults = [], files = {}, words } = step;
  if (faults.length > 1)
    lesser.push(...faults.map((one) => ({ ...step, faults: faults.filter((other) => other !== one) })));
  for (const name of Object.keys(files)) {
    const { [name]: _, ...rest } = files;
    lesser.push({ ...step, files: rest });
    const lines = files[name]?.split('\n') ?? [];
    lesser.push(
      ...lines.map((_, at) => ({ ...step, files: { ...files, [name]: lines.toSpliced(at, 1).join('\n') } })),
    );
  }
  words.forEach((word, at) => {
    if (!word.startsWith('-')) return;
    lesser.push({ ...step, words: words.toSpliced(at, 1) });
    if (at + 1 < words.length) lesser.push({ ...step, words: words.toSpliced(at, 2) });
  });
  return lesser;
}
