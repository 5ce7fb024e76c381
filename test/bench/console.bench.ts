import type { CDPSession, Page, Response } from "playwright-core";
import { type DemoClient, type Json, readNumber, readText } from "../../infra/local/demo/demo-client.ts";
import { importExample, makeAgent, signUp, startCampaign } from "../console/person.ts";
import { makeList, makeTalkingAgent } from "../console/stories/made-organization.ts";
import { type OpenedRig, openRig } from "../console/stories/rig.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { median, quantile } from "./median.ts";

const LOADS = 5;
const CAMPAIGNS = 200;
const WATCHED_MS = 30_000;
/** Calls of 20 seconds, one at a time: campaigns that last while all others are started. */
const PEOPLE = 100;
const ROWS = 100_000;
const FRAMES = 300;

export const consoleBench: BenchPart = {
  name: "console",
  title: "the console: its first page, a list that is live, a long table, a newcomer's way",
  run: async (context) => {
    const rig = await openRig();
    try {
      return [
        ...(await measureFirstPage(rig)),
        await measureNewcomer(rig),
        await measureLongTable(rig, context),
        await measureLiveList(rig, context),
      ];
    } finally {
      await rig.close();
    }
  },
};

const rowOf = (figure: string, measured: string, goal: string, holds: boolean): BenchRow => {
  console.log(`  ${figure}: ${measured}`);
  return { figure, measured, floor: "", ratio: null, goal, holds };
};

/** Each in a browser that has kept nothing. */
const measureFirstPage = async (rig: OpenedRig): Promise<BenchRow[]> => {
  const [paints, sizes]: [number[], number[]] = [[], []];
  for (let load = 0; load < LOADS; load += 1) {
    const answers: Promise<number>[] = [];
    const count = (response: Response) =>
      answers.push(
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      );
    const opened = await rig.open({}, (page) => page.on("response", count));
    await opened.page.getByRole("heading", { name: "Log in to Ringdown" }).waitFor();
    const painted: number = await opened.page.evaluate(`new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
        type: "largest-contentful-paint",
        buffered: true,
      });
    })`);
    paints.push(painted);
    // The size of later answers could not be asked any more: the page closes.
    opened.page.off("response", count);
    sizes.push((await Promise.all(answers)).reduce((sum, bytes) => sum + bytes, 0));
    await opened.close();
  }
  const [paintMs, bytes] = [median(paints), median(sizes)];
  return [
    rowOf("largest contentful paint of the first page, ms", paintMs.toFixed(0), "< 1000", paintMs < 1_000),
    rowOf("first page over the line, kB", (bytes / 1_000).toFixed(0), "< 250", bytes < 250_000),
  ];
};

/**
 * Measures from the first page to the end of a simulated campaign, with the carrier and the settings that a newcomer
 * finds.
 */
const measureNewcomer = async (rig: OpenedRig): Promise<BenchRow> => {
  const begunAtMs = performance.now();
  const opened = await rig.open();
  const { page } = opened;
  await signUp(page);
  await page.getByRole("heading", { name: "First steps" }).waitFor();
  await makeAgent(page, "Reminder");
  await importExample(page);
  await startCampaign(page, "November reminders");
  await page.getByRole("status").getByText("Over").waitFor();
  const seconds = (performance.now() - begunAtMs) / 1_000;
  await opened.close();
  return rowOf("sign-up to the end of the first campaign, s", seconds.toFixed(0), "< 300", seconds < 300);
};

/** Frames of a table that is scrolled by a screen each; the rows are answered by the bench itself. */
const measureLongTable = async (rig: OpenedRig, { scale, say }: BenchContext): Promise<BenchRow> => {
  const count = Math.max(Math.round(ROWS * scale), 1_000);
  const lists = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `List ${index + 1}`,
    description: null,
    contact_count: index,
    created_at: "2026-01-01T12:00:00Z",
  }));
  const opened = await rig.openAsOwner({
    watch: (page) =>
      page.route("**/api/v1/contact-lists", (route) => route.fulfill({ json: { contact_lists: lists } })),
  });
  const { page } = opened;
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contacts" }).click();
  await page.getByRole("link", { name: "List 1", exact: true }).waitFor();
  const frames = await frameLengthsMs(page);
  const lastRow = await page.getByRole("table").locator("tr[aria-rowindex]").last().innerText();
  await opened.close();
  say(
    `${count} rows, ${frames.length} frames, the longest ${Math.max(...frames).toFixed(0)} ms; seen last: ${lastRow}`,
  );
  const usualMs = quantile(frames, 0.95);
  return rowOf(`scrolling ${count} rows, ms a frame (95 %)`, usualMs.toFixed(0), "≤ 50", usualMs <= 50);
};

const frameLengthsMs = (page: Page): Promise<number[]> =>
  page.evaluate(`(async () => {
    const table = document.querySelector("[role=group]:has(table)");
    const frame = () => new Promise(requestAnimationFrame);
    const lengths = [];
    let last = await frame();
    for (let index = 0; index < ${FRAMES}; index += 1) {
      table.scrollTop += table.scrollHeight / ${FRAMES};
      const now = await frame();
      lengths.push(now - last);
      last = now;
    }
    return lengths;
  })()`);

/** Measures what the page's main thread does, in processor time, while every campaign of the list dials. */
const measureLiveList = async (rig: OpenedRig, { scale, say }: BenchContext): Promise<BenchRow> => {
  const count = Math.max(Math.round(CAMPAIGNS * scale), 3);
  await rig.scriptCalls({ defaults: { talk: [{ says: "Hello?" }, { waits_seconds: 20 }, { hangs_up: true }] } });
  const opened = await rig.openAsOwner({ rows: (client) => startCampaigns(client, count) });
  const { page } = opened;
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Campaigns" }).click();
  // The oldest, on the last page of the API's list.
  await page.getByRole("link", { name: "Campaign 1", exact: true }).waitFor();
  const browser = await page.context().browser()?.newBrowserCDPSession();
  if (!browser) throw new Error("the page has lost its browser");
  const tab = await page.context().newCDPSession(page);
  await tab.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => ({
    mainThread: await mainThreadSeconds(tab),
    process: await rendererSeconds(browser),
    wall: performance.now() / 1_000,
  });
  const before = await spent();
  await page.waitForTimeout(WATCHED_MS);
  const after = await spent();
  const wall = after.wall - before.wall;
  const [share, ofProcess] = [(after.mainThread - before.mainThread) / wall, (after.process - before.process) / wall];
  const live = await runningOf(opened.client);
  say(`${live} campaigns dial after ${wall.toFixed(0)} s; all threads of the page: ${percent(ofProcess)} of a core`);
  await opened.close();
  const holds = share < 0.2 && live === count;
  return rowOf(`${count} live campaigns in the list, the browser's main thread`, percent(share), "< 20 %", holds);
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Returns how many campaigns are under way still, which have to be all of them. */
const runningOf = async (client: DemoClient): Promise<number> => {
  let [running, cursor]: [number, string | null] = [0, ""];
  while (cursor !== null) {
    const page: Json = await client.get(`/campaigns?state=running${cursor === "" ? "" : `&cursor=${cursor}`}`);
    running += Array.isArray(page["campaigns"]) ? page["campaigns"].length : 0;
    cursor = typeof page["next_cursor"] === "string" ? page["next_cursor"] : null;
  }
  return running;
};

const startCampaigns = async (client: DemoClient, count: number): Promise<void> => {
  const [agentId, { listId }] = [await makeTalkingAgent(client, { name: "Reminder" }), await makeList(client, PEOPLE)];
  const settings = { workflow_id: agentId, contact_list_id: listId, max_concurrency: 1, consent_attested: true };
  for (let number = 1; number <= count; number += 1) {
    // One that was made by a request whose answer is lost stays a draft, and is none of those that are counted.
    const campaign = await insist(() => client.post("/campaigns/create", { ...settings, name: `Campaign ${number}` }));
    const path = `/campaigns/${readNumber(campaign, "id")}`;
    await insist(() => client.post(`${path}/start`)).catch(async (error: unknown) => {
      if (readText(await client.get(path), "state") === "draft") throw error;
    });
  }
};

const TRIES = 5;

/** Asks again when a busy server has closed the connection or says that it did not come to it. */
const insist = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error) || tried === TRIES) throw error;
    }
  }
};

/** A refusal with another status stays one, however often it is asked for. */
const isPassing = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && / answered 503: /.test(error.message));

/** Returns the processor time of a page's main thread. */
const mainThreadSeconds = async (tab: CDPSession): Promise<number> => {
  const { metrics } = await tab.send("Performance.getMetrics");
  const spent = metrics.find(({ name }) => name === "TaskDuration");
  if (!spent) throw new Error("the browser does not say what its main thread has done");
  return spent.value;
};

/** Of all pages that are open: the bench has one. */
const rendererSeconds = async (browser: CDPSession): Promise<number> => {
  const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
};
