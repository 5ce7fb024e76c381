import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { readNumber } from "../../../infra/local/demo/demo-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { holdIntervals } from "../held-time.ts";
import { expectFlawless } from "./expectations.ts";
import { makeList, makeTalkingAgent, PATIENT } from "./made-organization.ts";
import { goTo, inTurn, type OwnersPage, type StoryRig, seeing } from "./rig.ts";

/** By the clock the page counts the calls that have ended this often. */
const COUNTED_EVERY_MS = 4_000;

const HEADINGS = ["Watched twice", "Contacts", "Calls that ended, by minute and outcome", "Calls", "Outcomes"];
const BUTTONS = ["Pause", "More"];
const FIGURES = ["Done", "In call now", "Answer rate", "Attempts", "Ends in"];

export const watchingStories = (rig: () => StoryRig): void => {
  it.concurrent(
    "shows what was done in another tab, a call as it is spoken, and what it missed while it was offline",
    inTurn(async () => {
      const talk = [{ says: "Hello?" }, { says: "One moment, please." }, { waits_seconds: 3_600 }];
      await rig().scriptCalls({ defaults: { ring_seconds: 0, weights: { answered: 1 }, talk } });
      let campaignId = 0;
      const opened = await rig().openAsOwner({
        watch: (page) => holdIntervals(page, [COUNTED_EVERY_MS]),
        rows: async (client) => {
          const [agentId, { listId }] = await Promise.all([
            makeTalkingAgent(client, { name: "Reminder", configurations: PATIENT }),
            makeList(client),
          ]);
          const campaign = await client.post("/campaigns/create", {
            name: "Watched twice",
            workflow_id: agentId,
            contact_list_id: listId,
            max_concurrency: 1,
            consent_attested: true,
          });
          campaignId = readNumber(campaign, "id");
          await client.post(`/campaigns/${campaignId}/start`);
        },
      });
      const { page, context } = opened;
      await goTo(page, "Campaigns");
      await page.getByRole("link", { name: "Watched twice" }).click();
      await page.getByRole("status").getByText("Live").waitFor();
      await page.getByRole("cell", { name: "In call" }).first().waitFor();
      await showNextCall(rig(), page, 1);
      await expectBarsOfScheme(page);
      const before = await placesOf(page);
      for (const ended of [2, 3]) {
        await showNextCall(rig(), page, ended);
        expect(await placesOf(page)).toEqual(before);
      }
      const other = await context.newPage();
      await other.goto(page.url());
      await other.getByRole("button", { name: "Pause", exact: true }).waitFor();
      await seeing(page.getByText("Paused. Nothing more is dialled; calls under way finish."), () =>
        page.getByRole("button", { name: "Pause", exact: true }).click(),
      );
      await other.bringToFront();
      await other.getByRole("button", { name: "Resume" }).waitFor();
      await goTo(other, "Calls");
      await other
        .getByRole("row", { name: /In call/ })
        .getByRole("link")
        .click();
      // The words are shown while the call goes on.
      const words = other.getByRole("listitem");
      await words.getByText("Hello, how can I help you?").first().waitFor();
      await words.getByText("One moment, please.").first().waitFor();
      await other.getByRole("button", { name: "Hang up" }).click();
      await other.getByRole("button", { name: "Hang up" }).waitFor({ state: "hidden" });
      await page.bringToFront();
      await loseNetwork(opened, () => opened.client.post(`/campaigns/${campaignId}/resume`));
      await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
      await page.getByRole("status").getByText("Live").waitFor();
      await expectFlawless(opened);
      await opened.client.post(`/campaigns/${campaignId}/pause`);
      await opened.close();
    }),
  );
};

/** Whether the colours of the legend are those of the bars above it, whose pixels are read. */
const ARE_BARS_OF_LEGEND = `(() => {
  const canvas = document.querySelector("figure canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const painted = new Set();
  for (let at = 0; at < data.length; at += 4) painted.add("rgb(" + [...data.slice(at, at + 3)].join(", ") + ")");
  const legend = [...canvas.closest("figure").querySelectorAll("li > span")];
  return legend.length > 0 && legend.every((each) => painted.has(getComputedStyle(each).backgroundColor));
})()`;

/** The chart is painted anew when the system's colour scheme changes. */
const expectBarsOfScheme = async (page: Page): Promise<void> => {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await waitUntil(`the bars are those of the ${colorScheme} scheme`, () => page.evaluate(ARE_BARS_OF_LEGEND));
  }
};

/** The browser has no network while something is done elsewhere; the page says so as long as that lasts. */
const loseNetwork = async ({ page, context }: OwnersPage, meanwhile: () => Promise<unknown>): Promise<void> => {
  const offline = page.getByRole("status").getByText("This browser is offline.");
  await context.setOffline(true);
  await offline.waitFor();
  await meanwhile();
  await context.setOffline(false);
  await offline.waitFor({ state: "hidden" });
};

/** Ends the call under way, and waits until all parts of the page show that and the next call. `ended`: all so far. */
const showNextCall = async (rig: StoryRig, page: Page, ended: number): Promise<void> => {
  const outcomes = page.getByRole("region", { name: "Outcomes", exact: true });
  await rig.endCalls();
  await page
    .getByRole("row", { name: /Answered/ })
    .nth(ended - 1)
    .waitFor();
  await page.getByRole("row", { name: /In call/ }).waitFor();
  await outcomes.getByText(ended === 1 ? "1 call" : `${ended} calls`, { exact: true }).waitFor();
  const answered = page.getByRole("term").filter({ hasText: "Answer rate" }).locator("xpath=following-sibling::dd[2]");
  await answered.getByText(`${ended} of ${ended + 1} contacts`).waitFor();
  await page.getByRole("img", { name: /^Calls by minute and outcome/ }).waitFor();
};

/** Returns where the parts of the page are that must not move while the figures change. */
const placesOf = async (page: Page) => {
  const parts = {
    ...Object.fromEntries(HEADINGS.map((name) => [name, page.getByRole("heading", { name, exact: true })])),
    ...Object.fromEntries(BUTTONS.map((name) => [name, page.getByRole("button", { name, exact: true })])),
    ...Object.fromEntries(FIGURES.map((name) => [name, page.getByRole("term").filter({ hasText: name }).first()])),
    "first call": page.getByRole("table").getByRole("row").nth(1),
  };
  const places = Object.entries(parts).map(async ([name, part]) => {
    const box = await part.boundingBox();
    if (!box) throw new Error(`${name} is not shown`);
    return [name, { x: box.x, y: box.y }] as const;
  });
  return Object.fromEntries(await Promise.all(places));
};
