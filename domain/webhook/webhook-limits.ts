import { DAY_MS } from "../time/durations.rules.ts";

/** Webhooks of an organization. */
export const MOST_WEBHOOKS = 20;

/** After a new secret was made, deliveries are signed with the former one as well for this long, so that none is lost. */
export const FORMER_SECRET_VALID_MS = DAY_MS;

/** Deliveries that were settled can be read, and sent again, for this long. */
export const KEEP_SETTLED_MS = 30 * DAY_MS;
