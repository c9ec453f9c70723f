import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sourceTexts } from '../../scripts/source-texts.ts';
import { shellWords } from '../shell-words.ts';
import { errorOf, newHome } from '../transcripts/genctl.ts';
import { brokenElsewhere, findingLines } from './finding-lines.ts';

const mendsOfRules = resolve(import.meta.dirname, '../../src/request/mends/finding-mends.ts');

interface Refusal {
  hint: string;
  fix?: { argv?: string[] };
  findings: { rule: string; message: string; fix: string }[];
}

/** The rules of the program: what stands as one in a finding, or first in a call that makes one. */
function rulesOfSources(): string[] {
  const makers = /^(service|advice|generator|unknown|objection|listed)\(\)$/;
  const found = sourceTexts().flatMap(({ file, pieces: [piece], within }) => {
    const words = piece !== undefined && 'words' in piece ? piece.words : '';
    const isRule = within.at(-1) === '.rule' || makers.test(within.at(-1) ?? '');
    return isRule &&
      /^(service|schema|request|media|compose)\//.test(file) &&
      /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(words)
      ? [words]
      : [];
  });
  return [...new Set(found)];
}

/** The rules that a line can mend. */
const mendedRules = [...readFileSync(mendsOfRules, 'utf8').matchAll(/^ {2}'([a-z][a-z0-9-]*)': /gm)].map(
  ([, rule = '']) => rule,
);

describe('a finding', () => {
  const { run } = newHome();
  const env = { GENCTL_PROFILE: 'sandbox' };
  let draft = '';
  beforeAll(async () => {
    draft = (await run(['draft', 'a fox', '--duration', '4', '-w', '-q'], { env })).stdout.trim();
  });

  it('of any rule has a line here or a test elsewhere that breaks it, and so has each mend', () => {
    const rules = rulesOfSources();
    expect(rules.length).toBeGreaterThan(40);
    expect(mendedRules.length).toBeGreaterThan(30);
    const isBroken = (rule: string) =>
      findingLines[rule] !== undefined || brokenElsewhere[rule] !== undefined;
    expect([...rules, ...mendedRules].filter((rule) => !isBroken(rule))).toEqual([]);
  });

  it.each(Object.entries(findingLines))(
    'of the rule %s is mended by its line',
    async (rule, { mend, words }) => {
      const typed = words.map((word) => word.replace('{draft}', draft));
      const check = ['--strict', '--dry-run', '--json'];
      const refused = await run([...typed, ...check], { env });
      expect(refused.code, refused.stderr).toBe(2);
      const { findings, fix, hint } = errorOf(refused) as unknown as Refusal;
      const broken = findings.find((one) => one.rule === rule);
      expect(broken, JSON.stringify(findings)).toBeDefined();
      if (mend === 'own') {
        expect(fix?.argv).toBeUndefined();
        return;
      }
      if (mend === 'gap') {
        expect(fix?.argv).toBeUndefined();
        expect(
          shellWords(hint.split('\n')[0] ?? '')
            ?.slice(1)
            .join(' '),
        ).toMatch(/[A-Z]{2,}/);
        return;
      }
      const [program, ...argv] = fix?.argv ?? [];
      expect(program, hint).toBe('genctl');
      const mended = await run(argv, { env });
      const left = mended.code === 0 ? [] : (errorOf(mended) as unknown as Refusal).findings;
      expect(left.map((one) => one.rule)).not.toContain(rule);
      expect(mended.code, mended.stderr).toBe(0);
    },
  );

  it('of a request that was made of flags names no path of its body', async () => {
    const ofFlags = Object.entries(findingLines).filter(
      ([, { words }]) => !/--(set|body|input)/.test(words.join(' ')),
    );
    for (const [rule, { words }] of ofFlags) {
      const refused = await run([...words, '--strict', '--dry-run', '--json'], { env });
      const { findings } = errorOf(refused) as unknown as Refusal;
      for (const { fix, message, ...others } of findings) {
        expect(others).not.toHaveProperty('told');
        expect(`${message} ${fix}`, rule).not.toMatch(/\binput\.|\boutput\.|content\[/);
      }
    }
  });
});
