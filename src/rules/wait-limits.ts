/** How long to wait for a job whose deadline is not known yet: longer than any job runs. Unit: ms. @see service document §8 */
export const unknownDeadlineMs = 45 * 60_000;

/** How long after a job's deadline the service may take to call it expired. Unit: ms. */
export const deadlineGraceMs = 60_000;
