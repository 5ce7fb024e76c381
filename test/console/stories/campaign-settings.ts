import { isDeepStrictEqual } from "node:util";
import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { type BudgetFacts, findShortage } from "../../../domain/call/budget.rules.ts";
import { readNumber } from "../../../infra/local/demo/demo-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { runStatement } from "./database.ts";
import { expectFlawless } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import { goTo, type StoryRig, seeing } from "./rig.ts";

const EVENING = { day_of_week: 0, start_time: "18:00", end_time: "24:00" };
const BREAKER = { failure_threshold: 0.25, window_seconds: 300, min_calls_in_window: 20 };
const HOLIDAYS = { holidays: ["2027-01-01"], holiday_calendar: "US" };

export const campaignSettingsStories = (rig: () => StoryRig): void => {
  it.concurrent("changes a campaign's settings, keeps what the form does not show, and says that a campaign waits for its budget", async () => {
    let [campaignId, poorId] = [0, 0];
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        const [agentId, { listId }] = await Promise.all([
          makeTalkingAgent(client, { name: "Reminder" }),
          makeList(client, 1),
        ]);
        const campaign = await client.post("/campaigns/create", {
          name: "Evenings",
          workflow_id: agentId,
          contact_list_id: listId,
          schedule_config: { timezone: "America/New_York", slots: [EVENING], ...HOLIDAYS },
          circuit_breaker: BREAKER,
        });
        campaignId = readNumber(campaign, "id");
        await client.post("/campaigns/create", { name: "Any time", workflow_id: agentId, contact_list_id: listId });
        await client.put("/organizations/preferences", {
          timezone: "Europe/Berlin",
          budget: { daily_minor: 1, currency: "USD" },
        });
        const started = async (name: string, settings: object) => {
          const made = await client.post("/campaigns/create", {
            name,
            workflow_id: agentId,
            contact_list_id: listId,
            consent_attested: true,
            ...settings,
          });
          await client.post(`/campaigns/${readNumber(made, "id")}/start`);
          return readNumber(made, "id");
        };
        poorId = await started("Without money", { budget: { total_minor: 1, currency: "USD" } });
        await started("Tomorrow again", {});
      },
    });
    const { page, client } = opened;
    const dialog = page.getByRole("dialog");
    await goTo(page, "Campaigns");
    await page
      .getByRole("row", { name: /^Without money The campaign's budget is \$0\.01.* Waits for its budget/ })
      .waitFor();
    const counted = page.getByRole("row", { name: /^Without money/ }).getByRole("link", { name: "0 of 1" });
    expect(await counted.getAttribute("href")).toMatch(/\/contacts$/);
    await page
      .getByRole("row", { name: /^Tomorrow again The day's budget is \$0\.01.* Budget used up until .*\d\d:00/ })
      .waitFor();
    await page.getByRole("link", { name: "Without money" }).click();
    const reason = page.getByRole("note").filter({ hasText: "A budget keeps it from dialling" });
    await reason.getByText("The campaign's budget is $0.01: $0.00 are spent").waitFor();
    // Nothing but a person ends this wait.
    await reason.getByText("It goes on once its budget is raised").waitFor();
    expect(await reason.getByRole("link").count()).toBe(0);
    await expectFlawless(opened);
    // It is ended from where it is said; the new budget is too small again.
    await reason.getByRole("button", { name: "Raise its budget" }).click();
    expect(await dialog.getByLabel("May cost in total").inputValue()).toBe("0.01");
    await dialog.getByLabel("May cost in total").fill("0.02");
    await expectFlawless(opened);
    await seeing(page.getByText("The budget is changed."), () =>
      dialog.getByRole("button", { name: "Change and dial on" }).click(),
    );
    await reason.getByText("The campaign's budget is $0.02: $0.00 are spent").waitFor();
    expect(await client.get(`/campaigns/${poorId}`)).toMatchObject({ state: "running", budget: { total_minor: 2 } });
    // A refused change changes nothing, and the campaign goes on as before.
    await reason.getByRole("button", { name: "Raise its budget" }).click();
    await dialog.getByLabel("Currency").fill("XYZ");
    await dialog.getByRole("button", { name: "Change and dial on" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(await client.get(`/campaigns/${poorId}`)).toMatchObject({ state: "running", budget: { currency: "USD" } });
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
    await goTo(page, "Campaigns");
    await page.getByRole("link", { name: "Tomorrow again" }).click();
    const day = page.getByRole("note").filter({ hasText: /^Nothing is dialled before .*\d\d:00/ });
    await day.getByText("It goes on by itself when the budget renews then").waitFor();
    await day.getByRole("link", { name: "Look at the budgets" }).click();
    await page.getByRole("heading", { name: "Usage and budget", level: 1 }).waitFor();
    await goTo(page, "Campaigns");
    await page.getByRole("link", { name: "Evenings" }).click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Change the settings" }).click();
    await dialog.getByText("25% or more of at least 20 calls within 5 min.").waitFor();
    await dialog.getByLabel("Name").fill("Monday evenings");
    await dialog.getByRole("button", { name: "Tuesday" }).click();
    await dialog.getByLabel("May cost in total").fill("7.5");
    await dialog.getByLabel("Calls at a time").fill("4");
    await expectFlawless(opened);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Monday evenings", level: 1 }).waitFor();
    expect(await client.get(`/campaigns/${campaignId}`)).toMatchObject({
      schedule_config: {
        timezone: "America/New_York",
        slots: [EVENING, { ...EVENING, day_of_week: 1 }],
        ...HOLIDAYS,
      },
      circuit_breaker: BREAKER,
      budget: { total_minor: 750, currency: "USD" },
      max_concurrency: 4,
    });
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Change the settings" }).click();
    await dialog.getByRole("switch", { name: "Calling hours of its own" }).click();
    expect(await dialog.getByLabel("May cost in total").inputValue()).toBe("7.5");
    await dialog.getByLabel("May cost in total").fill("");
    await dialog.getByLabel("Calls at a time").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    // Switched off they are still there.
    const off = { enabled: false, slots: [EVENING, { ...EVENING, day_of_week: 1 }], ...HOLIDAYS };
    await waitUntil("the hours are switched off", async () => {
      const { schedule_config: schedule } = await client.get(`/campaigns/${campaignId}`);
      return isDeepStrictEqual(schedule, { ...off, timezone: "America/New_York" });
    });
    expect(await client.get(`/campaigns/${campaignId}`)).toMatchObject({ budget: null, max_concurrency: null });
    // Canceling asks first, and is for good.
    const asked = page.getByRole("alertdialog", { name: "Cancel Monday evenings?" });
    const cancel = async () => {
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Cancel the campaign" }).click();
      await asked.waitFor();
    };
    await cancel();
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "hidden" });
    expect(await client.get(`/campaigns/${campaignId}`)).toMatchObject({ state: "draft" });
    await cancel();
    await seeing(page.getByText("Canceled for good."), () =>
      asked.getByRole("button", { name: "Cancel it for good" }).click(),
    );
    expect(await client.get(`/campaigns/${campaignId}`)).toMatchObject({ state: "canceled" });
    // Hours that a campaign is given now begin in the organization's zone.
    await goTo(page, "Campaigns");
    await page.getByRole("link", { name: "Any time" }).click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Change the settings" }).click();
    await dialog.getByRole("switch", { name: "Calling hours of its own" }).click();
    expect(await dialog.getByLabel("Time zone").inputValue()).toBe("Europe/Berlin");
    // The form of a new campaign shows the bounds that the API gives where none are set.
    const bounds = await dialog.getByText(/ or more of at least /).innerText();
    await page.reload();
    await goTo(page, "Campaigns");
    await page.getByRole("link", { name: "New campaign" }).click();
    await page.getByLabel("Name").fill("Bounds");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("list", { name: "Step 2 of 3" }).and(page.locator(":focus")).waitFor();
    await page.getByText(bounds, { exact: true }).waitFor();
    await page.getByLabel("May cost in total").fill("2");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("heading", { name: "Check and start" }).waitFor();
    expect(await client.get("/campaigns?q=Bounds")).toMatchObject({
      campaigns: [{ budget: { total_minor: 200, currency: "USD" } }],
    });
    await expectShortagesInGerman(page, { rig: rig(), campaignId: poorId });
    await opened.close();
  });
};

const standing = { whose: "campaign", limitMinor: 123_450, spentMinor: 10, heldMinor: 0, currency: "USD" } as const;
const facts: BudgetFacts = {
  standings: [{ ...standing, hasCallsUnderWay: false, renewsAtMs: null }],
  highestCost: { amountMinor: 200_000, currency: "USD" },
  highestModelCost: null,
  highestSpeechCost: null,
};
const inEuros = { amountMinor: 1, currency: "EUR" };

/** Every reason for which a budget keeps a call from being made, and what the page says of it. */
const SHORTAGES: readonly [BudgetFacts, string][] = [
  [
    facts,
    "Das Budget der Kampagne ist 1.234,50 $: 0,10 $ sind ausgegeben, 0,00 $ für Anrufe zurückgelegt, und dieser Anruf kann bis zu 2.000,00 $ kosten.",
  ],
  [{ ...facts, highestCost: null }, "Das Budget der Kampagne ist in USD, und die Anrufe dieses Anbieters"],
  [{ ...facts, highestModelCost: inEuros }, "und die Tokens des Sprachmodells haben ihren Preis in EUR"],
  [{ ...facts, highestSpeechCost: inEuros }, "und die Modelle, die sprechen und hören, haben ihren Preis in EUR"],
];

const expectShortagesInGerman = async (
  page: Page,
  { rig, campaignId }: { rig: StoryRig; campaignId: number },
): Promise<void> => {
  await page.evaluate("localStorage.setItem('language', 'de')");
  for (const [shortage, german] of SHORTAGES) {
    const wait = { until: null, says: findShortage(shortage)?.sentence };
    await runStatement(rig, "update campaigns set budget_wait = $1 where id = $2", [wait, campaignId]);
    await page.goto(`${rig.stack.running.addresses.console ?? ""}campaigns/${campaignId}`);
    await page.getByRole("note").getByText(german).waitFor();
  }
};
