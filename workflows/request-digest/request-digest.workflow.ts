import { condition, continueAsNew, proxyActivities, setCurrentDetails, setHandler, sleep } from "@temporalio/workflow";
import { GATHER_REQUESTS_SECONDS } from "../../domain/mail/request-digest.rules.ts";
import { ROUNDS_OF_ONE_HISTORY } from "../history-length.ts";
import { FOLLOW_UP_QUEUE } from "../task-queues.ts";
import { moreToTellSignal, type RequestDigestInput } from "./request-digest.contract.ts";
import { describeDigest } from "./request-digest.details.ts";
import type { RequestDigestActivities } from "./request-digest.ports.ts";

const { sendRequestDigests } = proxyActivities<RequestDigestActivities>({
  taskQueue: FOLLOW_UP_QUEUE,
  startToCloseTimeout: "5 minutes",
  heartbeatTimeout: "30 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
});

/** Mails the members of channels about requests, as long as any mail waits. */
export const requestDigest = async (input: RequestDigestInput): Promise<void> => {
  let hasMore = true;
  setHandler(moreToTellSignal, () => {
    hasMore = true;
  });
  for (let round = 0; round < ROUNDS_OF_ONE_HISTORY || hasMore; round += 1) {
    hasMore = false;
    await sleep(`${GATHER_REQUESTS_SECONDS} seconds`, { summary: "gathers requests of the same minutes" });
    const { nextInSeconds } = await sendRequestDigests(input);
    if (nextInSeconds === null && !hasMore) return;
    if (nextInSeconds === null) continue;
    const waitSeconds = Math.ceil(nextInSeconds);
    setCurrentDetails(describeDigest({ ...input, nextAt: new Date(Date.now() + waitSeconds * 1000).toISOString() }));
    await condition(() => hasMore, `${waitSeconds} seconds`);
  }
  await continueAsNew<typeof requestDigest>(input);
};
