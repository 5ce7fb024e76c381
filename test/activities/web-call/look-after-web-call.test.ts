import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { decodeJwt } from "jose";
import { checkWebCall } from "../../../activities/web-call/check-web-call.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow } from "../../factories/calls.ts";
import { createTenant } from "../../factories/tenant.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { type DiallingRig, startDiallingRig } from "../dialling-rig.ts";

/** LiveKit's API; what is asked of it is kept. */
let livekit: HttpReceiver;
let rig: DiallingRig;
beforeAll(async () => {
  [livekit, rig] = await Promise.all([startHttpReceiver(), startDiallingRig()]);
});
afterAll(async () => {
  await rig.close();
  await livekit.close();
});

const endWebCall = async ({ carries_audio }: { carries_audio: boolean }) => {
  const tenant = await createTenant(rig.test);
  const agent = await createAgentRows(rig.test, tenant);
  const run = await createRunRow(rig.test, { ...tenant, ...agent }, { mode: "smallwebrtc", carries_audio });
  const settings = { url: livekit.url, publicUrl: livekit.url, apiKey: "test", apiSecret: "a secret of the test" };
  const check = await checkWebCall(
    { ...rig.deps, livekit: settings },
    { organizationId: tenant.organizationId, runUuid: run.uuid, end: true },
  );
  return { check, room: `run-${run.uuid}` };
};

it("closes the room of a conversation with audio that it has ended, whatever LiveKit says to it", async () => {
  for (const status of [200, 500]) {
    livekit.answer = (_, response) => respond(response, status, {});
    const { check, room } = await endWebCall({ carries_audio: true });
    expect(check).toEqual({ isOver: true, secondsLeft: 0 });
    expect(livekit.requests.at(-1)).toMatchObject({ url: "/twirp/livekit.RoomService/DeleteRoom" });
    expect(livekit.requests.at(-1)?.body).toContain(room);
    // LiveKit lets nobody else close a room.
    const { video } = decodeJwt(livekit.requests.at(-1)?.headers.authorization?.split(" ")[1] ?? "");
    expect(video).toMatchObject({ room, roomCreate: true });
  }
});

it("asks LiveKit for nothing where the conversation had words alone", async () => {
  const asked = livekit.requests.length;
  expect((await endWebCall({ carries_audio: false })).check.isOver).toBe(true);
  expect(livekit.requests).toHaveLength(asked);
});
