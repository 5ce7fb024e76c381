import { expect, it } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import { makeAskingAgent } from "./asking.ts";
import { runStatement } from "./database.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { NUMBER, placeRecordedCall } from "./recorded-call.ts";
import { goTo, inTurn, type OwnersPage, type StoryRig, seeing } from "./rig.ts";
import { countRequests } from "./walked-page.ts";

export const callStories = (rig: () => StoryRig): void => {
  it.concurrent(
    "runs a recording and its words together, and shows the way through the graph",
    inTurn(async () => {
      const opened = await rig().openAsOwner({ watch: countRequests });
      const { page, client } = opened;
      const agentId = await placeRecordedCall(rig(), client);
      // A person who has called has taken the first steps, without a campaign too.
      await page.getByText("Calls today").waitFor();
      await goTo(page, "Calls");
      await page.getByRole("link", { name: NUMBER }).click();
      const way = page.getByRole("list", { name: "Steps of the conversation" });
      await way.getByText("Greeting").waitFor();
      const position = page.getByRole("slider", { name: "Position in the recording" });
      await position.waitFor();
      await page.getByRole("definition").filter({ hasText: "no limit is set" }).waitFor();
      // No number of the simulator's is shown, so nothing is said of one.
      await page.getByRole("term").filter({ hasText: /^To$/ }).waitFor();
      expect(
        await page
          .getByRole("term")
          .filter({ hasText: /^From$/ })
          .count(),
      ).toBe(0);
      // What the carrier and the conversation report stands in one timeline with what the platform did.
      const timeline = page.getByRole("region", { name: "Timeline", exact: true });
      await timeline.getByText("The carrier took the call", { exact: true }).waitFor();
      await timeline.getByText("The carrier: answered", { exact: true }).waitFor();
      await timeline.getByText("The carrier: it is over, Answered").first().waitFor();
      // Its owner may look at its workflow, where the operator runs the Temporal UI.
      const workflow = page.getByRole("link", { name: "Look at it in Temporal" });
      expect(await workflow.getAttribute("href")).toMatch(
        /\/namespaces\/default\/workflows\/org-\d+%2Fcall-[\da-f-]+$/,
      );
      // The carrier hears and speaks itself: of a turn nothing but its words is measured.
      const turns = page.getByRole("list", { name: "Where time goes" });
      await turns.getByRole("img", { name: /^Turn 1, [\d.]+ s: first sentence [\d.]+ s$/ }).waitFor();
      await expectFlawless(opened);
      await expectToFitTelephone(page);
      const lines = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Hear it from/ }) });
      const greeting = lines.filter({ hasText: "Hello, this is Mira of the practice." });
      await greeting.getByRole("button", { name: /^Hear it from/ }).press("Enter");
      // It plays: the player's own time goes on, and the line that is heard is marked.
      await waitUntil("it is heard", async () => Number(await position.inputValue()) > 0);
      await way.locator("[aria-current=step]").getByText("Greeting").waitFor();
      await page.locator("[aria-current=true]").first().waitFor();
      // Moved to its end, another line is.
      await position.press("End");
      const others = lines.filter({ hasNotText: "Hello, this is Mira of the practice." });
      await others.and(page.locator("[aria-current=true]")).waitFor();
      expect(await lines.count()).toBeGreaterThan(1);
      // The person's words behind a variable play where they were said, and their line is shown.
      await runStatement(rig(), PROVEN, [agentId]);
      await page.reload();
      await position.waitFor();
      const hear = page.getByRole("button", { name: /^Hear the words that say wish, from / });
      expect(Number(await position.inputValue())).toBe(0);
      await hear.press("Enter");
      await waitUntil("the words are heard", async () => Number(await position.inputValue()) > 0);
      const proven = lines.and(page.locator("[aria-current=true]"));
      await proven.getByText("Person", { exact: true }).waitFor();
      await page.getByRole("link", { name: "Version 1" }).click();
      // The version that it ran with is compared with the agent as it is now.
      const versions = page.getByRole("dialog", { name: "Versions" });
      await versions.getByRole("button", { name: "Difference from 1", pressed: true }).waitFor();
      await page.keyboard.press("Escape");
      await page.goBack();
      const person = lines.filter({ has: page.getByText("Person", { exact: true }) }).first();
      const said = await person.getByRole("paragraph").innerText();
      const test = page.getByRole("complementary", { name: "Test in text" });
      // A person who leaves meanwhile is not led back by its end.
      await repeatInEndedTest(opened, () => goTo(page, "Calls"));
      await page.evaluate("settled()");
      expect(new URL(page.url()).pathname).toBe("/console/calls");
      await page.getByRole("link", { name: NUMBER }).click();
      // A refusal in the middle is said, and the test that was begun is shown.
      await seeing(page.getByText(/^The session has ended/), () => repeatInEndedTest(opened));
      await test.getByText("Hello, this is Mira of the practice.").first().waitFor();
      await page.goBack();
      // The person's words are said once more, in text, without the call's variables, and shown beside the graph.
      const begun = page.waitForRequest("**/text-chat/sessions");
      await repeatInText(page);
      expect((await begun).postDataJSON()).toEqual({});
      await test.getByText("Hello, this is Mira of the practice.").first().waitFor();
      await test.getByText(said, { exact: true }).first().waitFor();
      await opened.close();
    }),
  );

  it.concurrent("says why a call waits whose carrier cannot be asked, and how often it was", async () => {
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        await runStatement(rig(), WAITING, [await makeAskingAgent(client)]);
      },
    });
    const { page } = opened;
    await goTo(page, "Calls");
    await page.getByRole("link", { name: "+14155550187" }).click();
    const why = page.getByRole("note").filter({ hasText: "The carrier cannot be asked how this call goes" });
    await why.filter({ hasText: "tries in a row: 3" }).getByText("503: try later", { exact: true }).waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await opened.close();
  });
};

const WAITING = `
  insert into call_runs (uuid, organization_id, agent_id, agent_version_id, name, mode, provider, called_number, state,
    started_at, carrier_unreachable)
  select gen_random_uuid(), organization_id, id, published_version_id, 'a call', 'twilio', 'twilio', '+14155550187', 'dialing',
    now(), jsonb_build_object('tries', 3, 'last_error', '503: try later', 'last_tried_at', now())
  from agents where id = $1`;

/** The first words of the person, as those behind a variable. */
const PROVEN = `
  update call_runs r set gathered_context = r.gathered_context || jsonb_build_object('wish', 'to be greeted'),
    evidence = jsonb_build_object('wish', jsonb_build_object('text', e.text, 'entry_id', e.id,
      'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  from (select * from conversation_entries where speaker = 'person' order by id) e
  where r.agent_id = $1 and e.run_id = r.id
    and e.id = (select min(id) from conversation_entries where run_id = r.id and speaker = 'person')`;

/** Presses the button, and says yes to what is asked before the agent's tools run again. */
const repeatInText = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Repeat as a text test" }).click();
  const asked = page.getByRole("alertdialog", { name: "Repeat what this person said?" });
  await asked.getByText(/Its tools really run/).waitFor();
  await asked.getByRole("button", { name: "Repeat as a text test" }).click();
};

const MESSAGES = "**/text-chat/sessions/*/messages";

/** The test is ended while the first of the person's words are on their way, so that the API refuses them. */
const repeatInEndedTest = async (
  { page, client }: OwnersPage,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<void> => {
  const held = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await held.promise;
    await route.continue();
  };
  await page.route(MESSAGES, hold, { times: 1 });
  const said = page.waitForRequest(MESSAGES);
  await repeatInText(page);
  const { pathname } = new URL((await said).url());
  await client.post(pathname.replace("/api/v1", "").replace("/messages", "/end"), {});
  await meanwhile();
  const refused = page.waitForResponse(MESSAGES);
  held.resolve();
  expect((await refused).status()).toBe(409);
};
