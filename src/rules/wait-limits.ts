/** A wait for a job whose deadline nobody has said yet: longer than any job runs. Unit: ms. @see service document §8 */
export const unknownDeadlineMs = 45 * 60_000;

/** Past its deadline a job is given this long to be called expired by the service. Unit: ms. */
export const deadlineGraceMs = 60_000;
