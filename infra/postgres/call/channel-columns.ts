import { type RawBuilder, sql } from "kysely";
import { type Channel, MODES_OF_CHANNEL } from "../../../domain/call/modes-and-channels.rules.ts";
import { literals } from "../literals.ts";

/** What runs are called in a statement. */
type Runs = "r" | "call_runs";

const WEB_MODES = literals(MODES_OF_CHANNEL.web);
const CHAT_MODES = literals(MODES_OF_CHANNEL.chat);

/** The channel of a run. */
export const channelOf = (runs: Runs): RawBuilder<Channel> => {
  const mode = sql.ref(`${runs}.mode`);
  return sql`case when ${mode} in (${WEB_MODES}) then 'web' when ${mode} in (${CHAT_MODES}) then 'chat' else 'telephony' end`;
};

/** Selects the runs of `call_runs` that are of a channel. */
export const IS_OF_CHANNEL: Readonly<Record<Channel, RawBuilder<boolean>>> = {
  web: sql`call_runs.mode in (${WEB_MODES})`,
  chat: sql`call_runs.mode in (${CHAT_MODES})`,
  telephony: sql`call_runs.mode not in (${WEB_MODES}, ${CHAT_MODES})`,
};
