import { MINUTE_MS } from "../time/durations.rules.ts";

/**
 * Streams of events that an organization has open, and for how long one stays open: clients connect again. What one tells of is read so
 * often, for all its listeners together.
 */
export const EVENT_STREAMS = { most: 20, goodForMs: 15 * MINUTE_MS, readEveryMs: 1000 };

/**
 * Whoever has lost a session, an API key or the membership behind them, by logging out, by an archived key or because a directory has
 * deactivated them, is refused from the next request on; streams that are open end within this time.
 */
export const STREAMS_END_WITHIN_MS = 1000;
/** So often, and a look takes a moment. */
export const CREDENTIALS_READ_EVERY_MS = STREAMS_END_WITHIN_MS / 2;
