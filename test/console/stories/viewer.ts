import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { type DemoClient, readNumber, readText } from "../../../infra/local/demo/demo-client.ts";
import { logIn } from "../person.ts";
import { makeAskingAgent, makeBookingTool, sayTo } from "./asking.ts";
import { expectCounts, expectFlawless, expectToFitTelephone, findUnlinkedFigures } from "./expectations.ts";
import { makeCampaign } from "./made-organization.ts";
import type { StoryRig } from "./rig.ts";
import { addressOf, consolePaths, countRequests, pressEverything, walkTo } from "./walked-page.ts";

/** Names are words, whatever they look like. */
const HARMFUL = '<img src="x" onerror="window.harmed = true"><a href="javascript:window.harmed = true">a name</a>';

const VIEWER = { email: `viewer-${process.pid}@example.com`, password: "a viewer's long password" };

/** Each has a dialog of their own, which the walk opens. */
const PEOPLE = 2;

/** A caller who is silent. */
const NOBODY = { kind: "scripted", lines: [{ silence_seconds: 5 }] };

/** Creates one of everything; returns the ids in the console's paths. */
const fillOrganization = async (client: DemoClient): Promise<Record<string, string | number>> => {
  const campaign = await makeCampaign(client, "Watched by a viewer", PEOPLE);
  const asking = await makeAskingAgent(client, [await makeBookingTool(client, "https://restaurant.example/tables")]);
  for (const words of ["Do I get a discount?", "I want a table"]) await sayTo(client, asking, words);
  const hired = await client.post("/agent-templates/satisfaction-survey/create", {
    agent_name: "Robin",
    variables: { business_name: "Example Dental", survey_topic: "the last visit" },
  });
  const agentId = readNumber(hired, "id");
  const session = await client.post(`/workflows/${agentId}/text-chat/sessions`);
  const scenario = await client.post(`/workflows/${agentId}/scenarios`, { name: "A silent stranger", caller: NOBODY });
  const rehearsal = await client.post(`/workflows/${agentId}/rehearsals`);
  await Promise.all([
    client.post("/do-not-call", { phone_numbers: ["+12125550199"], reason: "asked in writing" }),
    client.post("/users/api-keys", { name: HARMFUL }),
    client.post("/credentials/", {
      name: HARMFUL,
      credential_type: "bearer_token",
      credential_data: { token: "secret" },
    }),
    client.post("/organizations/webhooks", { url: "https://hooks.example/ringdown", events: ["call_ended"] }),
    client.post("/tools/", {
      name: HARMFUL,
      description: "Looks the customer up",
      definition: { type: "http_api", config: { method: "GET", url: "https://crm.example/customers" } },
    }),
  ]);
  const [carrier] = Object.values(await client.get("/organizations/telephony-configs")).flat();
  return {
    ...campaign,
    agentId,
    callId: readNumber(session, "workflow_run_id"),
    slug: "help-desk",
    templateId: "order-status",
    scenarioId: readNumber(scenario, "id"),
    rehearsalId: readNumber(rehearsal, "id"),
    carrierId: String(Object(carrier)["id"]),
  };
};

/** A password that is not theirs is refused to everybody. */
const OF_NO_ROLE = "PUT /api/v1/auth/password";

/** Controls of others are shown, too, and say why they cannot be used here. */
const HINDERED: readonly (readonly [string, string])[] = [
  ["/inbox", "Send the answer"],
  ["/channels", "New channel"],
  ["/connectors", "Connect Google Calendar"],
];

/** Figures that count what no page lists (passages, rows that were not taken), and settings. */
const NO_LIST_OF: readonly string[] = [
  "Attempt",
  "Further tries",
  "Network",
  "Passages",
  "Published version",
  "Refused",
  "Rows",
  "Runs",
  "Skipped",
  "Turns",
  "Version",
];

/** Returns the API's refusals to a page for the role of its person. */
const refusalsOf = (page: Page): string[] => {
  const refused: string[] = [];
  page.on("response", (response) => {
    const asked = `${response.request().method()} ${new URL(response.url()).pathname}`;
    if (response.status() === 403 && asked !== OF_NO_ROLE) refused.push(asked);
  });
  return refused;
};

/** A browser on a system without a locale of its own gives a language that formatters refuse; also those of libraries. */
const asOnPlainSystem = async (page: Page): Promise<void> => {
  await countRequests(page);
  await page.addInitScript(
    'Object.defineProperty(Navigator.prototype, "language", { configurable: true, get: () => "en-US@posix" })',
  );
};

export const viewerStories = (rig: () => StoryRig): void => {
  it.concurrent("lets a viewer see every screen, and offers nothing there that would be refused", async () => {
    let parts = {};
    const owners = await rig().openAsOwner({
      rows: async (client) => {
        parts = await fillOrganization(client);
        const invitation = await client.post("/team/invitations", { email: VIEWER.email, role: "viewer" });
        await client.post("/auth/accept-invitation", {
          token: readText(invitation, "token"),
          password: VIEWER.password,
        });
      },
    });
    await owners.close();
    const viewing = await rig().open({}, asOnPlainSystem);
    const { page } = viewing;
    const refused = refusalsOf(page);
    await logIn(page, VIEWER);
    await page.getByRole("heading", { level: 1 }).waitFor();
    // Home is where they are: the walk comes to it from elsewhere.
    await walkTo(page, addressOf("/account", parts));
    const unlinked = new Set<string>();
    for (const path of consolePaths()) {
      const screen = addressOf(path, parts);
      await walkTo(page, screen);
      expect({ screen, problems: await page.getByRole("main").getByRole("alert").allInnerTexts() }).toEqual({
        screen,
        problems: [],
      });
      await expectFlawless(viewing);
      await expectCounts(page);
      for (const name of await findUnlinkedFigures(page)) unlinked.add(name);
      await expectToFitTelephone(page);
      await pressEverything(page);
      expect({ screen, refused }).toEqual({ screen, refused: [] });
      expect({ screen, harmed: await page.evaluate("'harmed' in window") }).toEqual({ screen, harmed: false });
    }
    expect([...unlinked].filter((name) => !NO_LIST_OF.includes(name))).toEqual([]);
    for (const [path, name] of HINDERED) {
      await walkTo(page, addressOf(path, parts));
      const button = page.getByRole("button", { name, disabled: true });
      await button.first().waitFor();
      expect(await button.first().getAttribute("title")).toMatch(/^This needs the role (operator|admin)$/);
    }
    expect(viewing.complaints).toEqual([]);
    await viewing.close();
  });
};
