import type { JourneyLines } from '../../cli/documents/event-lines.ts';
import { errorDocumentOf } from '../../cli/error-json.ts';
import type { EventOutput } from '../../ledger/events.ts';
import { type JobDocument, printedJob } from '../../ledger/job-document.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { openEventStream, tellFlowEvent } from './event-stream.ts';

/** Begins the events of a command that follows jobs, whose last line has the jobs and the exit code. */
export function openJourneyEvents({ around, clock, terminal }: OutputMeans): EventOutput {
  const { version } = around;
  const stream = openEventStream<JourneyLines>({ clock, out: terminal.out, version });
  const known = new Map<string, JobDocument>();
  return {
    listen: (event) => tellFlowEvent(stream, event),
    file(job_id, { bytes, index, path, sha256 }, { fetched }) {
      stream.tell('file', { job_id, index, path, bytes, sha256, fetched });
    },
    jobs(documents) {
      for (const document of documents) known.set(document.id, document);
    },
    end({ error, exitCode }) {
      stream.tell('summary', {
        exit_code: exitCode,
        error: error === undefined ? null : errorDocumentOf(error),
        jobs: [...known.values()].map(printedJob),
      });
    },
  };
}
