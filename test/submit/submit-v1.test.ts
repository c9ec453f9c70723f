import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { OutcomeUnknownError, RefusedError } from '../../src/errors/endings.ts';
import { forgetIntent, recoverIntents } from '../../src/submit/recover.ts';
import { submitIntent } from '../../src/submit/submit.ts';
import { at, workAccount } from '../ledger/fixtures/records.ts';
import { choices, submitBench, v1Intent } from './fixtures/v1-submits.ts';

const lost = (): never => {
  throw new OutcomeUnknownError({ code: 'outcome_unknown', message: 'lost', why: 'First sent then.' });
};
const made = () => ({ job: { id: 'cgt-1', status: 'queued' }, raw: { id: 'cgt-1' }, replayed: false });

describe('a submit of v1', () => {
  it('keeps the answer whole beside its job', async () => {
    const { ledger, ports } = submitBench(made);
    const { record } = await submitIntent(v1Intent(), choices, ports);
    expect(record).toMatchObject({ id: 'cgt-1', route: 'tasks', raw: { id: 'cgt-1' } });
    expect(await ledger.find('cgt-1')).toEqual(record);
    expect(await ledger.unsettledCount()).toBe(0);
  });

  it('whose outcome is unknown says what was sent where, and how it is closed', async () => {
    const { ledger, ports } = submitBench(lost);
    const wanted = v1Intent({ once: 'hero', idempotency_key: 'g1-hero' });
    await expect(submitIntent(wanted, choices, ports)).rejects.toMatchObject({
      exitCode: 13,
      code: 'outcome_unknown',
      retryable: false,
      idempotencyKey: 'g1-hero',
      message: expect.stringContaining('vendor-b/video-2.5'),
      why: expect.stringContaining('/v1/vendor-b/contents/generations/tasks of https://api.example.com'),
      hint: expect.stringContaining('genctl recover --forget g1-hero'),
    });
    expect(await ledger.unsettled()).toMatchObject([{ first_sent_at: at(10) }]);
  });

  it('is never sent a second time: not by its name, not by recover, not at any risk', async () => {
    const { ledger, ports, sent } = submitBench(lost);
    const wanted = v1Intent({ once: 'hero', idempotency_key: 'g1-hero' });
    await expect(submitIntent(wanted, choices, ports)).rejects.toMatchObject({ exitCode: 13 });
    await expect(submitIntent(wanted, choices, ports)).rejects.toMatchObject({
      exitCode: 13,
      code: 'sent_without_key',
      message: expect.stringContaining(at(10)),
      hint: expect.stringContaining('--forget g1-hero'),
    });
    const [outcome] = await recoverIntents(await ledger.unsettled(), choices, async () => ports);
    expect(outcome).toMatchObject({ kind: 'open', error: { exitCode: 13, code: 'sent_without_key' } });
    expect(sent).toHaveLength(1);
    expect(await ledger.unsettledCount()).toBe(1);
  });

  it('that was written down and never sent is sent by recover', async () => {
    const { ledger, ports, sent } = submitBench(made);
    await ledger.claimIntent(v1Intent());
    const [outcome] = await recoverIntents(await ledger.unsettled(), choices, async () => ports);
    expect(outcome).toMatchObject({ kind: 'settled', record: { id: 'cgt-1' } });
    expect(sent).toEqual([v1Intent().body]);
  });

  it('that is refused is settled, and its name is free', async () => {
    const { ledger, ports } = submitBench(() => {
      throw new RefusedError({ code: 'invalid_input', message: 'no', status: 400 });
    });
    const wanted = v1Intent({ once: 'hero', idempotency_key: 'g1-hero' });
    await expect(submitIntent(wanted, choices, ports)).rejects.toMatchObject({ exitCode: 10 });
    expect(await ledger.unsettledCount()).toBe(0);
  });

  it('with a picture inside the answer keeps it as a file, and no record of megabytes', async () => {
    const picture = Buffer.alloc(300_000, 'png');
    const url = `data:image/png;base64,${picture.toString('base64')}`;
    const raw = { data: [{ b64_json: picture.toString('base64') }] };
    const { folder, ledger, ports } = submitBench(() => ({
      job: { id: 'img_1', status: 'succeeded', outputs: [{ url, type: 'image' }] },
      raw,
      replayed: false,
    }));
    const { record } = await submitIntent(v1Intent({ route: 'images', sync: true }), choices, ports);
    const link = record.job.outputs?.[0]?.url ?? '';
    expect(readFileSync(fileURLToPath(link)).equals(picture)).toBe(true);
    expect(record.raw).toEqual({ data: [{ b64_json: link }] });
    expect(await ledger.find('img_1')).toEqual(record);
    expect(readdirSync(`${folder}/pictures`)).toEqual(['img_1-1.png']);
  });

  it('names what changed of a picture without showing it', async () => {
    const body = (picture: string) =>
      JSON.stringify({ model: 'm', content: [{ image_url: { url: picture } }] });
    const { ports } = submitBench(made);
    const key = { once: 'hero', idempotency_key: 'g1-hero' };
    await submitIntent(
      v1Intent({ ...key, body: body('data:image/png;base64,iVBORw0KGgoAAA') }),
      choices,
      ports,
    );
    const again = submitIntent(
      v1Intent({ ...key, body: body('data:image/png;base64,iVBORw0KGgoBBB') }),
      choices,
      ports,
    );
    await expect(again).rejects.toMatchObject({
      code: 'body_changed',
      why: expect.not.stringContaining('iVBOR'),
    });
  });
});

describe('closing an open submit by hand', () => {
  const by = (time: string) => ({ nowMs: Date.parse(time), claimant: workAccount, ofAnyAccount: false });

  it('closes the one of the account at hand where two have the name', async () => {
    const { ledger } = submitBench(made);
    const mine = v1Intent({ once: 'hero', idempotency_key: 'g1-hero' });
    const theirs = { ...mine, profile: 'home', account: 'f1-0a1b2c3d-00000000000000000000000000000000' };
    await ledger.claimIntent(theirs);
    await ledger.claimIntent(mine);
    expect(await forgetIntent(ledger, 'g1-hero', by(at(20)))).toEqual(mine);
    expect(await ledger.unsettled()).toEqual([theirs]);
    // The same line typed twice closes nothing more, least of all another account's.
    await expect(forgetIntent(ledger, 'g1-hero', by(at(21)))).rejects.toMatchObject({
      exitCode: 2,
      code: 'intent_of_another_account',
      hint: expect.stringContaining('--profile home'),
    });
    await ledger.claimIntent(mine);
    expect(await ledger.unsettledCount()).toBe(2);
  });

  it('closes another account’s where a person says so, and where no account is at hand', async () => {
    const { ledger } = submitBench(made);
    const theirs = v1Intent({ profile: 'home', account: 'f1-0a1b2c3d-00000000000000000000000000000000' });
    for (const who of [{ ofAnyAccount: true }, { claimant: undefined }]) {
      await ledger.claimIntent(theirs);
      await forgetIntent(ledger, theirs.idempotency_key, { ...by(at(20)), ...who });
      expect(await ledger.unsettledCount()).toBe(0);
    }
  });

  it('settles it as forgotten, and frees its name', async () => {
    const { ledger, ports, sent } = submitBench(made);
    const wanted = v1Intent({ once: 'hero', idempotency_key: 'g1-hero' });
    await ledger.claimIntent(wanted);
    await ledger.markSent(wanted, at(1));
    expect(await forgetIntent(ledger, 'g1-hero', by(at(20)))).toMatchObject({ once: 'hero' });
    expect(await ledger.unsettledCount()).toBe(0);
    expect(await ledger.findRefusal('g1-hero')).toMatchObject({
      refusal: { code: 'forgotten', status: null },
    });
    await submitIntent(wanted, choices, ports);
    expect(sent).toHaveLength(1);
  });

  it('needs one that is open, and names those that are', async () => {
    const { ledger } = submitBench(made);
    await expect(forgetIntent(ledger, 'g1-hero', by(at(0)))).rejects.toMatchObject({
      exitCode: 2,
      code: 'intent_unknown',
      why: 'Nothing to settle.',
    });
    await ledger.claimIntent(v1Intent({ idempotency_key: 'g1-hero' }));
    await expect(forgetIntent(ledger, 'g1-her', by(at(0)))).rejects.toMatchObject({
      why: expect.stringContaining('g1-hero (vendor-b/video-2.5)'),
    });
    expect(await ledger.unsettledCount()).toBe(1);
  });
});
