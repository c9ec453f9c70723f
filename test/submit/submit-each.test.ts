import { describe, expect, it } from 'vitest';
import { RefusedError } from '../../src/errors/endings.ts';
import { type SubmitEnd, submitEach } from '../../src/submit/submit-each.ts';
import { type NamedSubmit, submitsTo } from './fixtures/planned-submits.ts';

const refused = new RefusedError({ code: 'invalid_request', message: 'no', status: 400 });
const names = ['a', 'b', 'c', 'd', 'e'];

function told() {
  const ends: string[] = [];
  const onEnd = ({ name }: NamedSubmit, end: SubmitEnd): void => {
    ends.push(end.kind === 'submitted' ? end.record.id : `${name}: ${end.error.message}`);
  };
  return { ends, onEnd };
}

describe('many requests', () => {
  it('are submitted in their order, and each is told as soon as its job exists', async () => {
    const { ledger, planned, sent } = submitsTo(() => undefined);
    const { ends, onEnd } = told();
    const before: string[][] = [];
    await submitEach(planned(names), {
      atOnce: 1,
      onEnd(one, end) {
        before.push([...sent]);
        onEnd(one, end);
      },
    });
    expect(ends).toEqual(names.map((name) => `job-${name}`));
    expect(before).toEqual(names.map((_, place) => names.slice(0, place + 1)));
    expect(await ledger.unsettled()).toEqual([]);
  });

  it('are told all, where one is refused and that ends nothing', async () => {
    const { ledger, planned } = submitsTo(({ idempotency_key }) =>
      idempotency_key === 'b' ? refused : undefined,
    );
    const { ends, onEnd } = told();
    await submitEach(planned(names), { atOnce: 3, onEnd });
    expect(ends.toSorted()).toEqual(['b: no', 'job-a', 'job-c', 'job-d', 'job-e']);
    expect((await ledger.list()).map(({ id }) => id).toSorted()).toEqual([
      'job-a',
      'job-c',
      'job-d',
      'job-e',
    ]);
  });

  it('stop where that is what a refusal means: those under way are told, no other is begun', async () => {
    let release = (): void => {};
    const held = new Promise<undefined>((go) => {
      release = () => go(undefined);
    });
    const { ledger, planned, sent } = submitsTo(({ idempotency_key }) =>
      idempotency_key === 'b' ? refused : held,
    );
    const { ends, onEnd } = told();
    const submitted = submitEach(planned(names), {
      atOnce: 3,
      onEnd(one, end) {
        onEnd(one, end);
        release();
        if (end.kind === 'refused') throw end.error;
      },
    });
    await expect(submitted).rejects.toBe(refused);
    expect(sent.toSorted()).toEqual(['a', 'b', 'c']);
    expect(ends.toSorted()).toEqual(['b: no', 'job-a', 'job-c']);
    expect((await ledger.list()).map(({ id }) => id).toSorted()).toEqual(['job-a', 'job-c']);
  });

  it('are read no further ahead than they are sent, and their source is closed', async () => {
    const { planned } = submitsTo(() => undefined);
    let read = 0;
    let isClosed = false;
    async function* source() {
      try {
        for (const one of planned(names)) {
          read += 1;
          yield one;
        }
      } finally {
        isClosed = true;
      }
    }
    const stopped = submitEach(source(), {
      atOnce: 2,
      onEnd() {
        throw refused;
      },
    });
    await expect(stopped).rejects.toBe(refused);
    expect(read).toBe(2);
    expect(isClosed).toBe(true);
  });

  it('reject with what is no end of a submit', async () => {
    const { planned } = submitsTo(() => {
      throw new TypeError('a defect');
    });
    const { ends, onEnd } = told();
    await expect(submitEach(planned(names), { atOnce: 1, onEnd })).rejects.toThrow('a defect');
    expect(ends).toEqual([]);
  });
});
