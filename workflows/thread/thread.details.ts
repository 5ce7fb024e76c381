import type { ThreadInput } from "./thread.contract.ts";

export type ThreadStanding = "replying" | "waiting" | "given_up" | "replied";

const SENTENCES: Record<ThreadStanding, string> = {
  replying: "An agent replies to a message",
  waiting: "A reply is written and may be sent later: these are quiet hours, or the carrier asks to slow down",
  given_up: "A reply could not be given; the timeline says so",
  replied: "Everything is replied to",
};

/** Markdown for the Temporal UI; only the timeline has the messages. */
export const describeThread = (
  standing: ThreadStanding,
  { organizationId, threadId, replies }: ThreadInput & { replies: number },
): string =>
  [
    `**${SENTENCES[standing]}**, ${replies === 1 ? "1 reply" : `${replies} replies`} so far`,
    "",
    `Thread ${threadId} of organization ${organizationId}`,
  ].join("\n");
