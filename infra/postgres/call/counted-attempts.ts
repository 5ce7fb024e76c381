import { type RawBuilder, sql } from "kysely";
import { ATTEMPTS_WINDOW_HOURS, NO_ATTEMPT_REASONS } from "../../../domain/call/attempt.rules.ts";
import { literals } from "../literals.ts";

/** Selects, of runs `r` whose carriers were asked, those that count as attempts on their numbers. */
export const IS_ATTEMPT: RawBuilder<boolean> = sql`(r.end_reason is null or r.end_reason not in (${literals(NO_ATTEMPT_REASONS)}))`;

/** An interval: as long ago as an attempt counts against the limit of attempts on its number. */
export const ATTEMPTS_WINDOW: RawBuilder<unknown> = sql`interval ${sql.lit(`${ATTEMPTS_WINDOW_HOURS} hours`)}`;
