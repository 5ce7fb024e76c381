import { z } from "zod";
import { parseJson } from "../../../domain/json/json-value.ts";
import { toDate } from "../carrier-values.ts";

/** The fields of Telnyx's call events that are read here. The documentation makes all of them optional. */
export const eventPayload = z.object({
  call_control_id: z.string().nullish(),
  call_leg_id: z.string().nullish(),
  client_state: z.string().nullish(),
  connection_id: z.string().nullish(),
  direction: z.string().nullish(),
  from: z.string().nullish(),
  to: z.string().nullish(),
  start_time: z.string().nullish(),
  hangup_cause: z.string().nullish(),
  hangup_source: z.string().nullish(),
  sip_hangup_cause: z.string().nullish(),
  result: z.string().nullish(),
  digit: z.string().nullish(),
  recording_id: z.string().nullish(),
  recording_started_at: z.string().nullish(),
  recording_ended_at: z.string().nullish(),
  status: z.string().nullish(),
  total_cost: z.string().nullish(),
  cost_parts: z.array(z.object({ currency: z.string().nullish() })).nullish(),
});

export type EventPayload = z.infer<typeof eventPayload>;

/** One event of a call. */
export interface TelnyxEvent {
  /** `call.answered`, … */
  type: string;
  at: Date | null;
  payload: EventPayload;
}

const webhook = z.object({
  data: z.object({
    id: z.string().min(1),
    event_type: z.string().min(1),
    occurred_at: z.string().nullish(),
    payload: eventPayload,
  }),
});

/** Reads the event of a webhook's body; null when there is none. */
export const readWebhook = (body: Buffer): { id: string; event: TelnyxEvent } | null => {
  const data = webhook.safeParse(parseJson(body.toString("utf8"))).data?.data;
  if (!data) return null;
  const { id, event_type: type, occurred_at: at, payload } = data;
  return { id, event: { type, at: toDate(at), payload } };
};
