import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { untilOver, wordsOf } from "../api/conversations/talking-organization.ts";
import { transferTool } from "../factories/transfer-tool.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { sipMissing } from "./sip-missing.ts";
import type * as SipParts from "./sip-rig.ts";
import type { TrunkBehaviour } from "./sip-scenario.ts";
import { openTelephoneLine, soundPortOf, type TelephoneLine } from "./telephone-line.ts";

/** Calls over a SIP trunk as SIPp records them: LiveKit SIP dials, nobody needs to be understood. */
const missing = process.env["TEST_VOICE"] === undefined ? "`npm run test:voice` runs them" : sipMissing();
if (missing !== null) process.stderr.write(`\n*** SKIPPED: calls over a SIP trunk: ${missing}.\n\n`);
const whereDialled = missing === null ? describe : describe.skip;

/** A provider of speech that is not there: the agent's sentences are not heard, and the call goes on. */
const NOBODY_SPEAKS = "http://127.0.0.1:9";
const KEY = "7";
const TRANSFERRING = {
  tools: { colleague: transferTool },
  script: [
    { when: KEY, call: { name: "colleague" } },
    { when: "nobody", say: "They are away, I am sorry." },
  ],
  configurations: { max_user_idle_timeout: 300 },
};

/** Loaded where it is used, because what it loads would keep the process of skipped tests running. */
let sip: typeof SipParts;
let rig: SipParts.SipRig;
let lines: TelephoneLine[] = [];
beforeAll(async () => {
  if (missing !== null) return;
  sip = await import("./sip-rig.ts");
  rig = await sip.openSipRig({ speechUrl: NOBODY_SPEAKS });
});
afterEach(async () => {
  for (const line of lines.splice(0)) line.close();
  await rig?.clear();
});
afterAll(async () => {
  await rig?.close();
});

const openLine = async () => {
  const line = await openTelephoneLine();
  lines = [...lines, line];
  return line;
};

whereDialled("a call over a SIP trunk", () => {
  for (const [status, reason, outcome] of [
    [486, "Busy Here", "busy"],
    [603, "Decline", "rejected"],
    [480, "Temporarily Unavailable", "no_answer"],
    [503, "Service Unavailable", "failed"],
  ] as const) {
    it(`is ${outcome} when the trunk answers ${status}, and is asked for once`, async () => {
      const { trunk, call } = await sip.openTrunkOrganization(rig, { behaviour: { refuses: [status, reason] } });
      expect(await untilOver(rig.platform, await call())).toMatchObject({ outcome });
      expect(trunk.invites()).toHaveLength(1);
    });
  }

  it("is taken back from the trunk when the platform ends it while it rings", async () => {
    const { trunk, call, hangUp } = await sip.openTrunkOrganization(rig, { behaviour: { rings: true } });
    const runId = await call();
    await waitUntil("it rings", () => trunk.received("INVITE").length > 0);
    await hangUp(runId);
    await waitUntil("the trunk is told", () => trunk.received("CANCEL").length > 0);
    expect(await untilOver(rig.platform, runId)).toMatchObject({ outcome: "canceled" });
    expect(trunk.invites()).toHaveLength(1);
  });

  it("fails where nobody is at the trunk's address", async () => {
    const { trunk, call } = await sip.openTrunkOrganization(rig, {
      behaviour: { rings: true },
      credentials: { transport: "tcp" },
    });
    await trunk.close();
    await expect(call()).rejects.toThrow("connection refused");
  });

  it("is ended by the platform, which tells the trunk", async () => {
    const { trunk, call, hangUp } = await sip.openTrunkOrganization(rig, { behaviour: { answers: {} } });
    const runId = await call();
    await sip.untilTalking(rig, runId);
    await hangUp(runId);
    expect(await untilOver(rig.platform, runId)).toMatchObject({ state: "completed", outcome: "answered" });
    await waitUntil("the trunk is told that the call is over", () => trunk.received("BYE").length > 0);
    expect(trunk.invites()).toHaveLength(1);
  });

  it("is over by LiveKit's own word when the person hangs up", async () => {
    const { trunk, call } = await sip.openTrunkOrganization(rig, { behaviour: { answers: { hangsUpAfterMs: 3000 } } });
    const runId = await call();
    expect(await untilOver(rig.platform, runId)).toMatchObject({
      state: "completed",
      outcome: "answered",
      // LiveKit tells less to a later question.
      end_reason: "left: CLIENT_INITIATED",
    });
    expect(trunk.invites()).toHaveLength(1);
  });
});

whereDialled("a person who puts the call on hold", () => {
  it("finds it there again", async () => {
    const behaviour: TrunkBehaviour = { answers: { holds: true, hangsUpAfterMs: 1000 } };
    const { trunk, call } = await sip.openTrunkOrganization(rig, { behaviour });
    // The trunk hangs up only after both of its requests (sendonly, then sendrecv) were taken.
    expect(await untilOver(rig.platform, await call())).toMatchObject({
      outcome: "answered",
      end_reason: "left: CLIENT_INITIATED",
    });
    expect(trunk.invites()).toHaveLength(1);
  });
});

whereDialled("a trunk over TLS", () => {
  it("is offered keys for the sound where it has to be encrypted (SRTP)", async () => {
    const { trunk, call, hangUp } = await sip.openTrunkOrganization(rig, {
      behaviour: { answers: { encrypts: true } },
      credentials: { transport: "tls", media_encryption: "require" },
    });
    const runId = await call();
    await sip.untilTalking(rig, runId);
    await hangUp(runId);
    expect(await untilOver(rig.platform, runId)).toMatchObject({ state: "completed", outcome: "answered" });
    await waitUntil("the trunk is told that the call is over", () => trunk.received("BYE").length > 0);
    const [invite = ""] = trunk.received("INVITE");
    expect(invite).toMatch(/^Via: SIP\/2\.0\/TLS /m);
    expect(invite).toMatch(/^m=audio \d+ RTP\/SAVP /m);
    expect(invite).toMatch(/^a=crypto:\d+ AES_CM_128_HMAC_SHA1_80 inline:/m);
    expect(trunk.invites()).toHaveLength(1);
  });

  it("is not talked with where it takes no encrypted sound though that is required", async () => {
    const { trunk, call } = await sip.openTrunkOrganization(rig, {
      behaviour: { answers: {} },
      credentials: { transport: "tls", media_encryption: "require" },
    });
    await expect(call()).rejects.toThrow("no common encryption");
    expect(trunk.invites()).toHaveLength(1);
  });
});

whereDialled("a trunk that asks for a password", () => {
  const account = { username: "ringdown", password: "a password" };
  const behaviour: TrunkBehaviour = { demands: account };

  it("is given the proof", async () => {
    const { trunk, call, hangUp } = await sip.openTrunkOrganization(rig, { behaviour, credentials: account });
    const runId = await call();
    await sip.untilTalking(rig, runId);
    await hangUp(runId);
    expect(await untilOver(rig.platform, runId)).toMatchObject({ outcome: "answered" });
    expect(trunk.invites()).toHaveLength(1);
  });

  it("refuses a wrong one, which is said, and is not asked again", async () => {
    const { trunk, call } = await sip.openTrunkOrganization(rig, {
      behaviour: { demands: "nobody" },
      credentials: account,
    });
    await expect(call()).rejects.toThrow("the trunk refused the user name or the password");
    expect(trunk.invites()).toHaveLength(1);
  });
});

whereDialled("the keys of the person", () => {
  /** In a call whose person presses the key for a colleague. */
  const askForColleague = async (
    transfers: "answered" | "busy",
    { transport = "udp", ...more }: { hangsUpAfterMs?: number; transport?: string } = {},
  ) => {
    const line = await openLine();
    const organization = await sip.openTrunkOrganization(rig, {
      behaviour: { answers: { soundPort: line.port, transfers, ...more } },
      credentials: { transport },
      agent: TRANSFERRING,
    });
    const runId = await organization.call();
    await sip.untilWords(rig, runId);
    const [invite = ""] = organization.trunk.received("INVITE");
    line.press(KEY, soundPortOf(invite));
    return { ...organization, runId };
  };

  it.each(["udp", "tls"])(
    "have them connected by their own trunk (REFER, %s), and the call is over here",
    async (transport) => {
      const { trunk, runId } = await askForColleague("answered", { hangsUpAfterMs: 200, transport });
      expect(await untilOver(rig.platform, runId)).toMatchObject({ state: "completed", outcome: "answered" });
      expect(trunk.received("REFER").join("\n")).toMatch(/^Refer-To:.*tel:\+14155550199/im);
      expect(trunk.invites()).toHaveLength(1);
    },
  );

  it("lead back to the agent when nobody takes the call", async () => {
    const { runId, hangUp } = await askForColleague("busy");
    await waitUntil("the agent goes on", async () =>
      (await wordsOf(rig.platform, runId)).includes("agent: They are away, I am sorry."),
    );
    await hangUp(runId);
    expect(await untilOver(rig.platform, runId)).toMatchObject({ outcome: "answered" });
  });
});
