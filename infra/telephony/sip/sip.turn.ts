import { z } from "zod";
import type { TurnEvent, VerifiedTurn } from "../../../domain/call/call-instructions.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { CallbackRequest } from "../carrier.ts";

const turn = z.object({
  run: z.uuid(),
  turn: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("begin"), answeredBy: z.null() }),
    z.object({ kind: z.literal("silence") }),
    z.object({ kind: z.literal("relay_ended") }),
    z.object({ kind: z.literal("transfer_ended"), outcome: z.enum(["answered", "busy", "no_answer", "failed"]) }),
  ]),
});

/** The questions of the media process, which does what a carrier's own service does elsewhere. */
export type SipTurn = Extract<TurnEvent, { kind: "begin" | "silence" | "relay_ended" | "transfer_ended" }>;

export const writeTurn = (runUuid: string, event: SipTurn): string => JSON.stringify({ run: runUuid, turn: event });

export const readTurn = ({ body, url }: CallbackRequest): VerifiedTurn => {
  const read = turn.safeParse(parseJson(body.toString("utf8"))).data;
  if (!read) return { ok: false, reason: "no turn" };
  if (!url.includes(read.run)) return { ok: false, reason: "the turn of another call" };
  return { ok: true, turn: { carrierCallId: read.run, event: read.turn } };
};
