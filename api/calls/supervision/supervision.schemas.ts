import { z } from "zod";
import {
  LONGEST_SUPERVISOR_WORDS,
  SUPERVISION_ENDS,
  SUPERVISION_MODES,
  SUPERVISION_STATES,
} from "../../../domain/call/supervision.rules.ts";
import { idParameter, nullableTime, time, withDefault } from "../../http/fields.ts";

export const supervisedRunParams = z.object({ workflow_id: idParameter, run_id: idParameter });
export const supervisionParams = supervisedRunParams.extend({ supervision_uuid: z.uuid() });

const words = z.string().trim().min(1).max(LONGEST_SUPERVISOR_WORDS);
export const whisperBody = z.strictObject({
  text: words.meta({ description: "The agent reads it before its next words; the person does not hear it" }),
});
export const supervisorWordsBody = z.strictObject({
  text: words.meta({ description: "Said to the person in the agent's voice, while the call is taken over" }),
});
export const leaveQuery = z.object({
  call: withDefault(z.enum(["goes_on", "ends"]), "goes_on").meta({
    description: "`goes_on`: a call that was taken over is handed back to its agent; `ends`: the call ends",
  }),
});

const text = z.string().nullable();

export const supervisionAnswer = z
  .object({
    supervision_uuid: z.string(),
    workflow_run_id: z.number().int(),
    supervisor: z.string().meta({ description: "`user:7` or `api_key:12`" }),
    mode: z.enum(SUPERVISION_MODES),
    state: z.enum(SUPERVISION_STATES).meta({
      description: "`handing_back`: the supervisor has let go of the call, and the agent is about to go on",
    }),
    whispers: z.number().int(),
    started_at: time,
    taken_over_at: nullableTime,
    ended_at: nullableTime,
    end_reason: z.enum(SUPERVISION_ENDS).nullable().meta({
      description: "`lost`: nothing was heard of the supervisor any more; `hung_up`: the supervisor ended the call",
    }),
    no_sound: text.meta({ description: "Why the call's sound is not heard; null: both sides are" }),
    no_take_over: text.meta({ description: "Why the call cannot be taken over; null: it can" }),
    join: z
      .object({
        url: z.string().meta({ description: "A WebSocket; while it is open the supervisor is there" }),
        token: z.string(),
        expires_at: time.meta({ description: "Until then the connection may be opened, also anew" }),
      })
      .meta({ id: "SupervisionJoin" })
      .nullish()
      .meta({ description: "Where the supervisor joins; only in the answer that begins the supervision" }),
  })
  .meta({ id: "Supervision" });

export const supervisionListAnswer = z
  .object({ supervisions: z.array(supervisionAnswer) })
  .meta({ id: "SupervisionList" });
