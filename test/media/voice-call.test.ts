import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createRunOperation, getRunOperation } from "../../api/calls/calls.operations.ts";
import { builtLivekit, startLivekit } from "../../infra/local/livekit-server.ts";
import type { RunningProcess } from "../../infra/local/local-process.ts";
import { type CallingPlatform, startCallingPlatform } from "../api/calls/calling-platform.ts";
import { openTalkingOrganization } from "../api/conversations/talking-organization.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { type ApiProcess, startApiProcess } from "../harness/api-process.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { serverSettings } from "../harness/worker-process.ts";
import { receptionDefinition } from "../infra/conversation/rig.ts";
import { type SpeechStandIn, speechStandInMissing, startSpeechStandIn } from "./speech-stand-in.ts";

/** Conversations that go through sound and back: a person at a microphone, LiveKit, a media process, the API. */
const program = builtLivekit();
const missing =
  process.env["TEST_VOICE"] === undefined
    ? "`npm run test:voice` runs them"
    : program === undefined
      ? "LiveKit's server is not built: `npm run livekit -- --build-only`"
      : await speechStandInMissing();
if (missing !== null) process.stderr.write(`\n*** SKIPPED: conversations through sound: ${missing}.\n\n`);
const whereHeard = missing === null ? describe : describe.skip;

const KEY = { apiKey: "test", apiSecret: "a secret that is long enough for LiveKit" };
const GREETING = "good morning how can i help you";
const WISH = "i want to book a table for two people";
const QUESTION = "what time would you like to come tomorrow";
const STORY = "we open at nine and close at ten and on sunday we open at noon and close at five in the afternoon";
const SENTENCES = [GREETING, WISH, QUESTION, STORY, "when do you open", "please stop talking now", "very well"];

let folder: string;
let speech: SpeechStandIn;
let livekit: RunningProcess & { url: string };
let platform: CallingPlatform;
let media: ApiProcess | undefined;
let people: ChildProcess[] = [];

const settings = () => ({
  LIVEKIT_URL: livekit.url,
  LIVEKIT_API_KEY: KEY.apiKey,
  LIVEKIT_API_SECRET: KEY.apiSecret,
});

const startMedia = (): ApiProcess =>
  startApiProcess(
    {
      ...settings(),
      ...serverSettings(),
      DATABASE_URL: platform.test.url,
      TEMPORAL_NAMESPACE: platform.api.dependencies.config.TEMPORAL_NAMESPACE,
      MEDIA_API_URL: platform.api.baseUrl,
    },
    "media/start.ts",
  );

beforeAll(async () => {
  if (missing !== null || program === undefined) return;
  folder = mkdtempSync(join(tmpdir(), "ringdown-livekit-"));
  [speech, livekit] = await Promise.all([
    startSpeechStandIn(SENTENCES),
    startLivekit({ program, dir: folder, port: 0, ...KEY }),
  ]);
  platform = await startCallingPlatform({}, settings());
  media = startMedia();
  await media.says("media process is ready");
});
afterAll(async () => {
  if (missing !== null) return;
  for (const person of people) person.kill("SIGKILL");
  media?.child.kill("SIGTERM");
  await media?.ended;
  await platform.close();
  await livekit.stop();
  await speech.close();
  rmSync(folder, { recursive: true, force: true });
});

const openOrganization = async () => {
  const organization = await openTalkingOrganization(platform, {
    definition: receptionDefinition({ start: { greeting: GREETING } }),
    configurations: { user_idle_timeout: 300 },
    script: [
      { when: "table", say: QUESTION },
      { when: "open", say: STORY },
      { when: "stop", say: "very well" },
    ],
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
  return { ...organization, client: platform.api.client(organization.owner) };
};

const createWebCall = async ({ client, agentId }: { client: ApiClient; agentId: number }) => {
  const body = { name: "WEB-1", mode: "smallwebrtc" };
  const { body: run } = await client.call(createRunOperation, { params: { workflow_id: agentId }, body });
  if (!run.join) throw new Error("the run says nowhere to join");
  return { ...run, join: run.join };
};

/** Somebody at a microphone, and what they have noticed so far. */
const joinBySound = (join: { url: string; token: string }) => {
  const person = spawn(
    process.execPath,
    [new URL("person.ts", import.meta.url).pathname, join.url, join.token, speech.baseUrl],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  people = [...people, person];
  const noticed: string[] = [];
  createInterface({ input: person.stdout }).on("line", (line) => noticed.push(line));
  return {
    noticed,
    notices: (line: string) =>
      waitUntil(`the person notices "${line}" after ${noticed.join("; ")}`, () => noticed.includes(line)),
    countOf: (line: string) => noticed.filter((each) => each === line).length,
    say: (sentence: string) => void person.stdin.write(`${sentence}\n`),
    leave: async () => {
      person.stdin.end();
      if (person.exitCode === null) await once(person, "exit");
    },
  };
};

whereHeard("a conversation with audio", () => {
  it("goes through sound and back, until the person leaves", async () => {
    const organization = await openOrganization();
    const { id, join } = await createWebCall(organization);
    expect(join).toMatchObject({ kind: "livekit", url: livekit.url });
    const person = joinBySound(join);
    await person.notices(`heard ${GREETING}`);
    person.say(WISH);
    await person.notices(`heard ${QUESTION}`);
    await person.leave();
    const run = await waitUntil("the run is completed", async () => {
      const { body } = await organization.client.call(getRunOperation, {
        params: { workflow_id: organization.agentId, run_id: id },
      });
      return body.state === "completed" ? body : null;
    });
    expect(run).toMatchObject({ end_reason: "user_hangup", outcome: "answered" });
    const turns = await platform.test.everything
      .selectFrom("conversation_turns")
      .select("input")
      .where("run_id", "=", id)
      .orderBy("number")
      .execute();
    expect(turns.map(({ input }) => input)).toMatchObject([{ kind: "begin" }, { kind: "speech", text: WISH }]);
  });

  it("stops when the person speaks over it, and keeps what they heard", async () => {
    const organization = await openOrganization();
    const { id, join } = await createWebCall(organization);
    const person = joinBySound(join);
    await person.notices(`heard ${GREETING}`);
    const voices = person.countOf("voice");
    person.say("when do you open");
    await waitUntil("the agent tells its story", () => person.countOf("voice") > voices);
    person.say("please stop talking now");
    await person.notices("heard very well");
    const [told] = await platform.test.everything
      .selectFrom("conversation_entries")
      .select(["text", "heard"])
      .where("run_id", "=", id)
      .where("text", "=", STORY)
      .execute();
    expect(told?.heard).not.toBeNull();
    expect(STORY.startsWith(told?.heard ?? "?")).toBe(true);
    expect((told?.heard ?? STORY).length).toBeLessThan(STORY.length);
    expect(person.noticed).not.toContain(`heard ${STORY}`);
    await person.leave();
  });

  it("goes on in another media process when its own is killed", async () => {
    const organization = await openOrganization();
    const { join } = await createWebCall(organization);
    const person = joinBySound(join);
    await person.notices(`heard ${GREETING}`);
    media?.child.kill("SIGKILL");
    await media?.ended;
    media = startMedia();
    await media.says("media process is ready");
    await media.says("a person's microphone is heard");
    person.say(WISH);
    await person.notices(`heard ${QUESTION}`);
    await person.leave();
  });
});
