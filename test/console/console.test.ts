import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { readNumber, readObject } from "../../infra/local/demo/demo-client.ts";
import type { SimulatorScriptInput } from "../../infra/simulator/script.ts";
import type { TestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { hasBrowser, NO_BROWSER } from "./browser.ts";
import { holdTimers, letTimersGo } from "./held-time.ts";
import { followGuide, makeAgent, signUp, startCampaign } from "./person.ts";
import { accountStories } from "./stories/account.ts";
import { actionStories } from "./stories/actions.ts";
import { adminStories } from "./stories/admin.ts";
import { agentStories, drawByMouse, giveVariables, restoreVersion } from "./stories/agents.ts";
import { allowedNumberStories } from "./stories/allowed-numbers.ts";
import { analyticsStories } from "./stories/analytics.ts";
import { attentionStories } from "./stories/attention.ts";
import { auditStories } from "./stories/audit.ts";
import { byVersionStories } from "./stories/by-version.ts";
import { calendarStories } from "./stories/calendar.ts";
import { callStories } from "./stories/calls.ts";
import { campaignDatesStories } from "./stories/campaign-dates.ts";
import { campaignSettingsStories } from "./stories/campaign-settings.ts";
import { campaignTimeStories } from "./stories/campaign-time.ts";
import { channelStories } from "./stories/channels.ts";
import { connectorStories } from "./stories/connectors.ts";
import { contactStories } from "./stories/contacts.ts";
import { documentStories } from "./stories/documents.ts";
import { emptyStories } from "./stories/empty.ts";
import { entryStories } from "./stories/entry.ts";
import { expectFlawless } from "./stories/expectations.ts";
import { firstPageStories } from "./stories/first-page.ts";
import { germanOfferStories } from "./stories/german-offers.ts";
import { germanRefusalStories } from "./stories/german-refusals.ts";
import { homeStories } from "./stories/home.ts";
import { hoursStories } from "./stories/hours.ts";
import { importStories } from "./stories/imports.ts";
import { inboxStories } from "./stories/inbox.ts";
import { integrationStories } from "./stories/integrations.ts";
import { journeyStories } from "./stories/journey.ts";
import { goByPalette } from "./stories/keyboard.ts";
import { leavingStories } from "./stories/leaving.ts";
import { letInStories } from "./stories/let-in.ts";
import { liveCampaignStories } from "./stories/live-campaign.ts";
import { makeCampaign } from "./stories/made-organization.ts";
import { marketplaceStories } from "./stories/marketplace.ts";
import { modelStories } from "./stories/models.ts";
import { numberStories } from "./stories/numbers.ts";
import { peopleStories } from "./stories/people.ts";
import { personStories } from "./stories/person.ts";
import { redialStories } from "./stories/redial.ts";
import { refusalStories } from "./stories/refusals.ts";
import { rehearsalStories } from "./stories/rehearsals.ts";
import { goTo, inTurn, type OpenedRig, openRig, type StoryRig, seeing, seeingSaved } from "./stories/rig.ts";
import { rulePackStories } from "./stories/rule-packs.ts";
import { sandboxStories } from "./stories/sandbox-manners.ts";
import { textTestStories } from "./stories/text-test.ts";
import { textStories } from "./stories/texts.ts";
import { threeWishesStories } from "./stories/three-wishes.ts";
import { toldEventStories } from "./stories/told-events.ts";
import { versionStories } from "./stories/versions.ts";
import { viewerStories } from "./stories/viewer.ts";
import { watchingStories } from "./stories/watching.ts";

let stack: TestStack;
let rig: OpenedRig;

const inBrowser = hasBrowser() ? describe : describe.skip;
if (!hasBrowser()) process.stderr.write(`SKIPPED: ${NO_BROWSER}\n`);

/** Calls that outlast whatever is done meanwhile, and end as none is tried again that has ended so. */
const SLOW: SimulatorScriptInput = {
  speed: 0.2,
  defaults: { ring_seconds: 0, weights: { answered: 9, opted_out: 1, rejected: 2 } },
};

/** One of the example's people. */
const REFUSES = "+12125550111";

/** The page says before the button who is left out, when it begins, and what it costs. */
const expectForecast = async (page: Page): Promise<void> => {
  const fact = (name: string, text: RegExp) =>
    page
      .getByRole("term")
      .and(page.getByText(name, { exact: true }))
      .locator("xpath=following-sibling::dd")
      .filter({ hasText: text })
      .waitFor();
  await fact("Will call", /^23 of 24 contacts$/);
  await fact("Left out", /^1 on the do-not-call list$/);
  await fact("First call", /\d/);
  await fact("Over", /^about .*\d, at the latest about .*\d when everybody needs every try$/);
  await fact("Costs at most", /^\$\d/);
};

const open: StoryRig["open"] = (options) => rig.open(options);

inBrowser("the console, on the whole platform", () => {
  beforeAll(async () => {
    rig = await openRig();
    stack = rig.stack;
  });
  afterAll(async () => {
    await rig?.close();
  });

  // The longest walk begins first, and stories about calls stand between others, because they take turns.
  viewerStories(() => rig);

  it.concurrent(
    "leads a new person from the sign-up to the report of a campaign",
    inTurn(async () => {
      // The calls are slow, so that no campaign ends before it is paused.
      await rig.scriptCalls(SLOW);
      const opened = await open();
      const { page } = opened;
      await page.getByRole("heading", { name: "Log in to Ringdown" }).waitFor();
      await expectFlawless(opened);
      const client = await rig.client(await signUp(page));
      await expectFlawless(opened);
      await followGuide(page, "Reminder");
      await expectFlawless(opened);
      await client.post("/do-not-call", { phone_numbers: [REFUSES], reason: "asked in writing" });
      await startCampaign(page, "November reminders", () => expectForecast(page));
      await page.getByRole("status").getByText("Live").waitFor();
      await page.getByRole("searchbox", { name: "Name or number" }).fill("Ada Example");
      await page.getByRole("button", { name: "Ada Example · +12125550110" }).click();
      const whyNotNow = page.getByRole("dialog", { name: "Ada Example: why not now?" });
      await whyNotNow.getByRole("list", { name: "Rule by rule" }).getByText("Consent").waitFor();
      await expectFlawless(opened);
      await page.keyboard.press("Escape");
      await seeing(page.getByText("Paused. Nothing more is dialled; calls under way finish."), () =>
        page.getByRole("button", { name: "Pause", exact: true }).click(),
      );
      await rig.scriptCalls({ ...SLOW, speed: 20 });
      await rig.endCalls();
      await seeing(page.getByText("Dialling again."), () => page.getByRole("button", { name: "Resume" }).click());
      await page.getByRole("status").getByText("Over").waitFor();
      await page.getByText("24 of 24 contacts").waitFor();
      await expectFlawless(opened);
      await page.getByRole("button", { name: "More" }).click();
      // A button that cannot be used now says why.
      await page
        .getByRole("menuitem", { name: /^Cancel/, disabled: true })
        .getByText("The campaign is over")
        .waitFor();
      const [report] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: "Report as CSV" }).click(),
      ]);
      expect(report.suggestedFilename()).toMatch(/\.csv$/);
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Signed record" }).click();
      const proof = page.getByRole("dialog", { name: "Signed record" });
      await proof.getByText(/^ringdown\.record\/.+\+[0-9a-f]{8}\+/).waitFor();
      const [record] = await Promise.all([
        page.waitForEvent("download"),
        proof.getByRole("link", { name: "Download the record (ZIP)" }).click(),
      ]);
      expect(record.suggestedFilename()).toMatch(/^campaign-\d+-record\.zip$/);
      const [checker] = await Promise.all([
        page.waitForEvent("download"),
        proof.getByRole("link", { name: "Download the page that checks a record" }).click(),
      ]);
      expect(checker.suggestedFilename()).toBe("verify.html");
      await expectFlawless(opened);
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "All calls" }).click();
      await page.getByRole("button", { name: /Campaign: November reminders/ }).waitFor();
      await page
        .getByRole("row", { name: /Answered/ })
        .getByRole("link", { name: /^\+1/ })
        .first()
        .click();
      await page.getByRole("heading", { name: "Transcript" }).waitFor();
      const timeline = page.getByRole("region", { name: "Timeline", exact: true });
      await timeline.getByText("The carrier took the call", { exact: true }).waitFor();
      await page.getByRole("definition").filter({ hasText: "Simulator" }).waitFor();
      // The message, and not the step's own text beside it.
      await page.getByText(/^Hello \w+ Example, this is a reminder/).waitFor();
      await page.getByText("Hello?", { exact: true }).first().waitFor();
      await expectFlawless(opened);
      // Which attempt of how many, and all of them.
      await page.getByRole("link", { name: "1 of 2" }).click();
      await page.getByRole("button", { name: /Campaign: November reminders/ }).waitFor();
      await opened.close();
    }),
  );

  it.concurrent("loses nothing that was typed when the session ends in the middle of a form", async () => {
    const opened = await rig.openAsOwner();
    const { page, context } = opened;
    const { password } = opened.person;
    await page.getByRole("link", { name: "Agents", exact: true }).first().click();
    await page.getByRole("button", { name: "New agent" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Typed with care");
    // It ends on the way of what is sent: any earlier, what the page asks by itself would open the log-in over the button.
    const endSession = async (route: Route) => {
      await context.clearCookies();
      await route.continue();
    };
    await page.route("**/workflows/create/definition", endSession, { times: 1 });
    await page.getByRole("button", { name: "Create" }).click();
    const renewal = page.getByRole("dialog", { name: "Your session has ended" });
    await renewal.waitFor();
    await renewal.getByLabel("Password").fill("not the password");
    await renewal.getByRole("button", { name: "Log in" }).click();
    await renewal.getByText("Invalid email or password").waitFor();
    await renewal.getByLabel("Password").fill(password);
    await renewal.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { name: "Typed with care", level: 1 }).waitFor();
    await opened.close();
  });

  watchingStories(() => rig);

  it.concurrent("goes without a mouse: to a page, into a form, and out of it again", async () => {
    const opened = await rig.openAsOwner();
    const { page } = opened;
    await goByPalette(page, "do not", /^Do not call/);
    await page.getByRole("heading", { name: "Do not call", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Add numbers" }).press("Enter");
    await page.getByRole("dialog").getByLabel("Numbers").fill("+12125550100\nnot a number");
    await page.getByRole("dialog").getByRole("button", { name: "Add numbers" }).press("Enter");
    await page.getByText("1 is not a phone number").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Add numbers" }).waitFor({ state: "hidden" });
    await page.getByRole("textbox", { name: "Number required" }).fill("+1 212 555 0100");
    await page.keyboard.press("Enter");
    await page.getByText("+12125550100 is on the list").waitFor();
    await page.getByRole("searchbox", { name: "Number contains" }).fill("999");
    await page.getByRole("heading", { name: "No number on the list matches" }).waitFor();
    await expectFlawless(opened);
    // A field that takes the focus at once takes it from nobody for good.
    await goTo(page, "API keys");
    await page.getByRole("button", { name: "New key" }).press("Enter");
    await page.getByRole("dialog").getByLabel("What it is for").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "New key" }).and(page.locator(":focus")).waitFor();
    await opened.close();
  });

  it.concurrent("speaks German to a German browser, and fits a telephone", async () => {
    const opened = await open({ locale: "de-DE", viewport: { width: 390, height: 844 } });
    const { page } = opened;
    await page.getByRole("heading", { name: "Bei Ringdown anmelden" }).waitFor();
    const overflow = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    expect(overflow).toBe(false);
    await expectFlawless(opened);
    await page.getByLabel("E-Mail").fill("nobody@example.com");
    await page.getByLabel("Passwort").fill("not the password");
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.getByRole("alert").getByText("E-Mail oder Passwort stimmt nicht").waitFor();
    await page.getByRole("alert").getByText("Invalid email or password").waitFor();
    await expectFlawless(opened);
    // The page on which people talk with an agent, too.
    await page.goto(`${new URL(page.url()).origin}/talk/nobody`);
    await page.getByText("Dieses Gespräch ist beendet, oder der Link ist ungültig.").waitFor();
    await opened.close();
  });

  homeStories(() => rig);

  it.concurrent("changes an agent by hand, tests it in text and publishes the difference", async () => {
    const opened = await rig.openAsOwner();
    const { page } = opened;
    await makeAgent(page, "Reception");
    await drawByMouse(page);
    await page.getByText("Say goodbye.").click();
    const prompt = page.getByRole("textbox", { name: "Prompt" });
    await prompt.fill("");
    // The fault leads to its place, and prevents the publication until then.
    const panel = page.getByRole("complementary");
    await panel.getByRole("button", { name: "Close" }).click();
    const faults = panel.getByRole("status").filter({ hasText: "1 to fix before publishing" });
    await faults.waitFor();
    const publish = page.getByRole("button", { name: "Publish", exact: true });
    const whyNot = (reason: string) =>
      publish
        .and(page.getByRole("button", { disabled: true }))
        .and(page.getByTitle(reason))
        .waitFor();
    await whyNot("Save it to publish it");
    await page.getByRole("status").getByText("Save it to publish it").waitFor();
    await faults.getByRole("button").click();
    await prompt.fill("Wish a nice day.");
    await page.getByRole("button", { name: "Undo (Ctrl Z)" }).click();
    await page.getByText("Say goodbye.").first().click();
    await prompt.fill("Wish a nice day.");
    await page.getByText("Not saved").waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText("Draft 2").waitFor();
    await expectFlawless(opened);
    await giveVariables(page, "name = Ben Example");
    await page.getByRole("button", { name: "Test in text" }).click();
    await page.getByRole("button", { name: "Start the conversation" }).click();
    await panel.getByText("Hello Ben Example, this is a reminder").waitFor();
    // The step in which the test is, is lit as long as the test is shown.
    const lit = page.getByRole("region", { name: "Conversation graph" }).locator("[aria-current=step]");
    await lit.getByText("Greeting").waitFor();
    await expectFlawless(opened);
    await panel.getByRole("button", { name: "Close" }).click();
    await lit.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Publish" }).click();
    await page.getByRole("dialog").getByText("Wish a nice day.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByText("Published 2").waitFor();
    await whyNot("There is nothing new to publish");
    await restoreVersion(page, 1);
    await page.getByText("Draft 3").waitFor();
    await page.reload();
    await page.getByText("Say goodbye.").first().waitFor();
    await page.getByRole("button", { name: "Talk", exact: true }).click();
    await expectFlawless(opened);
    const [talk] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("link", { name: "Open the page to talk" }).click(),
    ]);
    await talk.getByRole("heading", { name: "Reception" }).waitFor();
    await talk.getByRole("button", { name: "Start talking" }).click();
    await talk.getByRole("log").getByText("this is a reminder of your appointment").waitFor();
    await opened.close();
  });

  redialStories(() => rig);
  byVersionStories(() => rig);
  analyticsStories(() => rig);
  campaignTimeStories(() => rig);
  sandboxStories(() => rig);

  it.concurrent("connects an organization: keys, carriers, models, documents, tools, webhooks, credentials", async () => {
    const opened = await rig.openAsOwner();
    const { page, client } = opened;
    const dialog = page.getByRole("dialog");
    const go = (name: string) => goTo(page, name);
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await go("API keys");
    await page.getByRole("button", { name: "New key" }).click();
    await dialog.getByLabel("What it is for").fill("Nightly import");
    await dialog.getByRole("button", { name: "New key" }).click();
    expect(await dialog.getByRole("textbox", { name: "API keys" }).innerText()).toMatch(/^vap_live_/);
    await page.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("button", { name: "Archive: Nightly import" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByRole("button", { name: "Reactivate: Nightly import" }).waitFor();
    await expectFlawless(opened);
    await go("Carriers");
    await page.getByRole("link", { name: "Simulator" }).click();
    await page.getByRole("heading", { name: "What it needs" }).waitFor();
    await page.getByRole("button", { name: "Check the account" }).click();
    await page.getByRole("status").getByText("The carrier says: The simulator").waitFor();
    await page.getByRole("button", { name: "Add a number" }).click();
    await dialog.getByLabel("Number").fill("+12025550123");
    await dialog.getByRole("button", { name: "Add a number" }).click();
    await page.getByRole("cell", { name: "+12025550123", exact: true }).waitFor();
    await expectFlawless(opened);
    await go("Models");
    await page.getByRole("combobox", { name: "Provider" }).nth(1).click();
    await page.getByRole("option", { name: "Built in: needs nothing, for trying out" }).click();
    await seeingSaved(page, () => page.getByRole("button", { name: "Save" }).nth(1).click());
    await expectFlawless(opened);
    await go("Documents");
    await page.getByRole("button", { name: "Upload a document" }).click();
    const text = "# Opening hours\n\nThe practice opens at eight in the morning.\n";
    await dialog
      .getByLabel("Document")
      .setInputFiles({ name: "hours.md", mimeType: "text/markdown", buffer: Buffer.from(text) });
    await dialog.getByRole("button", { name: "Upload a document" }).click();
    await page.getByText("Ready", { exact: true }).waitFor();
    await page.getByLabel("Question").fill("When does the practice open?");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByText("The practice opens at eight in the morning.").first().waitFor();
    await expectFlawless(opened);
    await go("Tools");
    await page.getByRole("button", { name: "New tool" }).click();
    await dialog.getByLabel("Name").fill("look_up");
    await dialog.getByLabel("Description").fill("Looks the customer up");
    await dialog.getByLabel("Address").fill("https://crm.example/customers");
    await dialog.getByRole("button", { name: "New tool" }).click();
    await page.getByRole("button", { name: "Archive: look_up" }).waitFor();
    await expectFlawless(opened);
    await go("Webhooks");
    await page.getByRole("button", { name: "New webhook" }).click();
    await dialog.getByLabel("Address").fill("https://hooks.example/ringdown");
    await dialog.getByRole("checkbox", { name: "Call ended" }).click();
    await dialog.getByRole("button", { name: "New webhook" }).click();
    await page.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("heading", { name: "https://hooks.example/ringdown" }).waitFor();
    await page.getByText("It is told of these events: Call ended.").waitFor();
    await expectFlawless(opened);
    await go("Credentials");
    await page.getByRole("button", { name: "New credential" }).click();
    await dialog.getByLabel("Name").fill("CRM");
    await dialog.getByLabel("Secret").fill("a-token-that-nobody-reads-again");
    await dialog.getByRole("button", { name: "New credential" }).click();
    await page.getByText("ends with gain").waitFor();
    await go("Settings");
    await page.getByLabel("Calls at a time").fill("12");
    await page.getByLabel("Test number").fill("+1 202-555-0199");
    const save = page.getByRole("button", { name: "Save" });
    await seeingSaved(page, () => save.first().click());
    const preferences = () => client.get("/organizations/preferences");
    await waitUntil("the limit is kept", async () => (await preferences())["concurrent_call_limit"] === 12);
    // Somebody else changes another preference while the page is open.
    await client.put("/organizations/preferences", { ...(await preferences()), retention_days: 30 });
    await page.getByRole("button", { name: "Sunday" }).click();
    await page.getByLabel("Days on which nobody is called").fill("2027-01-01");
    await save.nth(1).click();
    await waitUntil("the calling hours are kept", async () => {
      const { holidays } = readObject(await preferences(), "calling_hours");
      return Array.isArray(holidays) && holidays.includes("2027-01-01");
    });
    await page.getByRole("switch", { name: "Recorded calls begin with saying so" }).click();
    await page.getByLabel("Why recorded calls need not say so").fill("Said in the contract");
    await save.nth(3).click();
    await waitUntil("the disclosure is kept", async () => {
      const { reason } = readObject(await preferences(), "disclosure");
      return reason === "Said in the contract";
    });
    // No form undoes what another form or somebody else has saved.
    expect(await preferences()).toMatchObject({
      concurrent_call_limit: 12,
      retention_days: 30,
      test_phone_number: "+12025550199",
      disclosure: { enabled: false, reason: "Said in the contract" },
      calling_hours: { slots: { length: 6 } },
    });
    await expectFlawless(opened);
    await opened.close();
  });

  numberStories(() => rig);
  refusalStories(() => rig);
  rehearsalStories(() => rig);
  accountStories(() => rig);
  agentStories(() => rig);
  allowedNumberStories(() => rig);
  rulePackStories(() => rig);
  modelStories(() => rig);
  adminStories(() => rig);
  letInStories(() => rig);
  auditStories(() => rig);
  peopleStories(() => rig);
  personStories(() => rig);
  textStories(() => rig);
  calendarStories(() => rig);
  firstPageStories(() => rig);
  callStories(() => rig);
  campaignDatesStories(() => rig);
  threeWishesStories(() => rig);
  liveCampaignStories(() => rig);
  journeyStories(() => rig);
  campaignSettingsStories(() => rig);
  channelStories(() => rig);
  connectorStories(() => rig);
  contactStories(() => rig);
  documentStories(() => rig);
  emptyStories(() => rig);
  entryStories(() => rig);
  importStories(() => rig);
  inboxStories(() => rig);
  actionStories(() => rig);
  integrationStories(() => rig);
  leavingStories(() => rig);
  marketplaceStories(() => rig);
  germanOfferStories(() => rig);
  germanRefusalStories(() => rig);
  toldEventStories(() => rig);
  versionStories(() => rig);
  textTestStories(() => rig);
  attentionStories(() => rig);
  hoursStories(() => rig);

  // Everything else waits while the API is away.
  it("says that the API is gone, and catches up when it is back", async () => {
    // Each lasts until it is ended: two are made until then.
    await rig.scriptCalls({ defaults: { weights: { answered: 1 }, talk: [{ waits_seconds: 600 }] } });
    let campaignId = 0;
    // The page asks again only once it was seen what it says meanwhile, however soon the API is back.
    const opened = await rig.openAsOwner({
      watch: (page) => holdTimers(page, [1_500]),
      rows: async (client) => {
        ({ campaignId } = await makeCampaign(client, "Watched"));
        await client.post(`/campaigns/${campaignId}/start`);
      },
    });
    const { page } = opened;
    const attemptsNow = async () =>
      readNumber(await opened.client.get(`/campaigns/${campaignId}/progress`), "attempts");
    await goTo(page, "Campaigns");
    await page.getByRole("link", { name: "Watched" }).click();
    await page.getByRole("status").getByText("Live").waitFor();
    await waitUntil("the first calls are made", async () => (await attemptsNow()) === 2);
    await Promise.all([
      page.getByText("Ringdown is not reachable right now. Trying again").waitFor(),
      page.getByRole("status").getByText("Connection lost, trying again").waitFor(),
      Promise.resolve(stack.running.kill("api", "SIGKILL")),
    ]);
    await letTimersGo(page);
    await page.getByText("Ringdown is not reachable right now. Trying again").waitFor({ state: "hidden" });
    await page
      .getByRole("status")
      .getByText(/Live|Over/)
      .waitFor();
    // Calls from now on are shown: the page's figure is the API's.
    const attempts = page
      .getByRole("term")
      .filter({ hasText: "Attempts" })
      .first()
      .locator("xpath=following-sibling::dd[1]");
    await rig.endCalls();
    await waitUntil("further calls are made", async () => (await attemptsNow()) > 2);
    await opened.client.post(`/campaigns/${campaignId}/pause`);
    await rig.endCalls();
    await waitUntil(
      "the page shows the API's attempts",
      async () => Number.parseInt(await attempts.innerText(), 10) === (await attemptsNow()),
    );
    await opened.close();
  });
});
