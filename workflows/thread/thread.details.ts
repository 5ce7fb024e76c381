import type { ThreadInput } from "./thread.contract.ts";

export type ThreadStanding = "replying" | "given_up" | "replied";

const SENTENCES: Record<ThreadStanding, string> = {
  replying: "An agent replies to a message",
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
