const queued = ['batch', 'worker', 'queue status', 'queue limit', 'queue retry'];

/** Those of queues. */
export const suggestedOnQueues = {
  'queue/run-worker.ts': ['worker'],
  'queue/metrics/serve-metrics.ts': ['worker'],
  'queue/line/line.ts': ['worker'],
  // Of the batch that feeds the queue.
  'queue/with-queue.ts line_has_failed': ['batch'],
  'queue/store/last-use.ts queue_may_be_old': ['batch'],
  'queue/store/connection.ts': queued,
  'queue/store/engine.ts queue_engine_missing': 'foreign',
  'batch/queue-flags.ts': ['worker'],
  'batch/queue-flags.ts invalid_queue': queued,
  'batch/queue-flags.ts no_queue': queued,
  'queue/store/store-trouble.ts': ['worker', 'queue status'],
  'queue/with-queue.ts': ['batch'],
} as const;
