import { generateKeyPairSync, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { createPhoneNumberOperation } from "../../../api/numbers/phone-numbers.operations.ts";
import {
  createTelephonyAccountOperation,
  deleteTelephonyAccountOperation,
  getTelephonyAccountOperation,
  listCarriersOperation,
  listTelephonyAccountsOperation,
  listWarningsOperation,
  reactivateTelephonyAccountOperation,
  setDefaultOutboundOperation,
  updateTelephonyAccountOperation,
} from "../../../api/telephony/telephony.operations.ts";
import { openCredentials, sealCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { plainSettings } from "../../factories/campaigns.ts";
import { createPhoneNumberRow, createTwilioConfiguration } from "../../factories/telephony.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { startLivekitStandIn } from "../../infra/telephony/livekit-stand-in.ts";
import { startTwilioStandIn, type TwilioStandIn } from "../../infra/telephony/twilio-stand-in.ts";

let test: TestDatabase;
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
let twilio: TwilioStandIn;
let api: TestApi;
/** The API without any answering carrier. */
let cutOff: TestApi;
let tenant: Tenant;
let admin: ApiClient;

beforeAll(async () => {
  test = await createTestDatabase();
  simulator = await startTestSimulator();
  twilio = await startTwilioStandIn();
  cutOff = await startTestApi(test);
  api = await startTestApi(test, {
    environment: { CARRIER_SIMULATOR_BASE_URL: simulator.baseUrl, CARRIER_TWILIO_BASE_URL: twilio.baseUrl },
  });
});

afterAll(async () => {
  await Promise.all([api.close(), cutOff.close(), simulator.close(), twilio.close()]);
  await test.drop();
});

beforeEach(async () => {
  tenant = await createTenant(test);
  admin = api.client(tenant.admin);
});

const twilioConfig = () => ({ provider: "twilio", account_sid: twilio.accountSid, auth_token: twilio.authToken });
const connectTwilio = async (name = "Main") =>
  (await admin.call(createTelephonyAccountOperation, { body: { name, config: twilioConfig() } })).body;

const storedSecrets = async (id: number) => {
  const row = await test.everything
    .selectFrom("telephony_configurations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return openCredentials(row, testSecrets);
};

const timeline = () =>
  test.everything
    .selectFrom("timeline_events")
    .selectAll()
    .where("organization_id", "=", tenant.organizationId)
    .orderBy("id")
    .execute();

const createCampaign = async (
  telephonyAccountId: number,
  state: "draft" | "running" | "paused" | "failed" | "completed",
) => {
  const { agentId: agent_id } = await createAgentRows(test, tenant);
  const { organizationId: organization_id } = tenant;
  const settings = { ...plainSettings, source_type: "csv" as const, source_id: "a key" };
  const telephony_configuration_id = telephonyAccountId;
  await test.everything
    .insertInto("campaigns")
    .values({ ...settings, name: "Spring", state, agent_id, organization_id, telephony_configuration_id })
    .execute();
};

const createCall = async (telephonyAccountId: number, state: "in_progress") => {
  const { agentId: agent_id, versionId: agent_version_id } = await createAgentRows(test, tenant);
  const run = { uuid: randomUUID(), organization_id: tenant.organizationId, name: "A call", mode: "twilio", state };
  const telephony_configuration_id = telephonyAccountId;
  await test.everything
    .insertInto("call_runs")
    .values({ ...run, agent_id, agent_version_id, telephony_configuration_id })
    .execute();
};

describe("providers", () => {
  it("lists the carriers that can be connected, with what each needs", async () => {
    const { body } = await api.client(tenant.viewer).call(listCarriersOperation);
    expect(body.providers.map(({ provider }) => provider)).toEqual(expect.arrayContaining(["simulator", "twilio"]));
    expect(body.providers[1]?.fields).toContainEqual(
      expect.objectContaining({ name: "auth_token", required: true, sensitive: true }),
    );
    expect(body.providers[0]?.fields.map(({ name }) => name)).toContain("calls_per_second");
  });
});

describe("a SIP trunk", () => {
  const config = { provider: "sip", address: "sip.example.com" };

  it("is listed and refused with the reason where no LiveKit is configured", async () => {
    const { body } = await api.client(tenant.viewer).call(listCarriersOperation);
    const sip = body.providers.find(({ provider }) => provider === "sip");
    expect(sip).toMatchObject({ available: false, unavailable_reason: expect.stringContaining("LIVEKIT_URL") });
    expect(body.providers[0]).toMatchObject({ available: true, unavailable_reason: null });
    const refused = await admin.refused(createTelephonyAccountOperation, { body: { name: "Trunk", config } });
    expect(refused).toMatchObject({ status: 400, detail: expect.stringContaining("LIVEKIT_URL") });
  });

  it("is checked, saved with its password sealed, and called only by whom its settings admit", async () => {
    const livekit = await startLivekitStandIn();
    const voiced = await startTestApi(test, {
      environment: {
        LIVEKIT_URL: livekit.settings.url,
        LIVEKIT_API_KEY: livekit.settings.apiKey,
        LIVEKIT_API_SECRET: livekit.settings.apiSecret,
      },
    });
    try {
      const client = voiced.client(tenant.admin);
      for (const wrong of [
        { address: "sip:example.com" },
        { transport: "sctp" },
        { username: "alone" },
        { address: "10.0.0.5" },
        { inbound_username: "alone" },
        { inbound_addresses: "trunk.example.com" },
      ]) {
        const body = { name: "Trunk", config: { ...config, ...wrong } };
        expect((await client.refused(createTelephonyAccountOperation, { body })).status).toBe(400);
      }
      const account = { ...config, username: "ringdown", password: "a password", transport: "tls" };
      const { body } = await client.call(createTelephonyAccountOperation, { body: { name: "Trunk", config: account } });
      expect(body).toMatchObject({ connectivity: "sip", credential_check: { ok: true } });
      expect(body.credentials["password"]).toBe("****word");
      const { agentId } = await createAgentRows(test, tenant);
      const params = { config_id: body.id };
      const number = { address: "+12025550177", inbound_workflow_id: agentId };
      const { body: open } = await client.call(createPhoneNumberOperation, { params, body: number });
      expect(open.provider_sync).toMatchObject({ ok: false, message: expect.stringContaining("anybody could call") });
      expect(livekit.trunkTo(number.address)).toBeUndefined();
      const settings = { ...account, inbound_username: "trunk", inbound_password: "the trunk's" };
      const guarded = { ...settings, inbound_addresses: "203.0.113.7, 198.51.100.0/24" };
      for (const config of [settings, guarded]) {
        const { body: saved } = await client.call(updateTelephonyAccountOperation, { params, body: { config } });
        expect(saved.credential_check).toMatchObject({ ok: true });
      }
      expect(livekit.trunkTo(number.address)).toMatchObject({
        auth_username: "trunk",
        auth_password: "the trunk's",
        allowed_addresses: ["203.0.113.7/32", "198.51.100.0/24"],
      });
      const elsewhere = { ...guarded, address: "sip.elsewhere.example.com" };
      await client.call(updateTelephonyAccountOperation, { params, body: { config: elsewhere } });
      // LiveKit has the calls and recordings of before, whichever trunk is named now.
      const row = test.everything.selectFrom("telephony_configurations").selectAll().where("id", "=", body.id);
      expect(await row.executeTakeFirstOrThrow()).toMatchObject({ account_changed_at: null });
      await client.call(deleteTelephonyAccountOperation, { params });
      expect(livekit.trunkTo(number.address)).toBeUndefined();
    } finally {
      await voiced.close();
      await livekit.close();
    }
  });
});

describe("connecting an account", () => {
  it("asks the carrier, seals the credentials and shows them masked", async () => {
    const config = { ...twilioConfig(), calls_per_second: 2.5, max_concurrent_calls: 40 };
    const { body } = await admin.call(createTelephonyAccountOperation, { body: { name: "Main", config } });
    expect(body).toMatchObject({
      name: "Main",
      provider: "twilio",
      connectivity: "api",
      is_default_outbound: false,
      credentials: {
        account_sid: `****${twilio.accountSid.slice(-4)}`,
        auth_token: `****${twilio.authToken.slice(-4)}`,
        calls_per_second: 2.5,
        max_concurrent_calls: 40,
      },
      credential_check: { ok: true, message: "The account is active." },
    });
    expect(await storedSecrets(body.id)).toEqual({ account_sid: twilio.accountSid, auth_token: twilio.authToken });
  });

  it("keeps lines for callers and a choice of the number that people see, and shows them as they were sent", async () => {
    const kept = {
      max_concurrent_calls: 40,
      inbound_reserve: 39,
      max_concurrent_per_caller_id: 5,
      caller_id_strategy: "local_presence" as const,
    };
    const config = { ...twilioConfig(), ...kept };
    const { body } = await admin.call(createTelephonyAccountOperation, { body: { name: "Main", config } });
    expect(body.credentials).toMatchObject(kept);
    const { body: changed } = await admin.call(updateTelephonyAccountOperation, {
      params: { config_id: body.id },
      body: { config: twilioConfig() },
    });
    for (const name of Object.keys(kept)) expect(changed.credentials).not.toHaveProperty(name);
  });

  it.each([
    ["as many lines for callers as there are", { max_concurrent_calls: 5, inbound_reserve: 5 }, "inbound_reserve"],
    ["lines for callers without a limit to keep them of", { inbound_reserve: 1 }, "inbound_reserve"],
    ["an unknown strategy", { caller_id_strategy: "nearest" }, "caller_id_strategy"],
    ["a number that nobody may show", { max_concurrent_per_caller_id: 0 }, "max_concurrent_per_caller_id"],
  ])("refuses %s", async (_, settings, field) => {
    const config = { ...twilioConfig(), ...settings };
    const answer = await admin.refused(createTelephonyAccountOperation, { body: { name: "Main", config } });
    expect(answer).toMatchObject({ status: 422, detail: [{ loc: ["body", "config", field] }] });
  });

  it("names the accounts that take its calls while its carrier fails, and leaves them as they are where others change", async () => {
    const second = await connectTwilio("Second");
    const main = await connectTwilio();
    expect(main).toMatchObject({ failover: [], route: "default", out_until: null });
    const params = { config_id: main.id };
    const follower = { telephony_configuration_id: second.id, countries: ["de", "AT", "DE"] };
    const body = { failover: [follower], route: "cheapest" as const };
    const { body: followed } = await admin.call(updateTelephonyAccountOperation, { params, body });
    const kept = { failover: [{ ...follower, countries: ["DE", "AT"] }], route: "cheapest" };
    expect(followed).toMatchObject(kept);
    const renamed = await admin.call(updateTelephonyAccountOperation, { params, body: { name: "First" } });
    expect(renamed.body).toMatchObject(kept);
    const summary = (await timeline()).at(-2)?.summary;
    expect(summary).toBe("Telephony configuration Main was changed: which accounts follow it");
    const refused = await admin.refused(deleteTelephonyAccountOperation, { params: { config_id: second.id } });
    expect(refused).toMatchObject({ status: 409, detail: expect.stringContaining("takes the calls of First") });
    await admin.call(updateTelephonyAccountOperation, { params, body: { failover: [] } });
    await admin.call(deleteTelephonyAccountOperation, { params: { config_id: second.id } });
  });

  it("refuses accounts that cannot follow: itself, one twice, a stranger's, the simulator", async () => {
    const [main, second] = [await connectTwilio(), await connectTwilio("Second")];
    const stranger = await createTwilioConfiguration(test, await createTenant(test));
    const refuse = async (...ids: number[]) => {
      const body = { failover: ids.map((telephony_configuration_id) => ({ telephony_configuration_id })) };
      const { status, detail } = await admin.refused(updateTelephonyAccountOperation, {
        params: { config_id: main.id },
        body,
      });
      return [status, detail[0]];
    };
    const fault = (index: number, msg: unknown) => [
      422,
      expect.objectContaining({ loc: ["body", "failover", index, "telephony_configuration_id"], msg }),
    ];
    expect(await refuse(main.id)).toEqual(fault(0, "An account cannot follow itself"));
    expect(await refuse(second.id, second.id)).toEqual(fault(1, expect.stringContaining("named twice")));
    expect(await refuse(second.id, stranger)).toEqual(fault(1, `There is no carrier account ${stranger}`));
    expect(await refuse(tenant.simulatorAccountId)).toEqual(fault(0, expect.stringContaining("calls nobody")));
  });

  it("tells the timeline, and no secret", async () => {
    await connectTwilio();
    const events = await timeline();
    expect(events.map(({ kind, actor, summary }) => ({ kind, actor, summary }))).toEqual([
      {
        kind: "system",
        actor: `user:${tenant.admin.userId}`,
        summary: "Telephony configuration Main (twilio) was connected",
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(twilio.authToken);
  });

  it("refuses credentials that the carrier refuses, and saves nothing", async () => {
    const config = { ...twilioConfig(), auth_token: "mistyped" };
    const refusal = await admin.refused(createTelephonyAccountOperation, { body: { name: "Main", config } });
    expect(refusal).toMatchObject({
      status: 400,
      code: "credentials_refused",
      detail: expect.stringContaining("20003"),
    });
    expect((await admin.call(listTelephonyAccountsOperation)).body.configurations).toHaveLength(1);
  });

  it("saves what nobody could check, and says so", async () => {
    const body = { name: "Main", config: twilioConfig() };
    const created = await cutOff.client(tenant.admin).call(createTelephonyAccountOperation, { body });
    expect(created.body.credential_check).toMatchObject({ ok: false, message: expect.stringContaining("Twilio") });
  });

  it.each([
    ["a setting the carrier does not have", { auth_tokn: "a" }, "auth_tokn", "unknown_field"],
    ["a missing setting", { account_sid: null }, "account_sid", "missing"],
    ["a setting of the wrong type", { amd_enabled: "yes" }, "amd_enabled", "invalid_type"],
    ["a mask with nothing behind it", { auth_token: "****1234" }, "auth_token", "value_error"],
    ["a pace of nothing", { calls_per_second: 0 }, "calls_per_second", "too_small"],
    ["a carrier that is not there", { provider: "nobody" }, "provider", "value_error"],
  ])("refuses %s", async (_, change, field, type) => {
    const config = { ...twilioConfig(), ...change };
    const { status, detail } = await admin.refused(createTelephonyAccountOperation, { body: { name: "Main", config } });
    expect(status).toBe(422);
    expect(detail).toEqual([{ loc: ["body", "config", field], msg: expect.any(String), type }]);
  });

  it("refuses a name that is taken, in this organization only", async () => {
    await connectTwilio("Main");
    const again = await admin.refused(createTelephonyAccountOperation, {
      body: { name: "Main", config: twilioConfig() },
    });
    expect(again).toMatchObject({ status: 409, code: "name_taken" });
    const other = api.client((await createTenant(test)).admin);
    await other.call(createTelephonyAccountOperation, { body: { name: "Main", config: twilioConfig() } });
  });

  it("keeps one default when several are connected as the default at once", async () => {
    const names = ["A", "B", "C", "D"];
    await Promise.all(
      names.map((name) =>
        admin.call(createTelephonyAccountOperation, {
          body: { name, is_default_outbound: true, config: { provider: "simulator" } },
        }),
      ),
    );
    const { configurations } = (await admin.call(listTelephonyAccountsOperation)).body;
    expect(configurations).toHaveLength(5);
    expect(configurations.filter((row) => row.is_default_outbound)).toHaveLength(1);
  });
});

describe("reading accounts", () => {
  it("says what keeps an account from dialling", async () => {
    const { id, setup_checklist } = await connectTwilio();
    expect(setup_checklist).toMatchObject({
      ready_for_outbound: false,
      outbound_blocked_reason: expect.stringContaining("phone number"),
    });
    const number = { organizationId: tenant.organizationId, telephonyAccountId: id, e164: "+14155550100" };
    await createPhoneNumberRow(test, { ...number, isActive: false });
    expect(await readiness(id)).toMatchObject({
      is_ready_for_outbound: false,
      outbound_blocked_by: "phone_number",
      phone_number_count: 1,
    });
    await createPhoneNumberRow(test, { ...number, e164: "+14155550101" });
    expect(await readiness(id)).toMatchObject({
      is_ready_for_outbound: true,
      outbound_blocked_reason: null,
      outbound_blocked_by: null,
      phone_number_count: 2,
    });
    const inactive = { inactive_since: new Date(), inactive_reason: "out of funds" };
    await test.everything.updateTable("telephony_configurations").set(inactive).where("id", "=", id).execute();
    expect(await readiness(id)).toMatchObject({
      inactive: true,
      outbound_blocked_reason: expect.stringContaining("out of funds"),
      outbound_blocked_by: "credentials",
    });
  });

  const readiness = async (id: number) => {
    const { body } = await api.client(tenant.viewer).call(getTelephonyAccountOperation, { params: { config_id: id } });
    const listed = await api.client(tenant.viewer).call(listTelephonyAccountsOperation);
    expect(listed.body.configurations.find((row) => row.id === id)?.is_ready_for_outbound).toBe(
      body.is_ready_for_outbound,
    );
    return body;
  };

  it("shows the simulator of every organization, ready and the default", async () => {
    const { configurations } = (await api.client(tenant.viewer).call(listTelephonyAccountsOperation)).body;
    expect(configurations).toMatchObject([
      { name: "Simulator", provider: "simulator", is_default_outbound: true, is_ready_for_outbound: true },
    ]);
  });

  it("knows nothing of another organization's", async () => {
    const { id } = await connectTwilio();
    const stranger = api.client((await createTenant(test)).admin);
    const params = { config_id: id };
    for (const operation of [
      getTelephonyAccountOperation,
      deleteTelephonyAccountOperation,
      setDefaultOutboundOperation,
    ]) {
      expect(await stranger.refused(operation, { params })).toMatchObject({ status: 404 });
    }
    expect(await stranger.refused(updateTelephonyAccountOperation, { params, body: { name: "Mine" } })).toMatchObject({
      status: 404,
    });
  });
});

describe("changing an account", () => {
  it("keeps a secret whose mask is sent back, and replaces the rest", async () => {
    const { id, credentials } = await connectTwilio();
    const config = { provider: "twilio", ...credentials, amd_enabled: true, calls_per_second: 3 };
    const { body } = await admin.call(updateTelephonyAccountOperation, { params: { config_id: id }, body: { config } });
    expect(body.credentials).toEqual({ ...credentials, amd_enabled: true, calls_per_second: 3 });
    expect(await storedSecrets(id)).toEqual({
      account_sid: twilio.accountSid,
      auth_token: twilio.authToken,
      amd_enabled: true,
    });
  });

  it("renames without asking the carrier or touching the settings", async () => {
    const { id } = await connectTwilio();
    const asked = twilio.requests.length;
    const { body } = await admin.call(updateTelephonyAccountOperation, {
      params: { config_id: id },
      body: { name: "Renamed" },
    });
    expect(body).toMatchObject({ name: "Renamed", credential_check: null });
    expect(twilio.requests).toHaveLength(asked);
    expect(await storedSecrets(id)).toMatchObject({ auth_token: twilio.authToken });
    const [, event] = await timeline();
    expect(event?.summary).toBe("Telephony configuration Renamed was changed: its name");
  });

  it("gives an account that was set aside a new chance with its new settings", async () => {
    const { id } = await connectTwilio();
    const inactive = { inactive_since: new Date(), inactive_reason: "authentication" };
    await test.everything.updateTable("telephony_configurations").set(inactive).where("id", "=", id).execute();
    const { body } = await admin.call(updateTelephonyAccountOperation, {
      params: { config_id: id },
      body: { config: twilioConfig() },
    });
    expect(body).toMatchObject({ inactive: false, inactive_since: null, inactive_reason: null });
  });

  it("takes an account up again when its carrier accepts it, and not before", async () => {
    const { id } = await connectTwilio();
    const inactive = { inactive_since: new Date(), inactive_reason: "authentication" };
    await test.everything.updateTable("telephony_configurations").set(inactive).where("id", "=", id).execute();
    const params = { config_id: id };
    const unreachable = await cutOff.client(tenant.admin).refused(reactivateTelephonyAccountOperation, { params });
    expect(unreachable).toMatchObject({ status: 502, code: "carrier_unreachable" });
    const { body } = await admin.call(reactivateTelephonyAccountOperation, { params });
    expect(body).toMatchObject({ inactive: false, inactive_reason: null, credential_check: { ok: true } });
    expect((await timeline()).at(-1)?.summary).toBe("Telephony configuration Main is active again");
    const refused = sealCredentials(
      { account_sid: twilio.accountSid, auth_token: "revoked" },
      { organizationId: tenant.organizationId, secrets: testSecrets },
    );
    await test.everything
      .updateTable("telephony_configurations")
      .set({ ...refused, ...inactive })
      .where("id", "=", id)
      .execute();
    expect(await admin.refused(reactivateTelephonyAccountOperation, { params })).toMatchObject({
      status: 400,
      code: "credentials_refused",
    });
    expect((await admin.call(getTelephonyAccountOperation, { params })).body.inactive).toBe(true);
  });

  it("becomes another account of its carrier only when the former one has no calls and no rented numbers", async () => {
    const { id } = await connectTwilio();
    // Nobody answers there: settings are saved unchecked.
    const unchecked = cutOff.client(tenant.admin);
    const change = (config: object) => ({
      params: { config_id: id },
      body: { config: { ...twilioConfig(), ...config } },
    });
    const another = { account_sid: `AC${"9".repeat(32)}` };
    await createCall(id, "in_progress");
    expect(await unchecked.refused(updateTelephonyAccountOperation, change(another))).toMatchObject({
      status: 409,
      code: "configuration_in_use",
      detail: expect.stringContaining("Calls are under way"),
    });
    await unchecked.call(updateTelephonyAccountOperation, change({ auth_token: "rotated" }));
    expect(await storedSecrets(id)).toEqual({ account_sid: twilio.accountSid, auth_token: "rotated" });
    await test.everything
      .updateTable("call_runs")
      .set({ state: "completed", ended_at: new Date() })
      .where("telephony_configuration_id", "=", id)
      .execute();
    const number = { organizationId: tenant.organizationId, telephonyAccountId: id, e164: "+14155550100" };
    await createPhoneNumberRow(test, number);
    await test.everything
      .updateTable("phone_numbers")
      .set({ managed: true })
      .where("telephony_configuration_id", "=", id)
      .execute();
    expect(await unchecked.refused(updateTelephonyAccountOperation, change(another))).toMatchObject({
      status: 409,
      detail: expect.stringContaining("Numbers are rented"),
    });
    await test.everything
      .updateTable("phone_numbers")
      .set({ managed: false })
      .where("telephony_configuration_id", "=", id)
      .execute();
    const changedAt = async () =>
      (
        await test.everything
          .selectFrom("telephony_configurations")
          .select("account_changed_at")
          .where("id", "=", id)
          .executeTakeFirstOrThrow()
      ).account_changed_at;
    expect(await changedAt()).toBeNull();
    await unchecked.call(updateTelephonyAccountOperation, change(another));
    expect(await storedSecrets(id)).toMatchObject(another);
    expect(await changedAt()).toEqual(expect.any(Date));
  });

  it("refuses another provider, a taken name and refused credentials, and changes nothing", async () => {
    const { id } = await connectTwilio();
    const change = (body: object) =>
      admin.refused(updateTelephonyAccountOperation, { params: { config_id: id }, body });
    expect(await change({ config: { provider: "simulator" } })).toMatchObject({
      status: 400,
      detail: "Provider cannot be changed; create a new configuration instead.",
    });
    expect(await change({ name: "Simulator" })).toMatchObject({ status: 409, code: "name_taken" });
    expect(await change({ config: { ...twilioConfig(), auth_token: "wrong" } })).toMatchObject({ status: 400 });
    expect(await storedSecrets(id)).toMatchObject({ auth_token: twilio.authToken });
  });

  it("is refused when somebody else changes the settings while the carrier is asked", async () => {
    const { id, credentials } = await connectTwilio();
    const params = { config_id: id };
    const { carriers } = api.dependencies;
    const slow = await startTestApi(test, {
      dependencies: {
        carriers: { ...carriers, get: (provider) => ({ ...carriers.get(provider), checkAccount: meddle }) },
      },
    });
    const meddle = async () => {
      await admin.call(updateTelephonyAccountOperation, {
        params,
        body: { config: { ...twilioConfig(), amd_enabled: true } },
      });
      return { reachable: true, ok: true, message: "" };
    };
    const body = { config: { provider: "twilio", ...credentials } };
    const refusal = await slow.client(tenant.admin).refused(updateTelephonyAccountOperation, { params, body });
    await slow.close();
    expect(refusal).toMatchObject({ status: 409, code: "changed_meanwhile" });
    expect(await storedSecrets(id)).toMatchObject({ amd_enabled: true });
  });

  it("makes exactly one account the default", async () => {
    const { id } = await connectTwilio();
    const { body } = await admin.call(setDefaultOutboundOperation, { params: { config_id: id } });
    expect(body.is_default_outbound).toBe(true);
    const { configurations } = (await admin.call(listTelephonyAccountsOperation)).body;
    expect(configurations.filter((row) => row.is_default_outbound).map((row) => row.id)).toEqual([id]);
    await admin.call(setDefaultOutboundOperation, { params: { config_id: id } });
    expect((await timeline()).map((event) => event.summary)).toEqual([
      expect.stringContaining("connected"),
      expect.stringContaining("is now the default"),
    ]);
  });
});

describe("the settings that authenticate a carrier's requests", () => {
  const VONAGE = {
    provider: "vonage",
    api_key: "a1b2c3d4",
    api_secret: "a secret of Vonage",
    application_id: "aaaaaaaa-bbbb-cccc-dddd-0123456789ab",
    private_key: generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    }).privateKey,
  };
  const warnings = async () => (await api.client(tenant.viewer).call(listWarningsOperation)).body;
  const connect = async (config: typeof VONAGE) =>
    (await cutOff.client(tenant.admin).call(createTelephonyAccountOperation, { body: { name: "Vonage", config } }))
      .body;

  it("is missed, keeps an account from dialling, and is a step of its set-up", async () => {
    const none = {
      telnyx_missing_webhook_public_key_count: 0,
      vonage_missing_signature_secret_count: 0,
      public_address_findings: [],
    };
    expect(await warnings()).toEqual(none);
    const { id, ...account } = await connect(VONAGE);
    expect(account).toMatchObject({
      is_ready_for_outbound: false,
      outbound_blocked_reason: "Add the signature secret: without it nothing is dialled",
      outbound_blocked_by: "signature_secret",
    });
    expect(account.setup_checklist.steps).toContainEqual(
      expect.objectContaining({ key: "signature_secret", complete: false, blocks_outbound: true }),
    );
    expect(await warnings()).toEqual({ ...none, vonage_missing_signature_secret_count: 1 });
    const body = { config: { ...VONAGE, signature_secret: "a signature secret" } };
    await cutOff.client(tenant.admin).call(updateTelephonyAccountOperation, { params: { config_id: id }, body });
    expect(await warnings()).toEqual(none);
  });
});

describe("disconnecting an account", () => {
  it("is refused while numbers are rented on it", async () => {
    const { id } = await connectTwilio();
    const { organizationId } = tenant;
    const number = await createPhoneNumberRow(test, { organizationId, telephonyAccountId: id, e164: "+14155550100" });
    const rented = (values: object) =>
      test.everything.updateTable("phone_numbers").set(values).where("id", "=", number).execute();
    await rented({ managed: true });
    const params = { config_id: id };
    expect(await admin.refused(deleteTelephonyAccountOperation, { params })).toMatchObject({
      status: 409,
      detail: expect.stringContaining("release them first"),
    });
    await rented({ released_at: new Date() });
    await admin.call(deleteTelephonyAccountOperation, { params });
  });

  it("forgets it and its numbers", async () => {
    const { id } = await connectTwilio();
    await createPhoneNumberRow(test, {
      organizationId: tenant.organizationId,
      telephonyAccountId: id,
      e164: "+14155550100",
    });
    const { body } = await admin.call(deleteTelephonyAccountOperation, { params: { config_id: id } });
    expect(body.message).toContain("Main");
    expect(await admin.refused(getTelephonyAccountOperation, { params: { config_id: id } })).toMatchObject({
      status: 404,
    });
    expect((await timeline()).at(-1)?.summary).toBe("Telephony configuration Main (twilio) was disconnected");
  });

  it.each(["draft", "running", "paused", "failed"] as const)(
    "is refused while a %s campaign uses it",
    async (state) => {
      const { id } = await connectTwilio();
      await createCampaign(id, state);
      const refusal = await admin.refused(deleteTelephonyAccountOperation, { params: { config_id: id } });
      expect(refusal).toMatchObject({
        status: 409,
        code: "configuration_in_use",
        detail: expect.stringContaining("Spring"),
      });
    },
  );

  it("is allowed when its campaigns have ended", async () => {
    const { id } = await connectTwilio();
    await createCampaign(id, "completed");
    await admin.call(deleteTelephonyAccountOperation, { params: { config_id: id } });
  });

  it("is refused while a call is under way on it", async () => {
    const { id } = await connectTwilio();
    await createCall(id, "in_progress");
    const params = { config_id: id };
    expect(await admin.refused(deleteTelephonyAccountOperation, { params })).toMatchObject({
      status: 409,
      code: "configuration_in_use",
      detail: expect.stringContaining("has calls under way"),
    });
    await test.everything.updateTable("call_runs").set({ state: "completed" }).execute();
    await admin.call(deleteTelephonyAccountOperation, { params });
  });

  it("leaves the last simulator, which sandbox keys call through", async () => {
    const params = { config_id: tenant.simulatorAccountId };
    expect(await admin.refused(deleteTelephonyAccountOperation, { params })).toMatchObject({
      status: 409,
      code: "last_simulator",
    });
    await admin.call(createTelephonyAccountOperation, { body: { name: "Second", config: { provider: "simulator" } } });
    await admin.call(deleteTelephonyAccountOperation, { params });
  });
});

describe("permissions", () => {
  it("lets operators read and admins write", async () => {
    const operator = api.client(tenant.operator);
    const params = { config_id: await createTwilioConfiguration(test, tenant) };
    await operator.call(getTelephonyAccountOperation, { params });
    const body = { name: "Mine", config: { provider: "simulator" } };
    expect(await operator.refused(createTelephonyAccountOperation, { body })).toMatchObject({ status: 403 });
    expect(await operator.refused(updateTelephonyAccountOperation, { params, body: { name: "x" } })).toMatchObject({
      status: 403,
    });
    expect(await operator.refused(deleteTelephonyAccountOperation, { params })).toMatchObject({ status: 403 });
    expect(await operator.refused(setDefaultOutboundOperation, { params })).toMatchObject({ status: 403 });
  });
});
