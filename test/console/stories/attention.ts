import { it } from "@jest/globals";
import type { Page } from "playwright-core";
import { makeAskingAgent, sayTo } from "./asking.ts";
import { runStatement } from "./database.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { makeCampaign } from "./made-organization.ts";
import type { StoryRig } from "./rig.ts";

const WHY = "The carrier account was deleted";

/** Stops a campaign as the platform does when something has to be mended. */
const STOP = `
  with stopped as (
    update campaigns set state = 'failed', failure_reason = $2 where id = $1 returning id, organization_id
  )
  insert into campaign_logs (organization_id, campaign_id, level, event, message, actor)
  select organization_id, id, 'error', 'failed', $2, 'system' from stopped`;

/** Calls of a minute each, a few days ago: three of this week, and four of the week before. */
const CALL = `
  insert into call_runs (uuid, organization_id, agent_id, agent_version_id, name, mode, provider, created_at, ended_at,
    state, outcome, duration_seconds, cost_minor, currency)
  select gen_random_uuid(), organization_id, id, published_version_id, 'a call', 'simulator', 'simulator', day, day,
    'completed', outcome, 60, 5, 'USD'
  from agents,
    (values (2, 'answered'), (3, 'answered'), (4, 'busy'), (9, 'answered'), (10, 'busy'), (11, 'busy'), (11, 'busy'))
      as made (ago, outcome),
    lateral (select now() - make_interval(days => made.ago) as day) as moment
  where agents.id = $1`;

export const attentionStories = (rig: () => StoryRig): void => {
  it.concurrent("shows first what needs a person, then today beside the week and the one before it", async () => {
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        const agentId = await makeAskingAgent(client);
        await sayTo(client, agentId, "Do I get a discount?");
        const { campaignId } = await makeCampaign(client, "Autumn", 1);
        await runStatement(rig(), STOP, [campaignId, WHY]);
        await runStatement(rig(), CALL, [agentId]);
      },
    });
    const { page } = opened;
    const attention = page.getByRole("region", { name: "Needs attention" });
    await attention.getByRole("link", { name: `Autumn: Stopped by itself: ${WHY}` }).waitFor();
    const figure = (name: string) => page.getByRole("term").filter({ hasText: name }).locator("..");
    await figure("Calls today").getByText("3 in 7 days, 4 in the 7 days before").waitFor();
    await figure("Answered today").getByText("66.7% in 7 days, 25% in the 7 days before").waitFor();
    await figure("Talk time today").getByText("3 min in 7 days, 4 min in the 7 days before").waitFor();
    await figure("Cost today").getByText("$0.15 in 7 days, $0.20 in the 7 days before").waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await attention.getByRole("link", { name: "1 request waits for somebody" }).click();
    await page.getByRole("heading", { name: "May I give ten percent?" }).waitFor();
    await goHome(page);
    await attention.getByRole("link", { name: /^Autumn: / }).click();
    await page.getByRole("heading", { name: "Autumn", level: 1 }).waitFor();
    await page.getByRole("alert").filter({ hasText: "It stopped itself" }).getByText(WHY).waitFor();
    await opened.close();
  });
};

const goHome = (page: Page): Promise<void> =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
