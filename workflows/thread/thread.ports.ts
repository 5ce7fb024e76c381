import type { ThreadInput } from "./thread.contract.ts";

/** On `REPLY_QUEUE`. */
export interface ThreadReplyActivities {
  /** Writes the oldest reply that is due, once, also when it runs again. Returns false when none is due. */
  replyToNext(input: ThreadInput): Promise<boolean>;
}

/** On `WORKFLOW_QUEUE`; short. */
export interface ThreadRowActivities {
  /** Ends the oldest due reply without an answer, and stores the reason; with `all` every due one. */
  giveUpReply(input: ThreadInput & { all: boolean; reason: GivenUp }): Promise<void>;
}

/** `failed`: all tries failed. `withdrawn`: somebody has cancelled the workflow. */
export type GivenUp = "failed" | "withdrawn";
