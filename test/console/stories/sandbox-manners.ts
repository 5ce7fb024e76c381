import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { createDemoClient, type DemoClient, readNumber, readText } from "../../../infra/local/demo/demo-client.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import { goTo, inTurn, type StoryRig, seeingSaved } from "./rig.ts";

const PEOPLE = 4;
const VERIFIER = pathToFileURL(join(import.meta.dirname, "../../../console/public/verify.html")).href;

export const sandboxStories = (rig: () => StoryRig): void => {
  it.concurrent(
    "sets the manners of the sandbox's carrier, under which a campaign ends and its record keeps every promise",
    inTurn(async () => {
      await rig().scriptCalls({ speed: 20, defaults: { ring_seconds: 0, weights: { answered: 1 } } });
      const opened = await rig().openAsOwner();
      const { page, client } = opened;
      await goTo(page, "Sandbox");
      await page.getByText("The simulator behaves as the installation's operator has set it").waitFor();
      await page.getByLabel("Doubled (percent)").fill("100");
      await page.getByLabel("Late (percent)").fill("50");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Say how late: a callback that is late by nothing is not late").first().waitFor();
      await expectFlawless(opened);
      await page.getByLabel("Late by (seconds)").fill("0.2");
      await page.getByLabel("Answers after (milliseconds)").fill("20");
      await page.getByLabel("Dialled, and the answer is lost (percent)").fill("25");
      await page.getByLabel("Busy", { exact: true }).fill("1");
      await seeingSaved(page, () => page.getByRole("button", { name: "Save" }).click());
      await page.getByText("The simulator has the manners below").waitFor();
      await expectFlawless(opened);
      await expectToFitTelephone(page);
      const key = readText(await client.post("/users/api-keys", { name: "Trial", environment: "sandbox" }), "api_key");
      const root = `${rig().stack.running.addresses.api}/api/v1`;
      const trial = createDemoClient(root, { "x-api-key": key });
      const campaignId = await startCampaign(trial);
      await goTo(page, "Campaigns");
      await page.getByRole("link", { name: "Bad manners" }).click();
      await page.getByRole("status").getByText("Over").waitFor();
      await page.getByRole("link", { name: "Busy" }).waitFor();
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Signed record" }).click();
      const proof = page.getByRole("dialog", { name: "Signed record" });
      await proof.getByText(/entries are sealed; the newest checkpoint was signed/).waitFor();
      const verifierKey = await proof.getByText(/^ringdown\.record\/.+\+[0-9a-f]{8}\+/).innerText();
      await proof.getByText(/None waits\.|wait to be sealed/).waitFor();
      await page.keyboard.press("Escape");
      await goTo(page, "Calls");
      const calls = page.getByRole("group", { name: "Calls" });
      await calls.getByText("sandbox", { exact: true }).first().waitFor();
      await chooseEnvironment(page, "Production");
      await page.getByText("No call matches these filters").waitFor();
      await chooseEnvironment(page, "Sandbox");
      await calls.getByText("sandbox", { exact: true }).first().waitFor();
      await expectFlawless(opened);
      const archive = await trial.download(`/campaigns/${campaignId}/record`);
      // As whoever was given both files: the page works without a server.
      const checker = await opened.context.newPage();
      await checker.goto(VERIFIER);
      await checker
        .locator("#archive")
        .setInputFiles({ name: "campaign.zip", mimeType: "application/zip", buffer: archive });
      await checker.locator("#keys").fill(verifierKey);
      await checker.locator("#check").click();
      await checker.locator("#results h2").waitFor();
      expect(await checker.locator("#results").innerText()).toMatch(/^Every promise is kept/);
      await opened.close();
    }),
  );
};

const chooseEnvironment = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("combobox", { name: "Environment", exact: true }).click();
  await page.getByRole("option", { name, exact: true }).click();
};

const startCampaign = async (client: DemoClient): Promise<number> => {
  const [agentId, { listId }] = await Promise.all([
    makeTalkingAgent(client, { name: "Reminder" }),
    makeList(client, PEOPLE),
  ]);
  const campaign = await client.post("/campaigns/create", {
    name: "Bad manners",
    workflow_id: agentId,
    contact_list_id: listId,
    retry_config: { enabled: false },
    consent_attested: true,
  });
  const id = readNumber(campaign, "id");
  await client.post(`/campaigns/${id}/start`);
  return id;
};
