import type { FollowUpActivities } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { concludeCall } from "./conclude-call.ts";
import { keepRecording } from "./keep-recording.ts";
import { writeTranscript } from "./write-transcript.ts";

/** Creates the activities for ended calls. */
export const createFollowUpActivities = (deps: WorkerDependencies): FollowUpActivities => ({
  concludeCall: (input) => withHeartbeat(() => concludeCall(deps, input)),
  writeTranscript: (input) => withHeartbeat(() => writeTranscript(deps, input)),
  keepRecording: (input) => withHeartbeat(() => keepRecording(deps, input)),
});
