import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Browser, BrowserContext } from "playwright-core";
import { createRunOperation, getRunOperation } from "../../api/calls/calls.operations.ts";
import { buildConsole } from "../../infra/local/console-build.ts";
import { createLogger } from "../../infra/logger.ts";
import { createLocalVoice } from "../../infra/models/local.speech.ts";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { openLocalModels } from "../../media/local-speech/local-speech.ts";
import { startCallingPlatform } from "../api/calls/calling-platform.ts";
import { openTalkingOrganization } from "../api/conversations/talking-organization.ts";
import { receptionDefinition } from "../application/conversation/rig.ts";
import { hasBrowser, NO_BROWSER, openBrowser } from "../console/browser.ts";
import { openConsole } from "../console/console-page.ts";
import { startApiProcess } from "../harness/api-process.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { serverSettings } from "../harness/worker-process.ts";

const GREETING = "Good morning, how can I help you?";
const WISH = "I would like to book a table for two people.";
const ANSWER = "Very well, I have a table for two.";

const logger = createLogger("media", { level: "silent", secrets: [] });
const models = openLocalModels({ environment: process.env, logger });
/** Why nobody talks here without LiveKit and without a provider; null: somebody does. */
const missing = hasBrowser()
  ? await models.prepare().then(
      () => null,
      (error: unknown) => String(error),
    )
  : NO_BROWSER;
if (missing !== null)
  process.stderr.write(`\n*** SKIPPED: a browser that talks with the machine itself: ${missing}.\n\n`);
const whereHeard = missing === null ? describe : describe.skip;

let folder: string;
let browser: Browser;
let platform: Awaited<ReturnType<typeof startCallingPlatform>>;
let media: ReturnType<typeof startApiProcess>;
beforeAll(async () => {
  if (missing !== null) return;
  folder = mkdtempSync(join(tmpdir(), "ringdown-local-call-"));
  const microphone = join(folder, "microphone.wav");
  writeFileSync(microphone, await microphoneFile(WISH));
  models.close();
  const settings = { LOCAL_SPEECH: "true", CONSOLE_FOLDER: await buildConsole() };
  platform = await startCallingPlatform({}, settings);
  media = startApiProcess(
    {
      ...serverSettings(),
      LOCAL_SPEECH: "true",
      HOME: process.env["HOME"] ?? "",
      DATABASE_URL: platform.test.url,
      TEMPORAL_NAMESPACE: platform.api.dependencies.config.TEMPORAL_NAMESPACE,
      MEDIA_API_URL: platform.api.baseUrl,
    },
    "media/start.ts",
  );
  await media.says("media process is ready");
  await media.says("the local models for speech are loaded");
  browser = await openBrowser([
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-audio-capture=${microphone}`,
    "--autoplay-policy=no-user-gesture-required",
    "--disable-background-networking",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
  ]);
}, 180_000);
afterAll(async () => {
  models.close();
  await browser?.close();
  media?.child.kill("SIGTERM");
  await media?.ended;
  await platform?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const HEADER_BYTES = 44;
const SILENCE_SECONDS = 9;

/** Returns the sentence after some silence, as the machine's own voice says it; the browser begins anew where the file ends. */
const microphoneFile = async (sentence: string): Promise<Buffer> => {
  const parts: Int16Array[] = [new Int16Array(SILENCE_SECONDS * SPOKEN_SAMPLE_RATE)];
  const speak = createLocalVoice(models, { speed: 1 }, () => "en-US");
  for await (const part of speak(sentence, new AbortController().signal)) parts.push(part);
  const sound = Buffer.concat(parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("RIFF", 0);
  header.writeUInt32LE(HEADER_BYTES - 8 + sound.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SPOKEN_SAMPLE_RATE, 24);
  header.writeUInt32LE(2 * SPOKEN_SAMPLE_RATE, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(sound.length, 40);
  return Buffer.concat([header, sound]);
};

/** Keeps what the page plays where a test can ask how loud it was. */
const watchSound = (context: BrowserContext) =>
  context.addInitScript(`
    window.testSound = { parts: 0, loudest: 0 };
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
      constructor(...given) {
        super(...given);
        this.addEventListener("message", ({ data }) => {
          if (!(data instanceof ArrayBuffer)) return;
          window.testSound.parts += 1;
          window.testSound.loudest = Math.max(window.testSound.loudest, ...new Int16Array(data));
        });
      }
    };
  `);
const LOUDEST = "window.testSound.loudest";

const createWebCall = async (more: object = {}) => {
  const organization = await openTalkingOrganization(platform, {
    definition: receptionDefinition({ start: { greeting: GREETING } }),
    configurations: { max_user_idle_timeout: 300 },
    script: [{ when: "table", say: ANSWER }],
  });
  const client = platform.api.client(organization.owner);
  const body = { name: "WEB-1", mode: "smallwebrtc", ...more };
  const { body: run } = await client.call(createRunOperation, { params: { workflow_id: organization.agentId }, body });
  return { ...run, client, agentId: organization.agentId, page: run.join?.page_url ?? "", kind: run.join?.kind };
};

whereHeard("a browser, where there is neither LiveKit nor any provider", () => {
  it("is heard and answered by the machine itself, with sound and words", async () => {
    // The media process says with its next report that it speaks.
    const call = await waitUntil("the call is carried by our own socket", async () => {
      const created = await createWebCall();
      return created.kind === "socket" ? created : null;
    });
    const { context, page, complaints, close } = await openConsole(browser, "about:blank", {
      permissions: ["microphone"],
    });
    await watchSound(context);
    await page.goto(call.page);
    await page.getByRole("button", { name: "Start talking" }).click();
    const log = page.getByRole("log");
    await log.getByText(GREETING).first().waitFor();
    await waitUntil("the greeting sounds", async () => (await page.evaluate<number>(LOUDEST)) > 2000);
    await log
      .getByText(/book a table for two people/i)
      .first()
      .waitFor();
    await log.getByText(ANSWER).first().waitFor();
    await log
      .getByText(/after \d+ ms/)
      .first()
      .waitFor();

    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByText("The conversation is over.").waitFor();
    expect(complaints).toEqual([]);
    const run = await waitUntil("the run is completed", async () => {
      const params = { workflow_id: call.agentId, run_id: call.id };
      const { body } = await call.client.call(getRunOperation, { params });
      return body.state === "completed" ? body : null;
    });
    expect(run).toMatchObject({ end_reason: "user_hangup", outcome: "answered" });
    await close();
  }, 120_000);

  it("may have its own recognition instead", async () => {
    expect((await createWebCall({ recognition: "browser" })).kind).toBe("relay");
  });
});
