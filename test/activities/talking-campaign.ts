import { settleModelUsage } from "../../application/model/settle-model-usage.ts";
import type { BudgetFigures } from "../../domain/call/budget.rules.ts";
import { readBudgets } from "../../infra/postgres/call/budget.repository.ts";
import { markAnswered } from "../../infra/postgres/call/run-transitions.ts";
import { sealCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import { createPriceTable } from "../../infra/telephony/price-table.ts";
import { someContacts } from "../factories/campaigns.ts";
import { testSecrets } from "../harness/test-secrets.ts";
import { type DiallingRig, type StartedCampaign, startCampaign } from "./dialling-rig.ts";

export const MODEL = { provider: "openai", model: "talker" };
export const PROMPT_MINOR = 0.0001;
export const COMPLETION_MINOR = 0.0004;

const priced = (currency: string) => ({
  currency,
  prompt_per_million_minor: PROMPT_MINOR * 1_000_000,
  completion_per_million_minor: COMPLETION_MINOR * 1_000_000,
});

const PER_MINUTE = { per_minute_minor: 1, billed_every_seconds: 60, currency: "USD", destinations: {} };

/** A minute of the simulator, or of a trunk, costs one unit; one model has a price in its currency, another in a foreign one. */
export const talkersPrices = () =>
  createPriceTable(
    { simulator: PER_MINUTE, sip: PER_MINUTE },
    {
      "openai/talker": priced("USD"),
      "openai/foreign": priced("EUR"),
      "openai/voice": { characters_per_million_minor: 1_000_000, currency: "USD" },
      "openai/ear": { sound_per_minute_minor: 60, currency: "USD" },
      "openai/foreign-voice": { characters_per_million_minor: 1_000_000, currency: "EUR" },
    },
  );

/** Starts a campaign whose agent talks, through a model that has a price. */
export const startTalkingCampaign = async (
  rig: DiallingRig,
  { totalMinor, model = MODEL.model }: { totalMinor: number; model?: string | undefined },
): Promise<StartedCampaign> => {
  const campaign = await startCampaign(rig, {
    contacts: someContacts(8),
    campaign: { budget: { total_minor: totalMinor, currency: "USD" } },
  });
  const { organizationId } = campaign;
  await rig.test.everything
    .updateTable("telephony_configurations")
    .set(
      sealCredentials(
        { account: `talks-${organizationId}`, conversations: true },
        { organizationId, secrets: testSecrets },
      ),
    )
    .where("id", "=", campaign.tenant.simulatorAccountId)
    .execute();
  await rig.test.everything
    .insertInto("model_configurations")
    .values({ organization_id: organizationId, part: "llm", provider: MODEL.provider, model })
    .execute();
  return campaign;
};

export const standingOf = async (campaign: StartedCampaign): Promise<BudgetFigures | undefined> => {
  const { id, budget } = await campaign.row();
  const { organizationId } = campaign;
  const [standing] = await campaign.inOrganization((tx) =>
    readBudgets(tx, { organizationId, campaign: { id, budget }, environment: "production" }, new Date()),
  );
  return standing;
};

export const listRuns = (rig: DiallingRig, campaign: StartedCampaign) =>
  rig.test.everything.selectFrom("call_runs").selectAll().where("campaign_id", "=", campaign.campaignId).execute();

/** Somebody picks up, and the agent talks. */
export const answer = (campaign: StartedCampaign, runId: number): Promise<void> =>
  campaign.inOrganization(async (tx) => {
    await markAnswered(tx, { id: runId });
    await tx
      .insertInto("conversations")
      .values({ run_id: runId, organization_id: campaign.organizationId, driver: "relay" })
      .onConflict((clash) => clash.doNothing())
      .execute();
  });

export const concludeTalk = (rig: DiallingRig, campaign: StartedCampaign, runId: number): Promise<void> =>
  campaign.inOrganization(async (tx) => {
    await tx.updateTable("conversations").set({ concluded_at: new Date() }).where("run_id", "=", runId).execute();
    await settleModelUsage(tx, runId, rig.deps);
  });
