import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readAdmissionRows } from "../../../../infra/postgres/call/admission.repository.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { type AgentOfRun, createRunRow } from "../../../factories/calls.ts";
import { createContactListRows, plainSettings } from "../../../factories/campaigns.ts";
import { createTwilioConfiguration } from "../../../factories/telephony.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

const LIVE = ["dialing", "ringing", "in_progress"];
const STATES = ["queued", "dialing", "ringing", "in_progress", "completed", "failed", "canceled", "blocked"] as const;
const DIRECTIONS = ["inbound", "outbound"] as const;
const NUMBER = "+12025550123";
const OTHER_NUMBER = "+12025550124";
const CALLER_ID = "+12025550170";

let test: TestDatabase;
let tenant: Tenant;
let agent: AgentOfRun;
let accounts: number[];
let campaigns: number[];

const agentOf = async (owner: Tenant): Promise<AgentOfRun> => ({
  organizationId: owner.organizationId,
  ...(await createAgentRows(test, owner)),
});
const createCampaignRow = async (values: object = {}): Promise<number> => {
  const contact_list_id = await createContactListRows(test, tenant);
  const { id } = await test.everything
    .insertInto("campaigns")
    .values({
      organization_id: tenant.organizationId,
      name: "Spring",
      agent_id: agent.agentId,
      source_type: "contact_list",
      source_id: String(contact_list_id),
      contact_list_id,
      ...plainSettings,
      ...values,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
  agent = await agentOf(tenant);
  const { organizationId } = tenant;
  accounts = [
    await createTwilioConfiguration(test, { organizationId, name: "one" }),
    await createTwilioConfiguration(test, { organizationId, name: "two" }),
  ];
  campaigns = [await createCampaignRow(), await createCampaignRow()];
});
afterAll(() => test.drop());

const read = (campaign_id: number | null = null) =>
  test.database.inOrganization(tenant.organizationId, (tx) =>
    readAdmissionRows(
      tx,
      {
        organization_id: tenant.organizationId,
        campaign_id,
        campaign_contact_id: null,
        telephony_configuration_id: accounts[0] ?? 0,
        called_number: NUMBER,
        environment: "production",
        dial_by: null,
      },
      { callerId: CALLER_ID, ruled: null },
    ),
  );

describe("the rows that admission goes by", () => {
  it("are the calls under way: of the organization, the account, its caller id and the campaign", async () => {
    const runs = STATES.flatMap((state) =>
      DIRECTIONS.flatMap((direction) =>
        accounts.flatMap((telephony_configuration_id) =>
          [...campaigns, null].flatMap((campaign_id) =>
            [CALLER_ID, NUMBER].map((caller_number) => ({
              state,
              direction,
              telephony_configuration_id,
              campaign_id,
              caller_number,
            })),
          ),
        ),
      ),
    );
    for (const run of runs) await createRunRow(test, agent, run);
    const stranger = await agentOf(await createTenant(test));
    for (const state of STATES) await createRunRow(test, stranger, { state });

    const live = runs.filter(({ state }) => LIVE.includes(state));
    const ofAccount = live.filter((run) => run.telephony_configuration_id === accounts[0]);
    const outgoing = ofAccount.filter(({ direction }) => direction === "outbound");
    expect(await read(campaigns[0])).toMatchObject({
      live_of_organization: live.length,
      live_of_account: ofAccount.length,
      live_out_of_account: outgoing.length,
      live_of_caller_id: outgoing.filter(({ caller_number }) => caller_number === CALLER_ID).length,
      live_of_campaign: live.filter(({ campaign_id }) => campaign_id === campaigns[0]).length,
    });
  });

  it("are the requests to carriers for the number within a day, where the organization limits them", async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const requested = async (hours: number, values: object = {}) => {
      const carrier_requested_at = hoursAgo(hours);
      const ended = { state: "completed" as const, called_number: NUMBER, carrier_requested_at };
      await createRunRow(test, agent, {
        ...ended,
        ended_at: new Date(carrier_requested_at.getTime() + 60_000),
        ...values,
      });
      return carrier_requested_at;
    };
    const oldest = await requested(23, { end_reason: "completed" });
    const unanswered = await requested(1.5, { state: "queued", ended_at: null });
    const newest = await requested(1);
    await requested(25);
    await requested(24.1, { ended_at: hoursAgo(23.9) });
    await requested(2, { called_number: OTHER_NUMBER });
    await requested(2, { end_reason: "throttled" });
    await requested(2, { end_reason: "account_unusable" });
    await createRunRow(test, agent, { state: "queued", called_number: NUMBER });
    const removed = async (hours: number, values: object = {}) => {
      const attempt = {
        organization_id: tenant.organizationId,
        called_number: NUMBER,
        environment: "production" as const,
      };
      const at = hoursAgo(hours);
      await test.everything
        .insertInto("removed_attempts")
        .values({ ...attempt, at, answered: false, ...values })
        .execute();
      return at;
    };
    const ofRemovedCall = await removed(12);
    await removed(25);
    await removed(3, { called_number: OTHER_NUMBER });
    await removed(3, { environment: "sandbox" });
    const setLimit = (max_attempts_per_number_per_day: number | null) =>
      test.everything
        .updateTable("organizations")
        .set({ max_attempts_per_number_per_day })
        .where("id", "=", tenant.organizationId)
        .execute();
    await setLimit(null);
    expect((await read()).recent_attempts).toBeNull();
    await setLimit(3);
    expect((await read()).recent_attempts).toEqual([oldest, ofRemovedCall, unanswered, newest]);
  });

  it("say why a campaign does not run: its failure, or the latest pause", async () => {
    const says = async (state: "running" | "paused" | "failed", events: readonly string[]) => {
      const id = await createCampaignRow({ state, failure_reason: "The account is gone" });
      for (const event of events)
        await test.everything
          .insertInto("campaign_logs")
          .values({
            organization_id: tenant.organizationId,
            campaign_id: id,
            event,
            level: "info",
            message: `because of ${event}`,
            actor: "system",
          })
          .execute();
      return (await read(id)).campaign_says;
    };
    expect(await says("running", ["paused"])).toBeNull();
    expect(await says("failed", ["paused"])).toBe("The account is gone");
    expect(await says("paused", ["breaker_tripped", "resumed", "paused", "updated"])).toBe("because of paused");
    expect(await says("paused", ["paused", "resumed", "breaker_tripped"])).toBe("because of breaker_tripped");
  });
});
