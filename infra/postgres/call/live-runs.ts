import { type RawBuilder, sql } from "kysely";
import { LIVE_CALL_STATES, OPEN_CALL_STATES } from "../../../domain/call/call-states.rules.ts";
import { SESSION_MODES, TEXT_MODE } from "../../../domain/call/modes-and-channels.rules.ts";
import { literals } from "../literals.ts";

/** Selects the runs `r` in progress, queued ones among them. Their index has no run that has ended. */
export const IS_OPEN: RawBuilder<boolean> = sql`r.ended_at is null and r.state in (${literals(OPEN_CALL_STATES)})`;

/** The same without those that are queued: calls that take a line of their account. */
export const IS_LIVE: RawBuilder<boolean> = sql`r.ended_at is null and r.state in (${literals(LIVE_CALL_STATES)})`;

/** Selects, of runs `r`, those with a telephone: they take a line of their organization, and sessions take none. */
export const TAKES_LINE: RawBuilder<boolean> = sql`r.mode not in (${literals(SESSION_MODES)})`;

/** Selects, of runs `r`, the calls, by telephone or in the browser; text sessions are none. */
export const IS_CALL: RawBuilder<boolean> = sql`r.mode <> ${sql.lit(TEXT_MODE)}`;
