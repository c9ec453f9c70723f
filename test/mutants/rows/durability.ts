import type { Mutant } from '../mutant.ts';

/** What is on the disk before anybody acts on it. */
export const durabilityMutants: readonly Mutant[] = [
  {
    guards: 'a file’s bytes are flushed before it has its name',
    text: 'writeFileSync(descriptor, bytes); if (options.durable) yield { bytesOf: descriptor };',
    instead: 'writeFileSync(descriptor, bytes);',
    nearest: ['ledger/power-cut'],
  },
  {
    guards: 'a record that was written anew has its name on the disk',
    text: 'if (durable) yield { namesIn: dirname(path) }; }',
    instead: '}',
    nearest: ['ledger/power-cut'],
  },
  {
    guards: 'a claim has its name on the disk',
    text: 'if (durable) yield { namesIn: dirname(path) }; return outcome;',
    instead: 'return outcome;',
    nearest: ['ledger/power-cut'],
  },
  {
    guards: 'who loses a claim flushes the name of the winner’s',
    text: 'if (durable) yield { namesIn: dirname(path) }; return outcome;',
    instead: "if (durable && outcome === 'claimed') yield { namesIn: dirname(path) }; return outcome;",
    nearest: ['files/exclusive-claim'],
  },
  {
    guards: 'a claim without hard links is flushed',
    text: 'if (durable) yield { bytesOf: descriptor }; } catch (error) {',
    instead: '} catch (error) {',
    nearest: ['files/exclusive-claim'],
  },
  {
    guards: 'a name that was given once is on the disk',
    text: 'if (isMoved) yield { namesIn: dirname(path) };',
    instead: '',
    nearest: ['files/atomic-write'],
  },
  {
    guards: 'a job’s line is on the disk before its record',
    text: 'yield { bytesOf: descriptor, shared: orderPath(month.path) };',
    instead: '',
    nearest: ['ledger/power-cut'],
  },
  {
    guards: 'a removed record stays away',
    text: 'if (removed && isDurable) yield { namesIn: path };',
    instead: '',
    nearest: ['files/record-folder'],
  },
  {
    guards: 'a line of a journal is flushed before it counts',
    text: 'await file.appendFile(lines); await file.datasync();',
    instead: 'await file.appendFile(lines);',
    nearest: ['batch/journal/power-cut'],
  },
  {
    guards: 'a new journal has its name on the disk',
    text: 'if (whole === 0) fsyncFolder(dirname(path));',
    instead: '',
    nearest: ['batch/journal/power-cut'],
  },
  {
    guards: 'half a line is cut off before the next is written',
    text: 'if (tail.length > 0) await file.truncate(whole);',
    instead: '',
    nearest: ['files/append-log'],
  },
  {
    guards: 'half a line that the disk refused is cut off',
    text: 'await file.truncate(bytes).catch(() => {});',
    instead: '',
    nearest: ['files/append-log'],
  },
  {
    guards: 'no line is taken after a write that failed',
    text: 'failed = { error }; throw error;',
    instead: 'throw error;',
    nearest: ['files/append-log'],
  },
  {
    guards: 'a download is flushed before it has its name',
    text: 'await runTogether(flushed({ bytesOf: descriptor }));',
    instead: '',
    nearest: ['outputs/downloads/power-cut'],
  },
  {
    guards: 'a download’s name is on the disk before it is told',
    text: 'await runTogether(flushed({ namesIn: dirname(path) }));',
    instead: '',
    nearest: ['outputs/downloads/power-cut'],
  },
  {
    guards: 'a download is written to its end before it is flushed',
    text: 'await behind.drain(); await runTogether',
    instead: 'await runTogether',
    nearest: ['outputs/downloads/downloads'],
  },
  {
    guards: 'who asks while a flush is under way waits for the next',
    text: 'await begun.get(name)?.catch(() => {}); planned.delete(name);',
    instead: 'await begun.get(name)?.catch(() => {});',
    nearest: ['files/run-together'],
  },
  {
    guards: 'a flush that fails is thrown where it was asked for',
    text: 'try { await flush(step.value); } catch (error) {',
    instead: 'try { await flush(step.value).catch(() => {}); } catch (error) {',
    nearest: ['files/run-together'],
  },
  {
    guards: 'a batch notes a send that is claimed before it leaves',
    text: 'if (claim.claimed && claim.sending !== undefined) await noteSend(journal, claim.sending, sentAt);',
    instead: '',
    nearest: ['batch/run/journaled'],
  },
  {
    guards: 'a batch notes a send that is marked before it leaves',
    text: 'await noteSend(journal, intent, sentAt); return ledger.markSent(intent, sentAt);',
    instead: 'return ledger.markSent(intent, sentAt);',
    nearest: ['batch/run/journaled'],
  },
  {
    guards: 'a batch notes a send before the ledger counts it',
    text: 'await noteSend(journal, intent, sentAt); return ledger.markSent(intent, sentAt);',
    instead:
      'const mark = await ledger.markSent(intent, sentAt); await noteSend(journal, intent, sentAt); return mark;',
    nearest: ['batch/run/journaled'],
  },
  {
    guards: 'a batch has its job in the ledger before the journal',
    text: 'const kept = await ledger.recordJob(record); try { // The journal of another part',
    instead: 'const kept = record; void ledger.recordJob(record); try { // The journal of another part',
    nearest: ['batch/run/journaled'],
  },
  {
    guards: 'a name that leads to a job is noted before its intent is gone',
    text: 'yield* place.keys.steps.write(name, recordBytes({ schema: ledgerSchemaVersion, intent, job }));',
    instead: 'void job;',
    nearest: ['ledger/power-cut'],
  },
  {
    guards: 'a refusal is on record before its intent is gone',
    text: 'yield* refusedIn(monthOfTime(refusal.at)).steps.write(name, bytes);',
    instead: 'void bytes;',
    nearest: ['ledger/ledger'],
  },
  {
    guards: 'a line of a queue says when it was first sent before it is',
    text: 'if (isFirstSend) await unlessStopped(noteFirstSend(marked.first_sent_at), signal);',
    instead:
      'if (isFirstSend) void unlessStopped(noteFirstSend(marked.first_sent_at), signal).catch(() => {});',
    nearest: ['queue/serve/held-line'],
  },
  {
    guards: 'a line of a queue says which job it made before that is followed',
    text: 'await shot.note({ job: id });',
    instead: 'void shot.note({ job: id });',
    nearest: ['queue/serve/held-line'],
  },
  {
    guards: 'a send is on the disk before its first byte leaves',
    text: 'yield* place.open.steps.write(name, recordBytes(sent));',
    instead: '',
    nearest: ['ledger/power-cut'],
  },
];
