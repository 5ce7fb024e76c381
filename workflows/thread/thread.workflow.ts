import {
  ActivityFailure,
  allHandlersFinished,
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
} from "@temporalio/workflow";
import { receiveCancellation } from "../cancellation.ts";
import { REPLY_QUEUE } from "../task-queues.ts";
import { messagePostedSignal, type ThreadInput } from "./thread.contract.ts";
import { describeThread, type ThreadStanding } from "./thread.details.ts";
import type { ReplyLater, ThreadReplyActivities, ThreadRowActivities } from "./thread.ports.ts";

const { replyToNext } = proxyActivities<ThreadReplyActivities>({
  taskQueue: REPLY_QUEUE,
  startToCloseTimeout: "5 minutes",
  scheduleToCloseTimeout: "15 minutes",
  heartbeatTimeout: "5 seconds",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds", maximumAttempts: 8 },
});
const { giveUpReply } = proxyLocalActivities<ThreadRowActivities>({
  startToCloseTimeout: "30 seconds",
  localRetryThreshold: "1 second",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});

/** Each reply costs about ten events; after this many the history starts anew. */
const REPLIES_OF_ONE_HISTORY = 100;

interface Talk {
  input: ThreadInput;
  /** A message was posted since the rows were read. */
  isPosted: boolean;
  isWithdrawn: boolean;
  replies: number;
}

/** Replies to the messages of one thread in order, until none waits. The rows say which do. */
export const thread = (input: ThreadInput): Promise<string> => {
  const talk: Talk = { input, isPosted: false, isWithdrawn: false, replies: 0 };
  setHandler(messagePostedSignal, () => {
    talk.isPosted = true;
  });
  const withdraw = () => {
    talk.isWithdrawn = true;
  };
  return receiveCancellation(withdraw, () => replyToAll(talk));
};

const replyToAll = async (talk: Talk): Promise<string> => {
  const { input } = talk;
  for (let looks = 0; looks < REPLIES_OF_ONE_HISTORY; looks += 1) {
    if (talk.isWithdrawn) return withdraw(talk);
    talk.isPosted = false;
    showDetails(talk, "replying");
    const replied = await reply(talk);
    if (typeof replied === "object") await waitToSend(talk, replied);
    else if (replied) talk.replies += 1;
    // This run also replies to a message that came during the last look.
    else if (!talk.isPosted) return finish(talk);
  }
  await condition(allHandlersFinished);
  return continueAsNew<typeof thread>(input);
};

/** Returns false when nothing is left to reply to. A reply that fails does not delay the next. */
const reply = async (talk: Talk): Promise<boolean | ReplyLater> => {
  try {
    return await replyToNext(talk.input);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    await giveUpReply({ ...talk.input, all: false, reason: "failed" });
    showDetails(talk, "given_up");
    return true;
  }
};

/** Whoever has ended the reply meanwhile has done so in its row. */
const waitToSend = async (talk: Talk, { laterSeconds }: ReplyLater): Promise<void> => {
  showDetails(talk, "waiting");
  await condition(() => talk.isWithdrawn, laterSeconds * 1000);
};

const withdraw = async (talk: Talk): Promise<string> => {
  await giveUpReply({ ...talk.input, all: true, reason: "withdrawn" });
  showDetails(talk, "given_up");
  return "withdrawn";
};

const finish = (talk: Talk): string => {
  showDetails(talk, "replied");
  return "replied";
};

const showDetails = ({ input, replies }: Talk, standing: ThreadStanding): void =>
  setCurrentDetails(describeThread(standing, { ...input, replies }));
