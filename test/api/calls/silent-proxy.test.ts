import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { campaignSummaryOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import { getCampaignOperation, startCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { createCampaign, createContactListRows, plainSettings, someContacts } from "../../factories/campaigns.ts";
import { type PlainProxy, startPlainProxy } from "../../harness/plain-proxy.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import {
  heardOn,
  openTalkingOrganization,
  type RunRow,
  type TalkingOrganization,
} from "../conversations/talking-organization.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";

const SPEED = 60;
const CALLS = 3;

let proxy: PlainProxy;
let platform: CallingPlatform;

beforeAll(async () => {
  proxy = await startPlainProxy();
  platform = await startCallingPlatform(
    { speed: SPEED, defaults: { outcomes: ["answered"], ring_seconds: 1 } },
    { PUBLIC_BASE_URL: proxy.url },
  );
  proxy.serve(platform.api.baseUrl);
});
beforeEach(() => proxy.passUpgrades(false));
afterAll(async () => {
  await platform.close();
  await proxy.close();
});

/** Runs a campaign to its end, be it by its breaker, and returns what became of it. */
const runCampaign = async (organization: TalkingOrganization) => {
  const client = platform.api.client({ token: organization.owner.token });
  await platform.simulator.writeScript(
    {
      speed: SPEED,
      defaults: { outcomes: ["answered"], ring_seconds: 1, talk: [{ says: "Who is there?" }] },
    },
    `?account=${organization.account}`,
  );
  const { id } = await createCampaign(client, {
    workflow_id: organization.agentId,
    contact_list_id: await createContactListRows(platform.test, organization, someContacts(CALLS)),
    max_concurrency: 1,
    retry_config: plainSettings.retry_config,
    circuit_breaker: { enabled: true, failure_threshold: 0.5, window_seconds: 600, min_calls_in_window: 2 },
  });
  const params = { campaign_id: id };
  await client.call(startCampaignOperation, { params });
  const state = await waitUntil("the campaign has ended or is paused", async () => {
    const { body } = await client.call(getCampaignOperation, { params });
    return body.state !== "running" && body.state;
  });
  const runs: RunRow[] = await platform.test.everything
    .selectFrom("call_runs")
    .selectAll()
    .where("campaign_id", "=", id)
    .where("carrier_requested_at", "is not", null)
    .orderBy("id")
    .execute();
  const { body: summary } = await client.call(campaignSummaryOperation, { params });
  return { state, runs, summary, campaignId: id };
};

const heardInAll = (runs: readonly RunRow[]) =>
  Promise.all(runs.map(({ carrier_call_id }) => heardOn(platform, carrier_call_id ?? "")));

describe("a campaign behind a proxy that passes no WebSockets", () => {
  it.each([{ isKnown: false }, { isKnown: true }])(
    "talks by webhook turns where its carrier can ask for them: %p",
    async ({ isKnown }) => {
      if (isKnown) await platform.api.dependencies.publicAddress.check();
      const { state, runs, summary } = await runCampaign(await openTalkingOrganization(platform));
      expect(state).toBe("completed");
      expect(runs.map(({ outcome }) => outcome)).toEqual(Array.from({ length: CALLS }, () => "answered"));
      expect(summary).toMatchObject({ answered: CALLS });
      for (const heard of await heardInAll(runs)) {
        expect(heard.join("\n")).toContain("agent said: Hello Contact");
        expect(heard).toContain("person said: Who is there?");
      }
    },
  );

  it("is stopped by its breaker where the carrier knows only the relay: no call in silence is a success", async () => {
    const { carriers } = platform.api.dependencies;
    const { get } = carriers;
    // As Telnyx, which hears nobody between two commands.
    const relayAlone: typeof get = (provider) => {
      const carrier = get(provider);
      return { ...carrier, description: { ...carrier.description, hearsByRelayAlone: true } };
    };
    Object.assign(carriers, { get: relayAlone });
    try {
      const organization = await openTalkingOrganization(platform);
      const { state, runs, summary, campaignId } = await runCampaign(organization);
      expect(state).toBe("paused");
      expect((await heardInAll(runs)).flat().filter((line) => line.startsWith("agent said"))).toEqual([]);
      expect(runs.map(({ outcome, end_reason }) => [outcome, end_reason])).toEqual([
        ["failed", "no_conversation"],
        ["failed", "no_conversation"],
      ]);
      expect(summary).toMatchObject({ answered: 0, outcomes: { failed: 2 }, dispositions: { no_conversation: 2 } });
      const report = await fetch(`${platform.api.baseUrl}/api/v1/campaigns/${campaignId}/report`, {
        headers: { authorization: `Bearer ${organization.owner.token}` },
      });
      expect((await report.text()).match(/,no_conversation,/g)).toHaveLength(2);
    } finally {
      Object.assign(carriers, { get });
    }
  });

  it("talks over the relay again once the proxy passes them", async () => {
    proxy.passUpgrades(true);
    await platform.api.dependencies.publicAddress.check();
    const { state, runs } = await runCampaign(await openTalkingOrganization(platform));
    expect(state).toBe("completed");
    const drivers = await platform.test.everything
      .selectFrom("conversations")
      .select("driver")
      .distinct()
      .where(
        "run_id",
        "in",
        runs.map(({ id }) => id),
      )
      .execute();
    expect(drivers).toEqual([{ driver: "relay" }]);
  });
});
