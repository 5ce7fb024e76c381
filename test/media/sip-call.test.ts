import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { hangUpRunOperation, startCallByWorkflowOperation } from "../../api/calls/calls.operations.ts";
import { createPhoneNumberOperation } from "../../api/numbers/phone-numbers.operations.ts";
import { createTelephonyAccountOperation } from "../../api/telephony/telephony.operations.ts";
import { builtLivekit, startLivekit } from "../../infra/local/livekit-server.ts";
import { builtLivekitSip, redisProgram, startLivekitSip, startRedis } from "../../infra/local/livekit-sip.ts";
import type { RunningProcess } from "../../infra/local/local-process.ts";
import { freePort } from "../../infra/local/ports.ts";
import { type CallingPlatform, startCallingPlatform } from "../api/calls/calling-platform.ts";
import { openTalkingOrganization, untilOver } from "../api/conversations/talking-organization.ts";
import { type ApiProcess, startApiProcess } from "../harness/api-process.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { serverSettings } from "../harness/worker-process.ts";
import { receptionDefinition } from "../infra/conversation/rig.ts";
import { type SipTrunk, sippProgram, startSipTrunk, type TrunkBehaviour } from "./sip-trunk.ts";
import { type SpeechStandIn, speechStandInMissing, startSpeechStandIn } from "./speech-stand-in.ts";

/** Calls over a SIP trunk: SIPp as the trunk, a telephone's sound, LiveKit SIP, a media process, the API. */
const programs = { livekit: builtLivekit(), sip: builtLivekitSip(), redis: redisProgram(), sipp: sippProgram() };
const whyMissing = async (): Promise<string | null> => {
  if (process.env["TEST_VOICE"] === undefined) return "`npm run test:voice` runs them";
  if (!programs.livekit || !programs.sip) return "LiveKit is not built: `npm run livekit -- --build-only`";
  if (!programs.redis) return "there is no redis-server on PATH";
  if (!programs.sipp) return "there is no sipp on PATH (Debian: sip-tester)";
  return speechStandInMissing();
};
const missing = await whyMissing();
if (missing !== null) process.stderr.write(`\n*** SKIPPED: calls over a SIP trunk: ${missing}.\n\n`);
const whereReached = missing === null ? describe : describe.skip;

const KEY = { apiKey: "test", apiSecret: "a secret that is long enough for LiveKit" };
const GREETING = "good morning how can i help you";
const WISH = "i want to book a table for two people";
const QUESTION = "what time would you like to come tomorrow";

let folder: string;
let speech: SpeechStandIn;
let servers: RunningProcess[] = [];
let platform: CallingPlatform;
let media: ApiProcess | undefined;
let phones: ChildProcess[] = [];
let trunks: SipTrunk[] = [];

const startServers = async (port: number): Promise<void> => {
  const { livekit = "", sip = "", redis = "" } = programs;
  const store = await startRedis({ program: redis, dir: join(folder, "redis") });
  servers = [store];
  const rooms = await startLivekit({
    program: livekit,
    dir: join(folder, "livekit"),
    port,
    ...KEY,
    redisAddress: store.address,
    webhookUrl: `${platform.api.baseUrl}/api/v1/telephony/livekit`,
  });
  servers = [rooms, ...servers];
  const options = { program: sip, dir: join(folder, "sip"), url: rooms.url, redisAddress: store.address, port: 0 };
  servers = [await startLivekitSip({ ...options, ...KEY }), ...servers];
};

beforeAll(async () => {
  if (missing !== null) return;
  folder = mkdtempSync(join(tmpdir(), "ringdown-sip-"));
  const port = await freePort();
  const settings = {
    LIVEKIT_URL: `ws://127.0.0.1:${port}`,
    LIVEKIT_API_KEY: KEY.apiKey,
    LIVEKIT_API_SECRET: KEY.apiSecret,
  };
  speech = await startSpeechStandIn([GREETING, WISH, QUESTION]);
  platform = await startCallingPlatform({}, settings);
  await startServers(port);
  media = startApiProcess(
    {
      ...settings,
      ...serverSettings(),
      DATABASE_URL: platform.test.url,
      TEMPORAL_NAMESPACE: platform.api.dependencies.config.TEMPORAL_NAMESPACE,
      MEDIA_API_URL: platform.api.baseUrl,
    },
    "media/start.ts",
  );
  await media.says("media process is ready");
});
afterEach(async () => {
  for (const phone of phones) phone.kill("SIGKILL");
  await Promise.all(trunks.map((trunk) => trunk.close()));
  [phones, trunks] = [[], []];
});
afterAll(async () => {
  if (missing !== null) return;
  media?.child.kill("SIGTERM");
  await media?.ended;
  await platform.close();
  for (const server of servers) await server.stop();
  await speech.close();
  rmSync(folder, { recursive: true, force: true });
});

const startPhone = async () => {
  const phone = spawn(process.execPath, [new URL("phone.ts", import.meta.url).pathname, speech.baseUrl], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  phones = [...phones, phone];
  const noticed: string[] = [];
  createInterface({ input: phone.stdout }).on("line", (line) => noticed.push(line));
  const port = await waitUntil("the phone has a port", () => noticed.find((line) => line.startsWith("port ")));
  return {
    soundPort: Number(port.replace("port ", "")),
    notices: (line: string) =>
      waitUntil(`the person notices "${line}" after ${noticed.join("; ")}`, () => noticed.includes(line)),
    say: (sentence: string) => void phone.stdin.write(`${sentence}\n`),
  };
};

/** An organization with a trunk that behaves like this, which calls through it. */
const openOrganization = async (behaviour: TrunkBehaviour, credentials: Readonly<Record<string, string>> = {}) => {
  const trunk = await startSipTrunk(behaviour);
  trunks = [...trunks, trunk];
  const organization = await openTalkingOrganization(platform, {
    definition: receptionDefinition({ start: { greeting: GREETING } }),
    configurations: { user_idle_timeout: 300 },
    script: [{ when: "table", say: QUESTION }],
  });
  await platform.test.everything
    .insertInto("model_configurations")
    .values(
      (["tts", "stt"] as const).map((part) => ({
        organization_id: organization.organizationId,
        part,
        provider: "openai",
        model: "stand-in",
        base_url: speech.baseUrl,
      })),
    )
    .execute();
  const client = platform.api.client(organization.owner);
  const { body: account } = await client.call(createTelephonyAccountOperation, {
    body: { name: "trunk", config: { provider: "sip", address: trunk.address, ...credentials } },
  });
  await client.call(createPhoneNumberOperation, {
    params: { config_id: account.id },
    body: { address: "+12025550100", is_default_caller_id: true },
  });
  const call = () =>
    client.call(startCallByWorkflowOperation, {
      params: { workflow_uuid: organization.workflowUuid },
      body: { phone_number: "+14155550100", telephony_configuration_id: account.id },
    });
  const hangUp = (runId: number) =>
    client.call(hangUpRunOperation, { params: { workflow_id: organization.agentId, run_id: runId } });
  return { ...organization, trunk, call, hangUp };
};

whereReached("a call over a SIP trunk", () => {
  it("talks through sound and back, until the platform hangs up", async () => {
    const phone = await startPhone();
    const { trunk, call, hangUp } = await openOrganization({ answers: { soundPort: phone.soundPort } });
    const { body } = await call();
    await phone.notices(`heard ${GREETING}`);
    phone.say(WISH);
    await phone.notices(`heard ${QUESTION}`);
    await hangUp(body.workflow_run_id);
    expect(await untilOver(platform, body.workflow_run_id)).toMatchObject({ state: "completed", outcome: "answered" });
    await waitUntil("the trunk is told that the call is over", () => trunk.heardBye());
    expect(trunk.invites()).toHaveLength(1);
    const turns = await platform.test.everything
      .selectFrom("conversation_turns")
      .select("input")
      .where("run_id", "=", body.workflow_run_id)
      .orderBy("number")
      .execute();
    expect(turns.map(({ input }) => input)).toMatchObject([{ kind: "begin" }, { kind: "speech", text: WISH }]);
  });

  it("is over when the person hangs up", async () => {
    const phone = await startPhone();
    const { trunk, call } = await openOrganization({ answers: { soundPort: phone.soundPort, hangsUpAfterMs: 5000 } });
    const { body } = await call();
    expect(await untilOver(platform, body.workflow_run_id)).toMatchObject({ state: "completed", outcome: "answered" });
    expect(trunk.invites()).toHaveLength(1);
  });

  it("proves itself to a trunk that asks for a password", async () => {
    const phone = await startPhone();
    const account = { username: "ringdown", password: "a password" };
    const { trunk, call, hangUp } = await openOrganization(
      { demands: { ...account, soundPort: phone.soundPort } },
      account,
    );
    const { body } = await call();
    await phone.notices(`heard ${GREETING}`);
    await hangUp(body.workflow_run_id);
    expect(await untilOver(platform, body.workflow_run_id)).toMatchObject({ outcome: "answered" });
    expect(trunk.invites()).toHaveLength(1);
  });

  for (const [status, reason, outcome] of [
    [486, "Busy Here", "busy"],
    [603, "Decline", "rejected"],
    [480, "Temporarily Unavailable", "no_answer"],
    [503, "Service Unavailable", "failed"],
  ] as const) {
    it(`is ${outcome} when the trunk answers ${status}, and is asked for once`, async () => {
      const { trunk, call } = await openOrganization({ refuses: [status, reason] });
      const { body } = await call();
      expect(await untilOver(platform, body.workflow_run_id)).toMatchObject({ outcome });
      expect(trunk.invites()).toHaveLength(1);
    });
  }
});
