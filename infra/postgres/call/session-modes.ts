import { type RawBuilder, sql } from "kysely";

/** Conversations without a telephone: in text, and in the browser. */
const SESSION_MODES = ["textchat", "smallwebrtc"];

export const isSessionMode = (mode: string): boolean => SESSION_MODES.includes(mode);

/** Selects among `call_runs` those that count against budgets. */
export const IS_COUNTED_SESSION: RawBuilder<boolean> = sql`(mode in ('textchat','smallwebrtc') and environment = 'production')`;
