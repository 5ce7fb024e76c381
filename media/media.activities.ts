import { Context } from "@temporalio/activity";
import { HEARTBEAT_EVERY_MS } from "../infra/temporal/deadlines.ts";
import type { VoiceActivities } from "../workflows/voice.ports.ts";
import type { MediaDependencies } from "./active-call.ts";
import { carryVoice } from "./carry-voice.ts";

export const createMediaActivities = (deps: MediaDependencies): VoiceActivities => ({
  carryVoice: async (call) => {
    const context = Context.current();
    const timer = setInterval(() => context.heartbeat(), HEARTBEAT_EVERY_MS);
    try {
      await carryVoice(deps, call, context.cancellationSignal);
    } finally {
      clearInterval(timer);
    }
  },
});
