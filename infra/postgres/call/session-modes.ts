import { type RawBuilder, sql } from "kysely";

/** The modes of runs without a telephone: text sessions and web calls. */
const SESSION_MODES = ["textchat", "smallwebrtc"];

export const isSessionMode = (mode: string): boolean => SESSION_MODES.includes(mode);

/** Selects among `call_runs` those that count against budgets. */
export const IS_COUNTED_SESSION: RawBuilder<boolean> = sql`(mode in ('textchat','smallwebrtc') and environment = 'production')`;
