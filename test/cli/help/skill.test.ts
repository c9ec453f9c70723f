import { describe, expect, it } from 'vitest';
import { longName } from '../../../src/cli/flag.ts';
import { globalFlags } from '../../../src/cli/global-flags.ts';
import { skillText } from '../../../src/cli/help/skill.ts';
import { exitCodes } from '../../../src/errors/exit-codes.ts';
import { unaskedMost } from '../../../src/follow/send/agreed-jobs.ts';
import { jobErrorAdvice } from '../../../src/follow/words/job-advice.ts';
import { helpDocument } from '../../../src/run/line/help-document.ts';
import { commandLinesIn } from '../../mends/command-lines.ts';
import { whyNotRead } from '../../mends/read-line.ts';

const text = skillText();
const recipes = [...text.matchAll(/^ {4}(genctl .*)$/gm)].map(([, line]) => line ?? '');

describe('the skill', () => {
  it('has front matter that hosts of skills read, and few characters', () => {
    const [, name, description = ''] =
      /^---\nname: ([a-z-]{1,64})\ndescription: (.*)\n---\n/.exec(text) ?? [];
    expect(name).toBe('genctl');
    expect(description.length).toBeLessThan(1_024);
    // Else it would need quotes.
    expect(description).not.toContain(': ');
    // 1,600 tokens of four characters.
    expect(text.length).toBeLessThan(6_400);
    expect(recipes.length).toBeGreaterThanOrEqual(12);
  });

  it.each(recipes)('can be typed: %s', async (recipe) => {
    for (const line of commandLinesIn(recipe)) expect(await whyNotRead(line)).toBeUndefined();
  });

  it('names flags that there are', async () => {
    const { commands } = await helpDocument([]);
    const all = await Promise.all(commands.map(({ name }) => helpDocument(name.split(' '))));
    const flags = new Set([
      ...all.flatMap((one) => one.flags.flatMap(({ name, negated }) => [name, negated])),
      ...Object.values(globalFlags).map(({ syntax }) => longName(syntax)),
    ]);
    const told = [...text.matchAll(/--[a-z][a-z-]+/g)].map(([flag]) => flag);
    expect(told.length).toBeGreaterThan(20);
    expect(told.filter((flag) => !flags.has(flag))).toEqual([]);
  });

  it('names exit codes and errors of jobs that there are', () => {
    const told = [...text.matchAll(/\bexits? ((?:\d+(?:, | or | and )?)+)/gi)].flatMap(([, codes = '']) =>
      [...codes.matchAll(/\d+/g)].map(([code]) => Number(code)),
    );
    const known: number[] = Object.values(exitCodes).map(({ code }) => code);
    expect(told.length).toBeGreaterThan(10);
    expect(told.filter((code) => !known.includes(code))).toEqual([]);
    expect(text).toContain(`Exit ${exitCodes.waitTimedOut.code} means: not finished yet`);
    expect(text).toContain(`before more than ${unaskedMost} new jobs`);
    for (const code of ['provider_failed', 'timeout', 'internal'])
      expect(jobErrorAdvice).toHaveProperty(code);
  });
});
