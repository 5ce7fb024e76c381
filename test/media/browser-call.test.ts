import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Browser, BrowserContext } from "playwright-core";
import { getRunOperation } from "../../api/calls/calls.operations.ts";
import { createEmbedTokenOperation } from "../../api/conversations/web-call/web-calls.operations.ts";
import { buildConsole } from "../../infra/local/console-build.ts";
import { hasBrowser, NO_BROWSER, openBrowser } from "../console/browser.ts";
import { openConsole } from "../console/console-page.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { FORMED } from "./speech-stand-in.ts";
import { voiceMissing } from "./voice-missing.ts";
import type * as VoiceParts from "./voice-rig.ts";

/** A browser whose microphone is a file: the page sends what it hears through LiveKit, and plays what comes back. */
const missing = hasBrowser() ? await voiceMissing() : NO_BROWSER;
if (missing !== null) process.stderr.write(`\n*** SKIPPED: a browser that talks through LiveKit: ${missing}.\n\n`);
const whereHeard = missing === null ? describe : describe.skip;
/** The page behind a button is the same page: `npm test` tries its button with words alone (test/console/talk.test.ts). */
const inTestVoice = process.env["TEST_VOICE"] === undefined ? it.skip : it;

let folder: string;
/** Loaded where it is used, because what it loads would keep the process of skipped tests running. */
let voice: typeof VoiceParts;
let rig: VoiceParts.VoiceRig;
let browser: Browser;
beforeAll(async () => {
  if (missing !== null) return;
  voice = await import("./voice-rig.ts");
  folder = mkdtempSync(join(tmpdir(), "ringdown-browser-call-"));
  const microphone = join(folder, "microphone.wav");
  writeFileSync(microphone, microphoneFile(voice.WISH));
  rig = await voice.openVoiceRig({ CONSOLE_FOLDER: await buildConsole() });
  browser = await openBrowser([
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-audio-capture=${microphone}`,
    "--autoplay-policy=no-user-gesture-required",
    ...NOTHING_LEAVES_THE_MACHINE,
  ]);
});
afterAll(async () => {
  await browser?.close();
  await rig?.close();
  if (missing === null) rmSync(folder, { recursive: true, force: true });
});

const NOTHING_LEAVES_THE_MACHINE = [
  "--disable-background-networking",
  "--disable-component-update",
  "--no-pings",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
];

/** Opens a page of somebody else, on another host name than the platform's: another site, as far as the browser is concerned. */
const openShop = async () => {
  const shop = {
    server: createServer((_request, response) => response.setHeader("content-type", "text/html").end(shop.html)),
    origin: "",
    html: "",
  };
  shop.server.listen(0, "127.0.0.1");
  await once(shop.server, "listening");
  const address = shop.server.address();
  shop.origin = `http://localhost:${typeof address === "object" ? address?.port : ""}`;
  return shop;
};

const HEADER_BYTES = 44;
const SILENCE_SECONDS = 8;

/** Returns the sentence after some silence; the browser begins anew where the file ends. */
const microphoneFile = (sentence: string): Buffer => {
  const { stdout } = spawnSync("espeak-ng", ["-s", "140", "--stdout", sentence], { maxBuffer: 1 << 24 });
  const header = Buffer.from(stdout.subarray(0, HEADER_BYTES));
  const silence = Buffer.alloc(SILENCE_SECONDS * header.readUInt32LE(28));
  const sound = Buffer.concat([silence, stdout.subarray(HEADER_BYTES)]);
  header.writeUInt32LE(HEADER_BYTES - 8 + sound.length, 4);
  header.writeUInt32LE(sound.length, 40);
  return Buffer.concat([header, sound]);
};

/** Keeps the page's connections where a test can ask them what came in. */
const watchConnections = (context: BrowserContext) =>
  context.addInitScript(`
    const Plain = window.RTCPeerConnection;
    window.testConnections = [];
    window.RTCPeerConnection = class extends Plain {
      constructor(...given) { super(...given); window.testConnections.push(this); }
    };
  `);
const LOUDNESS = `Promise.all(testConnections.map((connection) => connection.getStats())).then((all) =>
  all.flatMap((stats) => [...stats.values()])
    .filter(({ type, kind }) => type === "inbound-rtp" && kind === "audio")
    .reduce((sum, { totalAudioEnergy }) => sum + (totalAudioEnergy ?? 0), 0))`;

const LEVEL = `document.querySelector("meter").value`;

whereHeard("the page of a conversation with audio", () => {
  it("hears and speaks through LiveKit, shows both sides' words, and ends the call", async () => {
    const organization = await voice.openVoiceOrganization(rig, {}, { tts: "openai", stt: "deepgram" });
    const { id, join: joined } = await voice.createWebCall(organization);
    const opened = await openConsole(browser, "about:blank", { permissions: ["microphone"] });
    const { page } = opened;
    await watchConnections(opened.context);
    await page.goto(joined.page_url);
    await page.getByRole("button", { name: "Start talking" }).click();
    const log = page.getByRole("log");
    await log.getByText(voice.GREETING).first().waitFor();
    await page.getByText("Microphone").waitFor();
    await log.getByText(FORMED).first().waitFor();
    await waitUntil("the meter shows how loud the microphone is", async () => (await page.evaluate<number>(LEVEL)) > 0);
    await log.getByText(voice.WISH).first().waitFor();
    await log.getByText(voice.QUESTION).first().waitFor();
    await log
      .getByText(/after \d+ ms/)
      .first()
      .waitFor();
    await waitUntil("the agent is heard", async () => (await page.evaluate<number>(LOUDNESS)) > 0);

    await page.getByLabel("Write instead").fill("please stop talking now");
    await page.getByRole("button", { name: "Send" }).click();
    await log.getByText("very well").first().waitFor();

    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByText("The conversation is over.").waitFor();
    // LiveKit's client also complains of a connection that is slow.
    expect(opened.complaints.filter((complaint) => /content.security.policy|trusted/i.test(complaint))).toEqual([]);
    const run = await waitUntil("the run is completed", async () => {
      const { body } = await organization.client.call(getRunOperation, {
        params: { workflow_id: organization.agentId, run_id: id },
      });
      return body.state === "completed" ? body : null;
    });
    expect(run).toMatchObject({ end_reason: "user_hangup", outcome: "answered" });
    expect((await voice.turnsOf(rig, id)).map(({ input }) => input)).toContainEqual(
      expect.objectContaining({ kind: "speech", text: voice.WISH }),
    );
    await opened.close();
  });

  it("goes on in the window that joins last", async () => {
    const organization = await voice.openVoiceOrganization(rig);
    const { id, join: joined } = await voice.createWebCall(organization);
    const first = await openConsole(browser, joined.page_url, { permissions: ["microphone"] });
    await first.page.getByRole("button", { name: "Start talking" }).click();
    await first.page.getByRole("log").getByText(voice.GREETING).first().waitFor();
    const second = await openConsole(browser, joined.page_url, { permissions: ["microphone"] });
    await second.page.getByRole("button", { name: "Start talking" }).click();
    await first.page.getByText("This conversation goes on in another window.").waitFor();
    const log = second.page.getByRole("log");
    await log.getByText(voice.QUESTION).first().waitFor();
    const { body } = await organization.client.call(getRunOperation, {
      params: { workflow_id: organization.agentId, run_id: id },
    });
    expect(body.state).toBe("in_progress");
    await second.page.getByRole("button", { name: "End", exact: true }).click();
    await second.page.getByText("The conversation is over.").waitFor();
    await first.close();
    await second.close();
  });

  inTestVoice("stands behind a button on a page of another origin", async () => {
    const organization = await voice.openVoiceOrganization(rig);
    const shop = await openShop();
    const { body: embed } = await organization.client.call(createEmbedTokenOperation, {
      params: { workflow_id: organization.agentId },
      body: { allowed_origins: [shop.origin] },
    });
    shop.html = `<!doctype html><title>A shop</title><h1>A shop</h1>${embed.embed_script}`;
    const { page, close } = await openConsole(browser, shop.origin, { permissions: ["microphone"] });
    await page.getByRole("button", { name: "Talk to us" }).click();
    const frame = page.frameLocator("iframe");
    await frame.getByRole("button", { name: "Start talking" }).click();
    const log = frame.getByRole("log");
    await log.getByText(voice.GREETING).first().waitFor();
    await log.getByText(voice.WISH).first().waitFor();
    await log.getByText(voice.QUESTION).first().waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    const run = await waitUntil("the run is over", () =>
      rig.platform.test.everything
        .selectFrom("call_runs")
        .select(["carries_audio", "end_reason"])
        .where("agent_id", "=", organization.agentId)
        .where("state", "=", "completed")
        .executeTakeFirst(),
    );
    expect(run).toEqual({ carries_audio: true, end_reason: "user_hangup" });
    await close();
    shop.server.close();
  });
});
