import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { readText } from "../../../infra/local/demo/demo-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { holdTimers, letTimersGo } from "../held-time.ts";
import { logIn } from "../person.ts";
import { EDIT, makeAskingAgent, sayTo } from "./asking.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { goTo, type StoryRig, seeing } from "./rig.ts";

/** The time in which a decision can be undone: none is sent before a story says so. */
const holdDecisions = (page: Page) => holdTimers(page, [5_000]);

/** What the side bar says it can know from the list alone. */
const leaveCountUnanswered = (page: Page) => page.route(/\/timeline\/requests\?limit=1$/, () => {});

export const inboxStories = (rig: () => StoryRig): void => {
  it.concurrent("answers what agents ask by keys, takes back within five seconds, and shows what led to it", async () => {
    const opened = await rig().openAsOwner({ watch: holdDecisions });
    const { page, client } = opened;
    await goTo(page, "Inbox");
    await page.getByRole("heading", { name: "Nobody waits for you" }).waitFor();
    await expectFlawless(opened);
    const agentId = await makeAskingAgent(client);
    await sayTo(client, agentId, "Do I get a discount?");
    await sayTo(client, agentId, "The wrong prompt, I think");
    await sayTo(client, agentId, "Please look it up");
    await page.getByText("3 requests").waitFor();
    await waitUntil("the tab says how many wait", async () => (await page.title()).startsWith("(3) Inbox"));
    // The key has the shortest time.
    await page.getByRole("heading", { name: "CRM. To look up orders" }).waitFor();
    await page.getByText("Please look it up").waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    const [key, question, edit] = ["CRM. To look up orders", "May I give ten percent?", EDIT.reason];
    for (const [pressed, shown] of [
      ["j", question],
      ["j", edit],
      ["k", question],
      ["k", key],
      ["j", question],
    ] as const) {
      await page.keyboard.press(pressed);
      await page.getByRole("heading", { name: shown }).waitFor();
    }
    // Switched off the keys do nothing, after a reload either.
    const keys = page.getByRole("switch", { name: /^Keys: / });
    await keys.click();
    await page.reload();
    await page.getByRole("heading", { name: question }).waitFor();
    expect(await keys.isChecked()).toBe(false);
    await page.keyboard.press("k");
    await keys.click();
    await page.keyboard.press("j");
    await page.getByRole("heading", { name: edit }).waitFor();
    await page.keyboard.press("k");
    await page.getByRole("heading", { name: question }).waitFor();
    await page.keyboard.press("a");
    await page.getByText("Answered: yes. It is sent in a moment.").first().waitFor();
    await seeing(page.getByText("Taken back: it is open again"), () => page.keyboard.press("u"));
    await page.getByRole("link", { name: /May I give ten percent/ }).click();
    await page.getByRole("heading", { name: question }).waitFor();
    await page.keyboard.press("e");
    await page.locator("[data-key=e]:focus").waitFor();
    await page.keyboard.type("Five percent");
    await page.keyboard.press("Enter");
    // The next one: a change, field by field.
    await page.getByRole("heading", { name: EDIT.reason }).waitFor();
    await page.getByRole("insertion").getByText("Say the price first.").waitFor();
    await expectFlawless(opened);
    await page.keyboard.press("r");
    await page.getByLabel("Why (the agent is told)").fill("The price is on the page");
    await page.keyboard.press("Enter");
    await page.getByLabel("Secret").fill("a-token-of-the-crm");
    await page.getByRole("button", { name: "Provide the key" }).click();
    await letTimersGo(page);
    await page.getByRole("heading", { name: "Nobody waits for you" }).waitFor();
    await page.getByRole("link", { name: "Decided" }).click();
    await page.getByRole("link", { name: /May I give ten percent/ }).click();
    await page.getByText(/^Answered \(Five percent\) by Ada Example, /).waitFor();
    await page.getByRole("link", { name: new RegExp(EDIT.reason) }).click();
    await page.getByText(/^Discarded \(The price is on the page\) by Ada Example, /).waitFor();
    await expectFlawless(opened);
    await goTo(page, "Credentials");
    await page.getByRole("cell", { name: "CRM", exact: true }).waitFor();
    await opened.close();
  });

  it.concurrent("answers several requests at once, each of which can be taken back", async () => {
    const opened = await rig().openAsOwner({
      watch: (page) => Promise.all([holdDecisions(page), leaveCountUnanswered(page)]),
    });
    const { page, client } = opened;
    const agentId = await makeAskingAgent(client);
    await sayTo(client, agentId, "Do I get a discount?");
    await sayTo(client, agentId, "And another discount?");
    await sayTo(client, agentId, "Please look it up");
    await sayTo(client, agentId, "Which size?");
    await page.clock.install();
    await answerTheOneOfTheSecondPage(page);
    await page.getByText("3 requests").waitFor();
    const discounts = page.getByRole("checkbox", { name: "Answer together: May I give ten percent?" });
    await discounts.first().click();
    await discounts.nth(1).click();
    await page.getByRole("heading", { name: "2 requests at once" }).waitFor();
    await expectFlawless(opened);
    await page.getByRole("checkbox", { name: /^Answer together: CRM/ }).click();
    await page.getByText("Requests of different kinds, and keys, are answered one by one.").waitFor();
    await page.getByRole("checkbox", { name: /^Answer together: CRM/ }).click();
    await page.getByRole("button", { name: "To all: yes" }).click();
    const settled = async () => (await client.get("/timeline/requests?state=settled"))["requests"];
    await waitUntil("both are answered", async () => {
      const requests = await settled();
      return Array.isArray(requests) && requests.length === 3;
    });
    const answers = ["medium", "yes", "yes"].map((choice) => ({ answer: { choice } }));
    expect(await settled()).toMatchObject(answers);
    await page.getByText("1 request", { exact: true }).waitFor();
    // A decision counts even if its maker logs out at once, and keys of an open menu are its own.
    await page.getByLabel("Secret").fill("a-token-of-the-crm");
    await page.getByRole("button", { name: "Provide the key" }).click();
    await logOut(page);
    const again = await rig().client(opened.person);
    expect(await again.get("/timeline/requests?state=settled")).toMatchObject({ total_count: 4 });
    await opened.close();
  });

  it.concurrent("tells the second of two people who was first", async () => {
    const first = await rig().openAsOwner({ watch: holdDecisions });
    const { client } = first;
    await sayTo(client, await makeAskingAgent(client), "Do I get a discount?");
    const ben = { email: `ben-${process.pid}@example.com`, password: "a colleague's long password" };
    const invitation = await client.post("/team/invitations", { email: ben.email, role: "operator" });
    const token = readText(invitation, "token");
    await client.post("/auth/accept-invitation", { token, password: ben.password, name: "Ben Example" });
    const second = await rig().open({}, holdDecisions);
    await logIn(second.page, ben);
    for (const { page } of [first, second]) {
      await goTo(page, "Inbox");
      await page.getByRole("heading", { name: "May I give ten percent?" }).waitFor();
    }
    await first.page.getByRole("button", { name: "yes", exact: true }).click();
    await second.page.getByRole("button", { name: "no", exact: true }).click();
    // Whichever came first, the other one is told.
    const told = await Promise.all(
      [first, second].map(async ({ page }) => {
        const sentence = page.getByText(/^Sent: Answered: |(Ada|Ben) Example was first: answered at /).first();
        const [text] = await Promise.all([sentence.innerText(), letTimersGo(page)]);
        return text;
      }),
    );
    const isAdas = told[0]?.startsWith("Sent");
    expect(told.toSorted()).toEqual([
      expect.stringMatching(isAdas ? /^Ada Example was first/ : /^Ben Example was first/),
      expect.stringMatching(/^Sent: /),
    ]);
    const { requests } = await client.get("/timeline/requests?state=settled");
    expect(requests).toMatchObject([{ answer: { choice: isAdas ? "yes" : "no" } }]);
    await first.close();
    await second.close();
  });
};

/** Pages of three: the fourth request is found behind them, and once it is decided, nobody is left on an empty page. */
const answerTheOneOfTheSecondPage = async (page: Page): Promise<void> => {
  await page.route(/\/timeline\/requests\?.*limit=100/, (route) =>
    route.continue({ url: route.request().url().replace("limit=100", "limit=3") }),
  );
  await goTo(page, "Inbox");
  await page.getByText("4 requests").waitFor();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Inbox 4 open" }).waitFor();
  const listed = page.getByRole("checkbox", { name: /^Answer together: / });
  expect(await listed.count()).toBe(3);
  await page.getByRole("button", { name: "Next" }).click();
  await page.waitForURL(/page=2/);
  await waitUntil("the second page is shown", async () => (await listed.count()) === 1);
  const last = page.getByRole("link", { name: /Which one do they get/ });
  // The time that is left goes on by itself.
  const left = await last.getByText(/ left$/).innerText();
  await page.clock.fastForward("15:00");
  await last.getByText(left).waitFor({ state: "detached" });
  // Its address shows it on any page of the list.
  await last.click();
  await page.waitForURL(/request=/);
  await page.goto(page.url().replace("page=2", "page=1"));
  // None of three choices is the other one, so R takes none.
  const choice = page.getByRole("button", { name: "medium", exact: true });
  await choice.waitFor();
  // It is asked for again: others may decide it meanwhile.
  await Promise.all([page.waitForRequest(/state=open&event_id=/), page.clock.fastForward(3_000)]);
  await page.keyboard.press("r");
  await choice.click();
  await page.getByRole("button", { name: "Next" }).click();
  await waitUntil("the second page is shown", async () => (await listed.count()) === 0);
  await letTimersGo(page);
  await page.waitForURL(/page=1/);
  await page.getByText("3 requests").waitFor();
};

const logOut = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Appearance and account" }).click();
  const way = page.getByRole("menuitem", { name: "Log out" });
  await way.waitFor();
  await page.keyboard.press("u");
  await way.click();
  await page.getByRole("heading", { name: "Log in to Ringdown" }).waitFor();
};
