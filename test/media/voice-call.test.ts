import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getRunOperation } from "../../api/calls/calls.operations.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { hearRecordings } from "./recorded-sound.ts";
import { voiceMissing } from "./voice-missing.ts";
import type * as VoiceParts from "./voice-rig.ts";

/** Conversations that go through sound and back: a person at a microphone, LiveKit, a media process, the API. */
const missing = process.env["TEST_VOICE"] === undefined ? "`npm run test:voice` runs them" : await voiceMissing();
if (missing !== null) process.stderr.write(`\n*** SKIPPED: conversations through sound: ${missing}.\n\n`);
const whereHeard = missing === null ? describe : describe.skip;

/** Loaded where it is used, because what it loads would keep the process of skipped tests running. */
let voice: typeof VoiceParts;
let rig: VoiceParts.VoiceRig;
beforeAll(async () => {
  if (missing !== null) return;
  voice = await import("./voice-rig.ts");
  rig = await voice.openVoiceRig();
});
afterAll(async () => {
  await rig?.close();
});

/** Has the agent tell its longest sentence, of which the first sound is heard. */
const hearStory = async () => {
  const { id, join } = await voice.createWebCall(await voice.openVoiceOrganization(rig));
  const person = rig.joinBySound(join);
  await person.notices(`heard ${voice.GREETING}`);
  const voices = person.countOf("voice");
  person.say("when do you open");
  await waitUntil("the agent tells its story", () => person.countOf("voice") > voices);
  return { id, person };
};

whereHeard("a conversation with audio", () => {
  it("goes through sound and back, until the person leaves", async () => {
    const organization = await voice.openVoiceOrganization(rig);
    const { id, join } = await voice.createWebCall(organization);
    expect(join).toMatchObject({ kind: "livekit", url: rig.livekit.url });
    const person = rig.joinBySound(join);
    await person.notices(`heard ${voice.GREETING}`);
    person.say(voice.WISH);
    await person.notices(`heard ${voice.QUESTION}`);
    expect(rig.media().output()).not.toContain("nobody takes the agent's sound");
    await person.leave();
    const run = await waitUntil("the run is completed", async () => {
      const { body } = await organization.client.call(getRunOperation, {
        params: { workflow_id: organization.agentId, run_id: id },
      });
      return body.state === "completed" ? body : null;
    });
    expect(run).toMatchObject({ end_reason: "user_hangup", outcome: "answered" });
    expect((await voice.turnsOf(rig, id)).map(({ input }) => input)).toMatchObject([
      { kind: "begin" },
      { kind: "speech", text: voice.WISH },
    ]);
  });

  it.each([
    { tts: "elevenlabs", stt: "deepgram", paths: [/\/text-to-speech\/\w+\/stream$/, /\/listen$/] },
    { tts: "deepgram", stt: "elevenlabs", paths: [/\/speak$/, /\/speech-to-text$/] },
    { tts: "cartesia", stt: "cartesia", paths: [/\/tts\/bytes$/, /\/stt$/] },
    {
      tts: "azure",
      stt: "azure",
      paths: [/\/v1\/cognitiveservices\/v1$/, /\/recognition\/stand-in\/cognitiveservices\/v1$/],
    },
  ])("goes through $tts's voice and $stt's recognition", async ({ tts, stt, paths }) => {
    const organization = await voice.openVoiceOrganization(rig, {}, { tts, stt });
    const { id, join } = await voice.createWebCall(organization);
    const person = rig.joinBySound(join);
    await person.notices(`heard ${voice.GREETING}`);
    person.say(voice.WISH);
    await person.notices(`heard ${voice.QUESTION}`);
    await person.leave();
    expect((await voice.turnsOf(rig, id)).at(1)?.input).toMatchObject({ kind: "speech", text: voice.WISH });
    const asked = [...rig.speech.asked, ...rig.speech.streams.map(({ url }) => new URL(url, "http://speech").pathname)];
    // Deepgram hears while the person speaks.
    if (stt === "deepgram") expect(rig.speech.streams.length).toBeGreaterThan(0);
    for (const path of paths) expect(asked.some((each) => path.test(each))).toBe(true);
  });

  it("stops when the person speaks over it, and keeps what they heard", async () => {
    const { id, person } = await hearStory();
    person.say("please stop talking now");
    await person.notices("heard very well");
    const [told] = await rig.platform.test.everything
      .selectFrom("conversation_entries")
      .select(["text", "heard"])
      .where("run_id", "=", id)
      .where("text", "=", voice.STORY)
      .execute();
    expect(told?.heard).not.toBeNull();
    expect(voice.STORY.startsWith(told?.heard ?? "?")).toBe(true);
    expect((told?.heard ?? voice.STORY).length).toBeLessThan(voice.STORY.length);
    expect(person.noticed).not.toContain(`heard ${voice.STORY}`);
    await person.leave();
  });

  it("is not stopped by a voice in the background, which is no turn of the person's either", async () => {
    const { id, person } = await hearStory();
    person.say("behind: please stop talking now");
    await person.notices(`heard ${voice.STORY}`);
    await person.leave();
    expect((await voice.turnsOf(rig, id)).map(({ input }) => input)).toMatchObject([
      { kind: "begin" },
      { kind: "speech", text: "when do you open" },
    ]);
  });

  it("takes keys as keys, and keeps both sides in the object store where its agent's calls are recorded", async () => {
    const organization = await voice.openVoiceOrganization(rig, {
      call_recording_enabled: true,
      disclosure: voice.DISCLOSURE,
    });
    const { id, join } = await voice.createWebCall(organization);
    const person = rig.joinBySound(join);
    await person.notices(`heard ${voice.DISCLOSURE}`);
    person.say("press 4");
    await waitUntil("the key is a turn", async () =>
      (await voice.turnsOf(rig, id)).some(({ input }) => JSON.stringify(input).includes('"digits":"4"')),
    );
    person.say(voice.WISH);
    await person.notices(`heard ${voice.QUESTION}`);
    await person.leave();
    const heard = await hearRecordings({ ...rig.platform, speech: rig.speech }, id);
    const agentSaid = heard["bot_recording"]?.[0] ?? [];
    // The words in between depend on when the key was pressed.
    expect([agentSaid.at(0), agentSaid.at(-1)]).toEqual([voice.DISCLOSURE, voice.QUESTION]);
    expect(heard).toEqual({
      bot_recording: [agentSaid],
      recording: [[voice.WISH], agentSaid],
      user_recording: [[voice.WISH]],
    });
  });

  it.each([
    ["is killed", "SIGKILL", "SIGKILL"],
    ["is stopped in good order", "SIGTERM", 0],
  ] as const)("goes on in another media process when its own %s", async (_how, signal, exit) => {
    const organization = await voice.openVoiceOrganization(rig);
    const { join } = await voice.createWebCall(organization);
    const person = rig.joinBySound(join);
    await person.notices(`heard ${voice.GREETING}`);
    expect(await rig.endMedia(signal)).toBe(exit);
    await rig.startMedia();
    await rig.media().says("a person's microphone is heard");
    person.say(voice.WISH);
    await person.notices(`heard ${voice.QUESTION}`);
    await person.leave();
  });

  it("ends by a name of its own when its media process is killed and there is no other", async () => {
    const organization = await voice.openVoiceOrganization(rig);
    const { id, join } = await voice.createWebCall(organization);
    const person = rig.joinBySound(join);
    await person.notices(`heard ${voice.GREETING}`);
    await rig.endMedia("SIGKILL");
    const run = await waitUntil("the run is over", async () => {
      const { body } = await organization.client.call(getRunOperation, {
        params: { workflow_id: organization.agentId, run_id: id },
      });
      return body.state === "in_progress" ? null : body;
    });
    expect(run).toMatchObject({ state: "failed", outcome: "failed", end_reason: "voice_lost" });
    // Nobody is left in a room where nothing is heard any more.
    await person.notices("closed");
    await rig.startMedia();
    await person.leave();
  });
});
