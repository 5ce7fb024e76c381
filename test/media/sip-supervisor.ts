import { WebSocket } from "ws";
import { beginSupervisionOperation, takeOverOperation } from "../../api/calls/supervision/supervision.operations.ts";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { SIDES, type Side } from "../../media/room/supervisor-line.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type * as SipParts from "./sip-rig.ts";
import { type HandedCaller, TONES } from "./sip-transfer-rig.ts";
import { findLoudestTone } from "./tone-telephone.ts";

const HEADER_BYTES = 2;

/** Joins the call of a caller as a supervisor, who hears each side by its tone. */
export const superviseCaller = async (
  { platform }: SipParts.SipRig,
  { organization, runId }: Pick<HandedCaller, "organization" | "runId">,
) => {
  const client = platform.api.client(organization.supervisor);
  const params = { workflow_id: organization.agentId, run_id: runId };
  const { body } = await client.call(beginSupervisionOperation, { params });
  const socket = new WebSocket(body.join?.url ?? "");
  const heard: { atMs: number; side: number; hz: number | null }[] = [];
  socket.on("message", (data: Buffer, isBinary) => {
    if (!isBinary) return;
    const samples = Array.from({ length: (data.length - HEADER_BYTES) / 2 }, (_, at) =>
      data.readInt16LE(HEADER_BYTES + 2 * at),
    );
    const hz = findLoudestTone(samples, Object.values(TONES), SPOKEN_SAMPLE_RATE);
    heard.push({ atMs: performance.now(), side: data[0] ?? -1, hz });
  });
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  const supervised = { ...params, supervision_uuid: body.supervision_uuid };
  return {
    body,
    isRefusedToTakeOver: () => client.refused(takeOverOperation, { params: supervised }),
    /** Waits until a side is heard to make this tone for a while. */
    hears: (side: Side, hz: number, sinceMs = 0) =>
      waitUntil(`the supervisor hears ${hz} Hz of the ${side}`, () => {
        const of = heard.filter((each) => each.side === SIDES[side] && each.hz === hz && each.atMs >= sinceMs);
        return of.length > 10;
      }),
    close: () => socket.close(),
  };
};
