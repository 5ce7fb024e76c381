import { p } from "@mikro-orm/core";
import type { Channel } from "../../../domain/call/modes-and-channels.rules.ts";
import { optional } from "../entity-parts.ts";

/** The kind of the runs that are counted together, and their number, length and cost. */
export const runCountColumns = () => ({
  is_over: p.boolean(),
  /** The disposition, or else the outcome; null while there is none. */
  conclusion: optional.text(),
  outcome: optional.text(),
  direction: p.text().$type<"inbound" | "outbound">(),
  channel: p.text().$type<Channel>(),
  currency: optional.text(),
  runs: p.bigint("number"),
  duration_seconds: p.bigint("number"),
  cost_minor: p.bigint("number"),
});
