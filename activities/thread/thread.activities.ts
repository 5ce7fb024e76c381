import type { ThreadReplyActivities, ThreadRowActivities } from "../../workflows/thread/thread.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { giveUpReply } from "./give-up-reply.ts";
import { replyToNext } from "./reply-to-next.ts";

export const createThreadReplyActivities = (deps: WorkerDependencies): ThreadReplyActivities => ({
  replyToNext: (input) => withHeartbeat(() => replyToNext(deps, input)),
});

export const createThreadRowActivities = (deps: Pick<WorkerDependencies, "database">): ThreadRowActivities => ({
  giveUpReply: (input) => giveUpReply(deps, input),
});
