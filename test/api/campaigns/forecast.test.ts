import { beforeAll, describe, expect, it } from "@jest/globals";
import { campaignForecastOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import { recordConsentOperation } from "../../../api/contacts/consents.operations.ts";
import { addDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows } from "../../factories/campaigns.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const NUMBERS = [1, 2, 3, 4].map((index) => `+1212555010${index}`);
const PREMIUM = "+19005550123";
const everyDay = {
  slots: [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, start_time: "00:00", end_time: "24:00" })),
};

let client: ApiClient;
let source: { workflow_id: number; contact_list_id: number };

const { test, api, tenant } = await useTenantApi();
beforeAll(async () => {
  client = api.client(tenant.owner);
  const { agentId } = await createAgentRows(test, tenant);
  const contact_list_id = await createContactListRows(
    test,
    tenant,
    [...NUMBERS, PREMIUM].map((phone_number) => ({ phone_number })),
  );
  source = { workflow_id: agentId, contact_list_id };
});

const forecast = async (id: number) => {
  const { body } = await client.call(campaignForecastOperation, { params: { campaign_id: id } });
  return body;
};

describe("the forecast of a draft", () => {
  it("tells whom it calls and whom not and why, when, and what it costs at most", async () => {
    const [listed = "", withdrawn = ""] = NUMBERS;
    await client.call(addDoNotCallOperation, { body: { phone_numbers: [listed] } });
    const consent = { phone_number: withdrawn, status: "withdrawn" as const, source: "A letter" };
    await client.call(recordConsentOperation, { body: consent });
    const retry_config = { max_retries: 1, retry_delay_seconds: 600 };
    const schedule_config = everyDay;
    const { id } = await createCampaign(client, { ...source, retry_config, schedule_config, max_concurrency: 1 });
    const told = await forecast(id);
    expect(told).toMatchObject({
      campaign_id: id,
      contacts: 5,
      suppressed: { do_not_call: 1, consent_withdrawn: 1, number_kind: 1, rule: 0 },
      window_never_opens: 0,
      to_call: 2,
      attempts_per_contact: 2,
      calls_at_a_time: 1,
    });
    expect(told.warning_details).toContainEqual({
      code: "numbers_not_allowed",
      sentence: expect.stringMatching(/^1 contact will not be called.*\(premium_rate in US: 1\)$/),
      values: { contacts: 1, kinds: "premium_rate in US: 1" },
    });
    const [first, ends, latest] = [told.first_call_at, told.ends_at, told.ends_at_latest].map((at) =>
      Date.parse(at ?? ""),
    );
    // Two calls of a minute, one after the other; each needing its retry, four of them and the wait.
    expect((ends ?? 0) - (first ?? 0)).toBe(120_000);
    expect((latest ?? 0) - (first ?? 0)).toBe(240_000 + 600_000);
    expect(told.cost?.most_minor).toBe(2 * (told.cost?.once_minor ?? Number.NaN));
  });

  it("says that a window never opens", async () => {
    const schedule_config = { slots: everyDay.slots.slice(0, 1) };
    const monday = await createCampaign(client, { ...source, schedule_config });
    expect((await forecast(monday.id)).window_never_opens).toBe(0);
    await test.everything
      .updateTable("campaigns")
      .set({ schedule_config: { enabled: true, timezone: "UTC", slots: [], holidays: [] } })
      .where("id", "=", monday.id)
      .execute();
    expect(await forecast(monday.id)).toMatchObject({ window_never_opens: 2, to_call: 0, first_call_at: null });
  });

  it("is refused once it was started", async () => {
    const { id } = await createCampaign(client, source);
    await test.everything.updateTable("campaigns").set({ state: "running" }).where("id", "=", id).execute();
    const refused = await client.refused(campaignForecastOperation, { params: { campaign_id: id } });
    expect(refused).toMatchObject({ status: 409, code: "forecast_impossible" });
  });
});
