import { loadavg } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createRunOperation, readTranscriptOperation } from "../../api/calls/calls.operations.ts";
import { createLogger } from "../../infra/logger.ts";
import { createLocalVoice } from "../../infra/models/local.speech.ts";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { openLocalModels } from "../../media/local-speech/local-speech.ts";
import { resample, toFloats, toIntegers } from "../../media/local-speech/resample.ts";
import { startCallingPlatform } from "../api/calls/calling-platform.ts";
import { openTalkingOrganization } from "../api/conversations/talking-organization.ts";
import { receptionDefinition } from "../application/conversation/rig.ts";
import { startApiProcess } from "../harness/api-process.ts";
import { measureAgain } from "../harness/measured-again.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { serverSettings } from "../harness/worker-process.ts";
import { openSoundPage } from "./sound-page.ts";

const QUESTIONS = [
  "I would like to book a table for two people.",
  "What are your opening hours?",
  "Can I bring my dog?",
];
const SCRIPT = [
  { when: "table", say: "Very well, I have a table for two." },
  { when: "hours", say: "We are open from nine until six." },
  { when: "dog", say: "Dogs are welcome in the garden." },
];

const logger = createLogger("media", { level: "silent", secrets: [] });
const models = openLocalModels({ environment: process.env, logger });
/** Why the machine itself does not talk here; null: it does. */
const missing = await models.prepare().then(
  () => null,
  (error: unknown) => String(error),
);
if (missing !== null) process.stderr.write(`\n*** SKIPPED: a call with the machine itself: ${missing}.\n\n`);
const whereHeard = missing === null ? describe : describe.skip;

let platform: Awaited<ReturnType<typeof startCallingPlatform>>;
let media: ReturnType<typeof startApiProcess>;
let spoken: Int16Array[];
beforeAll(async () => {
  if (missing !== null) return;
  spoken = [];
  for (const question of QUESTIONS) spoken.push(await sayIt(question));
  models.close();
  platform = await startCallingPlatform({}, { LOCAL_SPEECH: "true" });
  media = startApiProcess(
    {
      ...serverSettings(),
      LOCAL_SPEECH: "true",
      HOME: process.env["HOME"] ?? "",
      DATABASE_URL: platform.test.url,
      TEMPORAL_NAMESPACE: platform.namespace,
      MEDIA_API_URL: platform.api.baseUrl,
    },
    "media/start.ts",
  );
  await media.says("media process is ready");
  await media.says("the local models for speech are loaded");
});
afterAll(async () => {
  models.close();
  media?.child.kill("SIGTERM");
  await media?.ended;
  await platform?.close();
});

const sayIt = async (sentence: string): Promise<Int16Array> => {
  const parts: number[] = [];
  const speak = createLocalVoice(models, { speed: 1 }, () => "en-US");
  for await (const part of speak(sentence, new AbortController().signal)) parts.push(...part);
  return toIntegers(resample(toFloats(Int16Array.from(parts)), { from: SPOKEN_SAMPLE_RATE, to: 16_000 }));
};

const beginCall = async () => {
  const organization = await openTalkingOrganization(platform, {
    definition: receptionDefinition({ start: { greeting: "Good morning, how can I help you?" } }),
    configurations: { max_user_idle_timeout: 300 },
    script: SCRIPT,
  });
  const client = platform.api.client(organization.owner);
  const params = { workflow_id: organization.agentId };
  // The media process says with its next report that it speaks.
  const run = await waitUntil("the call is carried by our own socket", async () => {
    const { body } = await client.call(createRunOperation, { params, body: { name: "WEB-1", mode: "smallwebrtc" } });
    return body.join?.kind === "socket" ? body : null;
  });
  const page = await openSoundPage(
    `${platform.api.baseUrl.replace("http", "ws")}/api/v1/talk-sound/${run.join?.token ?? ""}`,
  );
  const transcript = async () =>
    (await client.call(readTranscriptOperation, { params: { ...params, run_id: run.id } })).body;
  return { run, page, transcript };
};

whereHeard("the parts of turns, in a call with sound", () => {
  it("add up to what an ear at the other end has measured", async () => {
    const { page, transcript } = await beginCall();
    await page.agentComes();
    await page.agentIsSilent();
    let asked = 0;
    const ask = async (question: Int16Array) => {
      const { responseMs } = await page.ask(question);
      asked += 1;
      const turns = await waitUntil("its turn is measured", async () => {
        const measured = (await transcript()).turns.filter(({ response_ms }) => response_ms !== null);
        return measured.length === asked ? measured : null;
      });
      return { share: Math.abs(sumOfParts(turns.at(-1)) - responseMs) / responseMs };
    };
    // Between the processes that measure and the ear a busy machine holds sound back, which no part is.
    const limits = { share: 0.05 };
    for (const question of spoken)
      expect((await measureAgain(limits, () => ask(question))).share).toBeLessThan(limits.share);
    page.leave();
    page.close();
  });
});

type MeasuredTurn = Awaited<ReturnType<Awaited<ReturnType<typeof beginCall>>["transcript"]>>["turns"][number];

const sumOfParts = (turn: MeasuredTurn | undefined): number => {
  const { end_of_turn_ms, recognized_ms, first_token_ms, first_words_ms, first_sound_ms } = turn ?? {};
  const parts = [end_of_turn_ms, recognized_ms, first_token_ms, first_words_ms, first_sound_ms];
  expect(parts).toEqual(parts.map(() => expect.any(Number)));
  return parts.reduce<number>((all, part) => all + Number(part), 0);
};

const ROUNDS = 7;
const whereMeasured = missing === null && process.env["TEST_VOICE"] !== undefined ? describe : describe.skip;

const percentile = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor(share * values.length)] ?? 0);

/** Talks in so many calls at once, and tells when the answers were heard and how often they broke off. */
const talkAtOnce = async (calls: number): Promise<{ responseMs: number[]; gaps: number }> => {
  const begun = await Promise.all(Array.from({ length: calls }, beginCall));
  const heard = await Promise.all(
    begun.map(async ({ page }) => {
      await page.agentComes();
      await page.agentIsSilent();
      const times = [];
      for (let round = 0; round < ROUNDS; round += 1)
        for (const question of spoken) times.push(await page.ask(question));
      page.leave();
      page.close();
      return times;
    }),
  );
  const times = heard.flat();
  return {
    responseMs: times.map(({ responseMs }) => responseMs),
    gaps: times.reduce((sum, { gaps }) => sum + gaps, 0),
  };
};

whereMeasured("calls with the machine itself", () => {
  it.each([1, 2])(
    "are answered, %d at once",
    async (calls) => {
      const { responseMs, gaps } = await talkAtOnce(calls);
      process.stderr.write(
        `${calls} at once: ${responseMs.length} answers, first sound after ${percentile(responseMs, 0.5)} ms, of 5 % over ${percentile(responseMs, 0.95)} ms; ` +
          `${gaps} broke off; load ${loadavg()[0]?.toFixed(1)}\n`,
      );
      expect(responseMs).toHaveLength(calls * ROUNDS * QUESTIONS.length);
      expect(responseMs.every((ms) => ms > 0)).toBe(true);
    },
    900_000,
  );
});
