import type { Mutant } from '../mutant.ts';

/** What keeps a job that was paid for, and its files, from being lost. */
export const lossMutants: readonly Mutant[] = [
  {
    guards: 'an answer that was under way does not undo the end of a job',
    text: 'if (!isTerminal(stored.job.status) || isTerminal(changed.job.status)) return changed;',
    instead: 'return changed;',
    nearest: ['ledger/ledger'],
  },
  {
    guards: 'a job that can’t be recorded is told with its id',
    text: 'throw new NotRecordedError(record, cause);',
    instead: 'throw cause;',
    nearest: ['submit/submit'],
  },
  {
    guards: 'nothing is written down for a submit whose answer could not be read or kept',
    text: 'const descriptors = await ports.prepare(wanted.route);',
    instead:
      'const descriptors = await ports.prepare(wanted.route).catch(() => ({ spend: (work) => work(), release() {} }));',
    nearest: ['submit/prepared-send'],
  },
  {
    guards: 'a paid job finds the descriptors that its record takes',
    text: 'if (holders === 1) close();',
    instead: '',
    nearest: ['files/spare-descriptors'],
  },
  {
    guards: 'a record that a limit stopped is tried again with the spare descriptors',
    text: 'if (!isOfLimit(error)) throw error; close();',
    instead: 'throw error;',
    nearest: ['files/spare-descriptors', 'submit/prepared-send'],
  },
  {
    guards: 'a refusal that could not be noted names its key',
    text: 'throw new NotSettledError(intent, error, cause);',
    instead: 'throw cause;',
    nearest: ['submit/prepared-send'],
  },
  {
    guards: 'an unforeseen error after a send leaves its key to be told',
    text: 'if (error instanceof CliError) takeBack();',
    instead: 'takeBack();',
    nearest: ['submit/prepared-send'],
  },
  {
    guards: 'an error that came between names the line that settles a submit',
    text: 'failure.mendBy((hint) => hintThen(hint, recoverHint(open, onward)));',
    instead: '',
    nearest: ['run/context/name-submits'],
  },
  {
    guards: 'no program is told to run a line again that has paid',
    text: 'if (submitted.length > 0 || open.length > 0) failure.retryable = false;',
    instead: '',
    nearest: ['run/context/name-submits'],
  },
  {
    guards: 'an answer that breaks off is not taken for a whole one',
    text: 'if (bytes < lengthBytes)',
    instead: 'if (false)',
    nearest: ['api/transport/answer-body'],
  },
  {
    guards: 'a download that breaks off is not taken for a whole one',
    text: 'if (bytes < (totalBytes ?? bytes))',
    instead: 'if (false)',
    nearest: ['api/transport/download-content'],
  },
  {
    guards: 'a download that is longer than it says begins again',
    text: 'if (bytes > (totalBytes ?? bytes))',
    instead: 'if (false)',
    nearest: ['api/transport/download-content'],
  },
  {
    guards: 'an object that breaks off is not taken for a whole one',
    text: 'if (bytes !== (contentLength(headers) ?? bytes))',
    instead: 'if (false)',
    nearest: ['outputs/bucket/object-store'],
  },
  {
    guards: 'a file without a length is whole only where it ends as its kind does',
    text: 'if (received.totalBytes === undefined && kind !== undefined && !received.endsWhole(kind))',
    instead: 'if (false)',
    nearest: ['api/transport/download-content'],
  },
  {
    guards: 'a page in place of a picture is not kept as one',
    text: 'if (kind !== undefined && !hasSignature(kind, head))',
    instead: 'if (false)',
    nearest: ['api/transport/download-content'],
  },
  {
    guards: 'a range that was not asked for is not appended',
    text: "if (!fits) throw await startAgain(state, 'WRONG_RANGE',",
    instead: "if (false) throw await startAgain(state, 'WRONG_RANGE',",
    nearest: ['api/transport/download-resume'],
  },
  {
    guards: 'a 200 to a range begins again from zero',
    text: 'if (received.bytes > 0) await startOver(state);',
    instead: '',
    nearest: ['api/transport/download-resume'],
  },
  {
    guards: 'a name that another output took between look and put is not ours',
    text: 'if (!isUnsure(error) || !(await wanted.isSame(bytes))) throw error;',
    instead: 'if (!isUnsure(error)) throw error;',
    nearest: ['outputs/bucket/object-sink'],
  },
  {
    guards: 'a finished name that is taken is left alone',
    text: "if (outcome === 'exists') return false;",
    instead: '',
    nearest: ['outputs/downloads/file-sink'],
  },
  {
    guards: 'without hard links a name that is taken is left alone',
    text: "closeSync(openSync(path, 'wx', 0o600)); } catch (error) { if (errorCode(error) === 'EEXIST') return false;",
    instead:
      "closeSync(openSync(path, 'w', 0o600)); } catch (error) { if (errorCode(error) === 'EEXIST') return false;",
    nearest: ['outputs/downloads/file-sink'],
  },
  {
    guards: 'a part that another process writes is left alone',
    text: "return { path, descriptor: openSync(path, 'wx+') };",
    instead: "return { path, descriptor: openSync(path, 'w+') };",
    nearest: ['outputs/downloads/downloads'],
  },
  {
    guards: 'a torn record that was set aside keeps its bytes',
    text: "closeSync(openSync(aside, 'wx', 0o600));",
    instead: "closeSync(openSync(aside, 'w', 0o600));",
    nearest: ['files/record-folder'],
  },
  {
    guards: 'a 2xx that no job can be read from is kept',
    text: 'tally.unread = trouble.unread ?? tally.unread;',
    instead: '',
    nearest: ['api/transport/sync-answers', 'api/transport/api-submit'],
  },
  {
    guards: 'the facts of a job that changes after its end are drawn again',
    text: 'return isNoted(stored, changed) ? months.whileForgetting(month, [id], write) : write();',
    instead: 'return write();',
    nearest: ['ledger/facts/survey'],
  },
  {
    guards: 'the facts of a job that is gone are none of the one that is recorded anew',
    text: '...[...(before?.gone ?? []), ...forgotten.map(({ id }) => id)].map(forgettingLine),',
    instead: '',
    nearest: ['ledger/facts/survey'],
  },
  {
    guards: 'a job that may yet change is read each time',
    text: 'if (isSettled(facts)) lines.push(factsLine(facts));',
    instead: 'lines.push(factsLine(facts));',
    nearest: ['ledger/facts/survey'],
  },
  {
    guards: 'a lock is given back after its work',
    text: 'try { return await work(); } finally { lock.release(); }',
    instead: 'return await work();',
    nearest: ['files/lock'],
  },
  {
    guards: 'the lock of claims is given back',
    text: 'await Promise.all(group.map((one, place) => settle(one, judgements[place]))); return; } finally { lock.release(); }',
    instead:
      'await Promise.all(group.map((one, place) => settle(one, judgements[place]))); return; } finally {}',
    nearest: ['ledger/spending/spending'],
  },
  {
    guards: 'the lock of a journal that can’t be read is given back',
    text: 'await closeAll(files, lock); throw error;',
    instead: 'await closeAll(files, undefined); throw error;',
    nearest: ['batch/journal/odd-journals'],
  },
  {
    guards: 'the lock of a journal is given back as it is closed',
    text: 'lock?.release(); for (const end of closed)',
    instead: 'for (const end of closed)',
    nearest: ['batch/journal/journal'],
  },
  {
    guards: 'a job whose files are not all here is not over',
    text: 'if (files.length < Math.max(1, over?.outputs ?? 1)) return false;',
    instead: '',
    nearest: ['batch/run/shot-state'],
  },
  {
    guards: 'a journal with a line that can’t be read is refused',
    text: 'throw error instanceof UnreadableLine ? unreadable(path, number, error.message) : error;',
    instead: 'if (!(error instanceof UnreadableLine)) throw error;',
    nearest: ['batch/journal/odd-journals'],
  },
  {
    guards: 'a record of a newer version is not taken for a torn one',
    text: "if (typeof version === 'number' && version > ledgerSchemaVersion) {",
    instead: 'if (false) {',
    nearest: ['ledger/ledger-faults'],
  },
  {
    guards: 'a job that is recorded again keeps its intent, files and finals',
    text: '...stored, intent: stored.intent ?? record.intent,',
    instead: '...record, intent: stored.intent ?? record.intent,',
    nearest: ['ledger/ledger'],
  },
  {
    guards: 'a record that came back before it was pruned stays',
    text: 'const record = leaving(); if (record === undefined) return undefined;',
    instead: 'const record = leaving() ?? ({ job: {} } as never);',
    nearest: ['ledger/records/prune'],
  },
  {
    guards: 'a line that another worker has by now is not sent',
    text: 'await note({ intent: { ...line.intent, first_sent_at } }); if (isLost) throw new LineLostError();',
    instead: 'await note({ intent: { ...line.intent, first_sent_at } });',
    nearest: ['queue/serve/held-line'],
  },
];
