/** Chooses once, before any test, what is taken of the matrices, and says how the same are taken again. */
export default function chooseSeed(): void {
  if (process.env.TEST_SAMPLE === 'whole') return;
  process.env.TEST_SEED ??= String(Math.floor(Math.random() * 1_000_000));
  process.stdout.write(`Matrices are sampled: TEST_SEED=${process.env.TEST_SEED} takes the same again.\n`);
}
