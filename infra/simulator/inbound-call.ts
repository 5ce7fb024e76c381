import { randomUUID } from "node:crypto";
import { z } from "zod";
import { inboundTargetSchema, placeCallBody, type RentedNumber } from "../telephony/simulator/simulator.protocol.ts";
import type { SimulatorCall } from "./call.ts";
import { computeRingMs } from "./lines.ts";
import { planReports } from "./plan.ts";
import { resolveBehaviour, type SimulatorScript } from "./script.ts";
import { chooseTalk, talkLine } from "./talk.ts";

/** The body of `POST /v1/inbound`, which simulates a call to one of the platform's numbers. */
export const inboundBody = z.object({
  to: z.string().regex(/^\+[1-9]\d{6,14}$/),
  /** null: the caller's number is withheld. */
  from: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/)
    .nullable(),
  /** The caller's behaviour; default: the script's for the caller's number. */
  talk: z.array(talkLine).optional(),
  record: z.boolean().default(false),
  /** The address for the announcement, in place of the number's. */
  inbound_url: inboundTargetSchema.shape.inbound_url.optional(),
  status_url: inboundTargetSchema.shape.status_url.optional(),
});

export type InboundBody = z.infer<typeof inboundBody>;

/** Builds the ringing call; the rest is planned when the platform answers. */
export const buildRingingCall = (
  script: SimulatorScript,
  body: InboundBody,
  number: RentedNumber | undefined,
): SimulatorCall => {
  const account = number?.account ?? "";
  const behaviour = resolveBehaviour(script, { to: body.from ?? "", account });
  const delivery = { lost: false, duplicated: false, reordered: false, lateByMs: 0 };
  const id = `sim_${randomUUID()}`;
  return {
    id,
    createdAtMs: Date.now(),
    request: placeCallBody.parse({
      to: body.to,
      from: body.from ?? "",
      idempotency_key: id,
      status_url: body.status_url ?? number?.inbound?.status_url ?? null,
      record: body.record,
      account,
    }),
    attempt: 1,
    plan: {
      outcome: "no_answer",
      ringingAfterMs: 0,
      answeredAfterMs: null,
      endedAfterMs: computeRingMs(script.speed),
      talkSeconds: 0,
      speed: script.speed,
      costPerMinuteMinor: script.cost_per_minute_minor,
      currency: script.currency,
      ...planReports(script),
      deliveries: { initiated: delivery, ringing: delivery, answered: delivery, completed: delivery },
      talk: [...(body.talk ?? behaviour.talk ?? chooseTalk("answered"))],
      transferOutcome: behaviour.transferOutcome,
    },
    hungUpAtMs: null,
    hungUpBy: null,
    direction: "inbound",
    voice: null,
  };
};
