import type { FollowUpActivities } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** What is done about calls that are over. */
export const createFollowUpActivities = (_deps: WorkerDependencies): FollowUpActivities => ({
  concludeCall: async () => ({ kind: "done" }),
  writeTranscript: async () => ({ kind: "done" }),
  keepRecording: async () => ({ kind: "done" }),
  askPrice: async () => ({ kind: "done" }),
});
