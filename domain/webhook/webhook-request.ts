/** The limits of one try to send a webhook; of its answer only the status counts. */
export const WEBHOOK_LIMITS = { timeoutMs: 10_000, maxResponseBytes: 1024 };
