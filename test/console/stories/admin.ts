import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { createDemoClient, type DemoClient, readNumber, readText } from "../../../infra/local/demo/demo-client.ts";
import { runStatement } from "./database.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { makeTalkingAgent } from "./made-organization.ts";
import { goTo, type StoryRig } from "./rig.ts";

/** How many pixels of the side bar are seen by scrolling alone. */
const BEYOND_SIDE_BAR = `(() => {
  const bar = document.querySelector("nav");
  return bar.scrollHeight - bar.clientHeight;
})()`;

export const adminStories = (rig: () => StoryRig): void => {
  it.concurrent("invites somebody, who joins by the link and has the role that was given", async () => {
    const opened = await rig().openAsOwner();
    const { page } = opened;
    await goTo(page, "Team");
    await page.getByRole("button", { name: "Invite somebody" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("E-mail").fill(`kim-${process.pid}@example.com`);
    await dialog.getByRole("combobox", { name: "Role" }).click();
    await page.getByRole("option", { name: "Viewer" }).click();
    await dialog.getByRole("button", { name: "Invite somebody" }).click();
    const link = await dialog.getByRole("textbox", { name: "Link" }).innerText();
    await dialog.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("cell", { name: `kim-${process.pid}@example.com`, exact: true }).waitFor();
    // Every place of the side bar is seen on a usual laptop.
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await page.evaluate(BEYOND_SIDE_BAR)).toBe(0);
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    const invited = await rig().open();
    await invited.page.goto(link);
    await invited.page.getByLabel(/^Your name/).fill("Kim Example");
    await invited.page.getByLabel(/^Password/).fill("another long password");
    await invited.page.getByRole("button", { name: "Join" }).click();
    await goTo(invited.page, "Team");
    const invite = invited.page.getByRole("button", { name: "Invite somebody" });
    expect(await invite.getAttribute("title")).toBe("This needs the role admin");
    await invited.close();
    await page.reload();
    await page.getByRole("button", { name: "More: Kim Example" }).click();
    await page.getByRole("menuitem", { name: "Change the role" }).click();
    await dialog.getByRole("combobox", { name: "Role" }).click();
    await page.getByRole("option", { name: "Operator" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page
      .getByRole("row", { name: /Kim Example/ })
      .getByText("Operator")
      .waitFor();
    await opened.close();
  });

  it.concurrent("makes a key that ends and may only read campaigns, and moves its end", async () => {
    const opened = await rig().openAsOwner();
    const { page } = opened;
    await goTo(page, "API keys");
    await page.getByRole("button", { name: "New key" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What it is for").fill("Report");
    await dialog.getByLabel("Last day").fill("2090-01-01");
    await dialog.getByRole("switch", { name: "Only for some things" }).click();
    await dialog.getByRole("checkbox", { name: "campaigns:read", exact: true }).click();
    await expectFlawless(opened);
    await dialog.getByRole("button", { name: "New key" }).click();
    await dialog.getByRole("button", { name: "I have it" }).click();
    const row = page.getByRole("row", { name: /Report/ });
    await row.getByText("campaigns:read").waitFor();
    await expectToFitTelephone(page);
    await row.getByText("2090").waitFor();
    await row.getByRole("button", { name: "Change the end: Report" }).click();
    await dialog.getByLabel("Last day").fill("2091-02-03");
    await dialog.getByRole("button", { name: "Save" }).click();
    await row.getByText("2091").waitFor();
    await opened.close();
  });

  it.concurrent("lets a tool call whoever of a channel takes callers, with words for the caller who waits", async () => {
    let [tool, channel] = ["", 0];
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        channel = readNumber(await client.post("/folders/", { name: "Sales" }), "id");
        const definition = { type: "transfer_call", config: { destination: "+12025550142" } };
        const made = { name: "Hand over", category: "transfer_call", description: "To a person", definition };
        tool = readText(await client.post("/tools/", made), "tool_uuid");
      },
    });
    const { page, client } = opened;
    await goTo(page, "Channels");
    await page.getByRole("link", { name: "Sales" }).click();
    await page.getByRole("button", { name: "People and agents" }).click();
    const members = page.getByRole("dialog", { name: "People and agents" });
    await members.getByRole("checkbox", { name: "Ada Example", exact: true }).click();
    await members.getByLabel("Telephone of Ada Example").fill("+1 202 555 0143");
    await members.getByRole("checkbox", { name: "Ada Example takes calls now" }).click();
    await expectFlawless(opened);
    await members.getByRole("button", { name: "Save" }).click();
    await members.waitFor({ state: "hidden" });
    expect(await client.get(`/folders/${channel}/members`)).toMatchObject({
      members: [{ phone_number: "+12025550143", takes_calls: true }],
    });
    await goTo(page, "Tools");
    const dialog = page.getByRole("dialog", { name: "Hand over" });
    await page.getByRole("button", { name: "Edit: Hand over" }).click();
    await dialog.getByRole("switch", { name: "Ask the person first" }).click();
    await dialog.getByRole("combobox", { name: "Who takes the person over" }).click();
    await page.getByRole("option", { name: "Whoever of Sales is there" }).click();
    await dialog.getByLabel("Who is called after that").fill("+12025550144");
    await dialog.getByLabel("What the caller hears meanwhile").fill("One moment, I am looking for somebody.");
    await dialog.getByLabel("Language of the person").fill("de-DE");
    await expectFlawless(opened);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await client.get(`/tools/${tool}`)).toMatchObject({
      definition: {
        config: {
          ...{ mode: "warm", destination_source: "channel", channel_id: channel, briefing_language: "de-DE" },
          ...{ further_destinations: ["+12025550144"], hold: { text: "One moment, I am looking for somebody." } },
        },
      },
    });
    await opened.close();
  });

  it.concurrent("changes and tries out a tool, gives a page a talk button, and sets what calls may cost", async () => {
    let [httpTool, mcpTool] = ["", ""];
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        await makeTalkingAgent(client, { name: "Reception" });
        const make = async (name: string, category: string, config: object) => {
          const definition = { type: category, config };
          const tool = { name, category, description: "Knows customers", definition };
          return readText(await client.post("/tools/", tool), "tool_uuid");
        };
        httpTool = await make("Look up", "http_api", { method: "GET", url: "https://crm.example/customers" });
        mcpTool = await make("CRM server", "mcp", { url: "https://crm.example/mcp" });
        // What the server has said when it was asked.
        await runStatement(
          rig(),
          "update tools set definition = jsonb_set(definition, '{config,discovered_tools}', $1) where tool_uuid = $2",
          [JSON.stringify([{ name: "find_customer" }, { name: "delete_customer" }]), mcpTool],
        );
      },
    });
    const { page, client } = opened;
    await goTo(page, "Tools");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Edit: Look up" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Find the customer");
    await dialog.getByRole("switch", { name: "Somebody has to confirm it first" }).click();
    await dialog.getByRole("button", { name: "Add one" }).click();
    const parameter = dialog.getByRole("group", { name: "Parameters" });
    await parameter.getByRole("textbox", { name: "Name" }).fill("phone");
    await parameter.getByRole("textbox", { name: "Description" }).fill("Their number");
    await expectFlawless(opened);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog", { name: /Look up|Find the customer/ }).waitFor({ state: "hidden" });
    expect(await client.get(`/tools/${httpTool}`)).toMatchObject({
      definition: {
        config: {
          url: "https://crm.example/customers",
          parameters: [{ name: "phone", type: "string", description: "Their number", required: true }],
        },
      },
    });
    await page.getByRole("button", { name: "Edit: CRM server" }).click();
    const server = page.getByRole("dialog", { name: "CRM server" });
    await server.getByRole("switch", { name: "Agents may use every function of the server" }).click();
    await server.getByRole("checkbox", { name: "delete_customer" }).click();
    expect(await server.getByRole("checkbox", { name: "find_customer" }).isDisabled()).toBe(true);
    await expectFlawless(opened);
    await server.getByRole("button", { name: "Save" }).click();
    await server.waitFor({ state: "hidden" });
    expect(await client.get(`/tools/${mcpTool}`)).toMatchObject({
      definition: { config: { url: "https://crm.example/mcp", tools_filter: ["find_customer"] } },
    });
    await expectRemovedField(page);
    await page.getByRole("button", { name: "Test: Find the customer" }).click();
    expect(await dialog.getByRole("textbox", { name: "Arguments (JSON)" }).inputValue()).toContain('"phone"');
    await dialog.getByRole("button", { name: "Call it once" }).click();
    // The server does not answer: the page says so, and the call is not repeated.
    await dialog.getByText(/It failed|Nobody can say whether it arrived/).waitFor();
    await page.keyboard.press("Escape");
    await goTo(page, "Usage and budget");
    await page.getByRole("spinbutton", { name: "A month" }).fill("50");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("A month: $0.00 of $50.00 spent").waitFor();
    await page.getByRole("img", { name: /^So far \$0\.00; .* The budget is \$50\.00\.$/ }).waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await goTo(page, "Agents");
    await page.getByRole("link", { name: "Reception" }).click();
    await page.getByRole("button", { name: "Test in text" }).click();
    await page.getByRole("button", { name: "Start the conversation" }).click();
    const said = page.getByRole("complementary").getByRole("listitem");
    for (const words of ["What do you do?", "And on Monday?"]) {
      await page.getByRole("textbox", { name: "Say something" }).fill(words);
      await page.getByRole("button", { name: "Send" }).click();
      await said.getByText(words, { exact: true }).waitFor();
    }
    // The test goes back to what was said before.
    const turn = said.filter({ hasText: "What do you do?" }).first();
    await turn.getByRole("button", { name: "Go back to here" }).click();
    await said.getByText("And on Monday?", { exact: true }).waitFor({ state: "hidden" });
    await turn.getByText("What do you do?", { exact: true }).waitFor();
    await page.getByRole("complementary").getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Talk button on your pages" }).click();
    await dialog.getByLabel("Name").fill("Help page");
    await dialog.getByLabel("Pages that may show it").fill("https://www.example.com");
    await dialog.getByRole("button", { name: "New talk button" }).click();
    await dialog.getByRole("textbox", { name: "Script for the page: Help page" }).waitFor();
    await expectFlawless(opened);
    await dialog.getByRole("button", { name: "Revoke: Help page" }).click();
    await dialog.getByText("Revoked", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    // A test in text is no call, and a program's trial is none either: the first steps are still to do.
    await callWithSandboxKey(rig(), client);
    await page.goto(rig().stack.running.addresses.console ?? "");
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await goTo(page, "Carriers");
    await page.getByRole("button", { name: "Verify a number" }).click();
    await dialog.getByRole("button", { name: "Begin" }).waitFor();
    await expectFlawless(opened);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Simulator" }).click();
    await page.getByRole("button", { name: "Rent a number" }).click();
    await dialog.getByRole("button", { name: "Look for numbers" }).click();
    const free = dialog.getByRole("list", { name: "Look for numbers" }).getByRole("listitem").first();
    const number = await free.getByText(/^\+1\d{10}$/).innerText();
    await expectFlawless(opened);
    await free.getByRole("button", { name: `Rent: ${number}` }).click();
    const row = page.getByRole("row").filter({ has: page.getByText(number, { exact: true }) });
    await row.getByRole("button", { name: `Answered by: ${number}` }).click();
    await dialog.getByLabel("Label").fill("Front desk");
    await dialog.getByRole("combobox", { name: "Answered by", exact: true }).click();
    await page.getByRole("option", { name: "Reception" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await row.getByText("Front desk").waitFor();
    await row.getByRole("cell", { name: "Reception" }).waitFor();
    await opened.close();
  });
};

/** A field that somebody takes out of the definition's text is an empty one in the form. */
const expectRemovedField = async (page: Page): Promise<void> => {
  const dialog = page.getByRole("dialog", { name: "Find the customer" });
  await page.getByRole("button", { name: "Edit: Find the customer" }).click();
  const isText = dialog.getByRole("switch", { name: "Change the whole definition as text" });
  await isText.click();
  await dialog.getByRole("textbox", { name: "Definition", exact: true }).fill('{ "type": "http_api", "config": {} }');
  await isText.click();
  expect(await dialog.getByLabel("Address").inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await dialog.waitFor({ state: "hidden" });
};

const callWithSandboxKey = async ({ stack }: StoryRig, owner: DemoClient): Promise<void> => {
  const key = await owner.post("/users/api-keys", { name: "Trial", environment: "sandbox" });
  const program = createDemoClient(`${stack.running.addresses.api}/api/v1`, { "X-API-Key": readText(key, "api_key") });
  await program.post("/telephony/initiate-call", {
    workflow_id: await makeTalkingAgent(program, { name: "Trial" }),
    phone_number: "+12125550166",
  });
};
