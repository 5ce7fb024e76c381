import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createRunOperation } from "../../api/calls/calls.operations.ts";
import { findBuiltLivekit, startLivekit } from "../../infra/local/livekit-server.ts";
import { startCallingPlatform } from "../api/calls/calling-platform.ts";
import { openTalkingOrganization } from "../api/conversations/talking-organization.ts";
import { receptionDefinition } from "../application/conversation/rig.ts";
import { createSpeechModelRows } from "../factories/speech-models.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { startApiProcess } from "../harness/api-process.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { serverSettings } from "../harness/worker-process.ts";
import { startSpeechStandIn } from "./speech-stand-in.ts";
import { startLivekitSomewhere } from "./start-livekit-somewhere.ts";

const program = findBuiltLivekit();

const KEY = { apiKey: "test", apiSecret: "a secret that is long enough for LiveKit" };
export const GREETING = "good morning how can i help you";
export const WISH = "i want to book a table for two people";
export const QUESTION = "what time would you like to come tomorrow";
export const STORY =
  "we open at nine and close at ten and on sunday we open at noon and close at five in the afternoon";
export const DISCLOSURE = "this talk is recorded";
const SENTENCES = [
  GREETING,
  DISCLOSURE,
  WISH,
  QUESTION,
  STORY,
  "when do you open",
  "please stop talking now",
  "very well",
];

export type VoiceRig = Awaited<ReturnType<typeof openVoiceRig>>;

/** Opens everything that a conversation through sound goes through: LiveKit, a media process, speech models, the platform. */
export const openVoiceRig = async (settings: Readonly<Record<string, string>> = {}) => {
  if (program === undefined) throw new Error("LiveKit's server is not built");
  const parts = new AsyncDisposableStack();
  try {
    return { ...(await startVoiceParts(program, { settings, parts })), close: () => parts.disposeAsync() };
  } catch (error) {
    // Parts that were started must not keep the test's process alive.
    await parts.disposeAsync();
    throw error;
  }
};

const startVoiceParts = async (
  program: string,
  { settings, parts }: { settings: Readonly<Record<string, string>>; parts: AsyncDisposableStack },
) => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-livekit-"));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  const speech = await startSpeechStandIn(SENTENCES);
  parts.defer(() => speech.close());
  const livekit = await startLivekitSomewhere(() => startLivekit({ program, dir: folder, port: 0, ...KEY }));
  parts.defer(() => livekit.stop());
  const livekitSettings = {
    LIVEKIT_URL: livekit.url,
    LIVEKIT_API_KEY: KEY.apiKey,
    LIVEKIT_API_SECRET: KEY.apiSecret,
  };
  const platform = await startCallingPlatform({}, { ...livekitSettings, ...settings });
  parts.defer(() => platform.close());
  const startMedia = () =>
    startApiProcess(
      {
        ...livekitSettings,
        ...serverSettings(),
        DATABASE_URL: platform.test.url,
        TEMPORAL_NAMESPACE: platform.api.dependencies.config.TEMPORAL_NAMESPACE,
        MEDIA_API_URL: platform.api.baseUrl,
      },
      "media/start.ts",
    );
  const people: ChildProcess[] = [];
  let media = startMedia();
  parts.defer(async () => {
    for (const person of people) person.kill("SIGKILL");
    media.child.kill("SIGTERM");
    await media.ended;
  });
  const isReady = () => media.says("media process is ready");
  await isReady();
  return {
    platform,
    livekit,
    speech,
    /** The one media process, as it is now. */
    media: () => media,
    endMedia: async (signal: "SIGKILL" | "SIGTERM") => {
      media.child.kill(signal);
      return media.ended;
    },
    startMedia: async () => {
      media = startMedia();
      await isReady();
    },
    joinBySound: (join: { url: string; token: string }) => joinBySound(join, { speechUrl: speech.baseUrl, people }),
  };
};

/** Opens an organization with models that speak and hear, whose agent answers what is said here. */
export const openVoiceOrganization = async (
  { platform, speech }: VoiceRig,
  configurations: object = {},
  providers?: { tts: string; stt: string },
) => {
  const organization = await openTalkingOrganization(platform, {
    definition: receptionDefinition({ start: { greeting: GREETING } }),
    configurations: { max_user_idle_timeout: 300, ...configurations },
    script: [
      { when: "table", say: QUESTION },
      { when: "open", say: STORY },
      { when: "stop", say: "very well" },
    ],
  });
  await createSpeechModelRows(platform.test, {
    organizationId: organization.organizationId,
    baseUrl: speech.baseUrl,
    ...(providers && { providers }),
  });
  return { ...organization, client: platform.api.client(organization.owner) };
};

export const createWebCall = async ({ client, agentId }: { client: ApiClient; agentId: number }) => {
  const body = { name: "WEB-1", mode: "smallwebrtc" };
  const { body: run } = await client.call(createRunOperation, { params: { workflow_id: agentId }, body });
  if (!run.join) throw new Error("the run says nowhere to join");
  return { ...run, join: run.join };
};

/** Somebody at a microphone, and what they have noticed so far. */
const joinBySound = (
  join: { url: string; token: string },
  { speechUrl, people }: { speechUrl: string; people: ChildProcess[] },
) => {
  const program = new URL("person.ts", import.meta.url).pathname;
  const person = spawn(process.execPath, [program, join.url, join.token, speechUrl], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  people.push(person);
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

export const turnsOf = ({ platform }: VoiceRig, runId: number) =>
  platform.test.everything
    .selectFrom("conversation_turns")
    .select("input")
    .where("run_id", "=", runId)
    .orderBy("number")
    .execute();
