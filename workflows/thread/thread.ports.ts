import type { ThreadInput } from "./thread.contract.ts";

/** On `REPLY_QUEUE`. */
export interface ThreadReplyActivities {
  /**
   * Writes the oldest reply that is due, once, also when it runs again. Returns false when none is due, and how long it must wait where
   * it may not be sent yet.
   */
  replyToNext(input: ThreadInput): Promise<boolean | ReplyLater>;
}

/** The reply is written and may be sent later: these are quiet hours, or the carrier asks to slow down. */
export interface ReplyLater {
  laterSeconds: number;
}

/** On `WORKFLOW_QUEUE`; short. */
export interface ThreadRowActivities {
  /** Ends the oldest due reply without an answer, and stores the reason; with `all` every due one. */
  giveUpReply(input: ThreadInput & { all: boolean; reason: GivenUp }): Promise<void>;
}

/** `failed`: all tries failed. `withdrawn`: somebody has cancelled the workflow. */
export type GivenUp = "failed" | "withdrawn";
