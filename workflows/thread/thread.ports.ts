import type { ThreadInput } from "./thread.contract.ts";

/** On `REPLY_QUEUE`. */
export interface ThreadReplyActivities {
  /** Writes the oldest reply that is due, once, also when this runs again. Returns false when none is due. */
  replyToNext(input: ThreadInput): Promise<boolean>;
}

/** On `WORKFLOW_QUEUE`; short. */
export interface ThreadRowActivities {
  /** Says that the oldest reply which is due cannot be given, with the reason; with `all` the same of every one. */
  giveUpReply(input: ThreadInput & { all: boolean; reason: GivenUp }): Promise<void>;
}

/** `failed`: it was tried long enough. `withdrawn`: somebody has cancelled the workflow. */
export type GivenUp = "failed" | "withdrawn";
