import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import {
  createAgentOperation,
  listAgentsOperation,
  listVersionsOperation,
} from "../../api/agents/agents.operations.ts";
import { createApiKeyOperation, reactivateApiKeyOperation } from "../../api/api-keys/api-keys.operations.ts";
import { operations } from "../../api/areas.ts";
import { createViewOperation } from "../../api/calls/analytics/analytics.operations.ts";
import { createRunOperation } from "../../api/calls/calls.operations.ts";
import { createChannelOperation } from "../../api/channels/channels.operations.ts";
import { createContactListOperation } from "../../api/contacts/contacts.operations.ts";
import {
  createTextSessionOperation,
  sendMessageOperation,
} from "../../api/conversations/text/text-sessions.operations.ts";
import { createEmbedTokenOperation } from "../../api/conversations/web-call/web-calls.operations.ts";
import { createCredentialOperation } from "../../api/credentials/credentials.operations.ts";
import { createRequestGuards } from "../../api/http/load/request-guards.ts";
import type { Operation } from "../../api/http/operation.ts";
import { createPackOperation, hireTemplateOperation } from "../../api/marketplace/marketplace.operations.ts";
import { createPhoneNumberOperation, updatePhoneNumberOperation } from "../../api/numbers/phone-numbers.operations.ts";
import { createRecordingUploadUrlsOperation } from "../../api/recordings/recordings.operations.ts";
import { provideSecretOperation } from "../../api/requests/requests.operations.ts";
import { createTelephonyAccountOperation } from "../../api/telephony/telephony.operations.ts";
import { createToolOperation, listToolsOperation, updateToolOperation } from "../../api/tools/tools.operations.ts";
import { createAgentRows, minimalDefinition } from "../factories/agents.ts";
import { createTenant } from "../factories/tenant.ts";
import { useTenantApi } from "../harness/tenant-api.ts";
import { startTestApi } from "../harness/test-api.ts";

const { test, api, tenant } = await useTenantApi();

const times = <Row>(count: number, make: (at: number) => Row): Row[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe("what is answered whole in one list", () => {
  const rows = {
    agents: sql`insert into agents (organization_id, workflow_uuid, name) select id, gen_random_uuid(), 'one of many'`,
    tools: sql`insert into tools (organization_id, name, category, definition)
      select id, 'one of many', 'calculator', '{"type": "calculator"}'`,
    credentials: sql`insert into credentials (organization_id, name, credential_type, data_sealed)
      select id, 'one of many', 'none', ''`,
    folders: sql`insert into folders (organization_id, name) select id, 'one of many ' || number`,
    contact_lists: sql`insert into contact_lists (organization_id, name) select id, 'one of many'`,
    workflow_recordings: sql`insert into workflow_recordings
      (organization_id, recording_id, filename, content_type, object_key, size_bytes)
      select id, number, 'a.wav', 'audio/wav', id || '/' || number, 1`,
    analytics_views: sql`insert into analytics_views (organization_id, name, question) select id, 'one of many', '{"measures": "calls"}'`,
    own_packs: sql`insert into own_packs (organization_id, slug) select id, 'one-of-many-' || number`,
    telephony_configurations: sql`insert into telephony_configurations
      (organization_id, name, provider, credentials_sealed, encryption_key_id)
      select id, 'one of many ' || number, 'simulator', '', 'none'`,
  };
  const MOST: Partial<Record<keyof typeof rows, number>> = {
    workflow_recordings: 500,
    analytics_views: 500,
    own_packs: 100,
    telephony_configurations: 200,
  };
  /** An organization that has as many as it may but `less`. */
  const fill = async (kind: keyof typeof rows, less = 0) => {
    const full = await createTenant(test);
    const most = (MOST[kind] ?? 1_000) - less;
    await sql`${rows[kind]} from organizations, generate_series(1, ${most}::integer) as number
      where id = ${full.organizationId}`.execute(test.everything);
    return { ...full, client: api.client({ token: full.admin.token }) };
  };
  const hire = (template_id: string, variables: object) => ({
    params: { template_id },
    body: { agent_name: "Robin", variables },
  });
  const business = { business_name: "Example" };
  const orders = { ...business, order_api_url: "http://127.0.0.1:9/orders" };

  it.each<[keyof typeof rows, string, Operation, { params?: object; body: object }]>([
    [
      "agents",
      "archive agents that take no calls",
      createAgentOperation,
      { body: { name: "x", workflow_definition: minimalDefinition() } },
    ],
    ["agents", "archive agents that take no calls", hireTemplateOperation, hire("missed-call-callback", business)],
    [
      "tools",
      "archive tools that no agent uses",
      createToolOperation,
      { body: { name: "x", category: "calculator", definition: { type: "calculator" } } },
    ],
    ["tools", "archive tools that no agent uses", hireTemplateOperation, hire("order-status", orders)],
    [
      "credentials",
      "delete credentials that nothing uses",
      createCredentialOperation,
      { body: { name: "x", credential_type: "bearer_token", credential_data: { token: "a token" } } },
    ],
    ["folders", "delete channels that nobody reads", createChannelOperation, { body: { name: "x" } }],
    ["contact_lists", "delete lists that no campaign calls", createContactListOperation, { body: { name: "x" } }],
    [
      "workflow_recordings",
      "delete recordings that nothing plays",
      createRecordingUploadUrlsOperation,
      { body: { files: [{ filename: "x.wav", file_size: 44 }] } },
    ],
    [
      "analytics_views",
      "delete views that nobody opens",
      createViewOperation,
      { body: { name: "x", question: { measures: "calls" } } },
    ],
    [
      "own_packs",
      "withdraw packs of which nobody is hired",
      createPackOperation,
      { body: { name: "x", summary: "x", job: "x", channels: ["web"], workflow_ids: [1] } },
    ],
    [
      "telephony_configurations",
      "delete accounts that nothing dials with",
      createTelephonyAccountOperation,
      { body: { name: "x", config: { provider: "simulator" } } },
    ],
  ])("has a most: %s (%s)", async (kind, makeRoom, operation, input) => {
    const { client } = await fill(kind);
    expect(await client.refused(operation, input)).toMatchObject({
      status: 402,
      code: "too_many",
      detail: expect.stringContaining(makeRoom),
    });
  });

  it("has a most: phone numbers, those that were released not counted", async () => {
    const { organizationId, simulatorAccountId, admin } = await createTenant(test);
    const client = api.client({ token: admin.token });
    await sql`insert into phone_numbers
      (organization_id, telephony_configuration_id, address, address_normalized, address_type, released_at)
      select ${organizationId}::bigint, ${simulatorAccountId}::bigint, number, number, 'sip_extension',
        case when number = 1 then now() end from generate_series(1, 5_000) as number`.execute(test.everything);
    const add = (address: string) => ({ params: { config_id: simulatorAccountId }, body: { address } });
    await client.call(createPhoneNumberOperation, add("+14155550101"));
    expect(await client.refused(createPhoneNumberOperation, add("+14155550102"))).toMatchObject({
      status: 402,
      detail: "Your organization has reached its limit of 5000 phone numbers: delete numbers that nothing uses",
    });
  });

  it("has a most for free texts: what lists answer of all tools and numbers comes to eight megabytes", async () => {
    const { organizationId, simulatorAccountId, admin } = await createTenant(test);
    const client = api.client({ token: admin.token });
    const filling = "x".repeat(60_000);
    const insertTools = (count: number) =>
      sql`insert into tools (organization_id, name, category, definition)
        select ${organizationId}::bigint, 'one of many', 'calculator', jsonb_build_object('type', 'calculator', 'filling', ${filling}::text)
        from generate_series(1, ${count}::integer)`.execute(test.everything);
    await insertTools(139);
    const body = { name: "x", category: "calculator" as const, definition: { type: "calculator" as const } };
    const { body: tool } = await client.call(createToolOperation, { body });
    await insertTools(1);
    const refusal = {
      status: 402,
      code: "too_much",
      detail: expect.stringContaining("tools have reached their limit of 8 MB"),
    };
    expect(await client.refused(createToolOperation, { body })).toMatchObject(refusal);
    const params = { tool_uuid: tool.tool_uuid };
    const longer = { params, body: { description: "longer" } };
    expect(await client.refused(updateToolOperation, longer)).toMatchObject(refusal);
    await client.call(updateToolOperation, { params, body: { name: "renamed" } });

    await sql`insert into phone_numbers
      (organization_id, telephony_configuration_id, address, address_normalized, address_type, extra_metadata)
      select ${organizationId}::bigint, ${simulatorAccountId}::bigint, number, number, 'sip_extension',
        jsonb_build_object('filling', ${filling}::text) from generate_series(1, 139) as number`.execute(
      test.everything,
    );
    const number = (address: string) => ({
      params: { config_id: simulatorAccountId },
      body: { address, extra_metadata: { filling } },
    });
    const { body: one } = await client.call(createPhoneNumberOperation, number("+14155550101"));
    const ofNumbers = {
      status: 402,
      code: "too_much",
      detail: expect.stringContaining("phone numbers have reached their limit of 8 MB"),
    };
    expect(await client.refused(createPhoneNumberOperation, number("+14155550102"))).toMatchObject(ofNumbers);
    const change = {
      params: { config_id: simulatorAccountId, phone_number_id: one.id },
      body: { extra_metadata: { filling: `${filling}x` } },
    };
    expect(await client.refused(updatePhoneNumberOperation, change)).toMatchObject(ofNumbers);
  });

  it("has room up to the last one, and a repeated request that filled it gets its answer again", async () => {
    const { client } = await fill("workflow_recordings", 1);
    const ask = () =>
      client.call(
        createRecordingUploadUrlsOperation,
        { body: { files: [{ filename: "x.wav", file_size: 44 }] } },
        { idempotencyKey: "the last one" },
      );
    const { body: first } = await ask();
    // Simulates a process that died before it stored its answer.
    await test.everything.deleteFrom("idempotency_keys").where("key", "=", "the last one").execute();
    expect((await ask()).body.items[0]?.recording_id).toBe(first.items[0]?.recording_id);
  });

  it("does not count what is archived, of which lists have the newest thousand", async () => {
    const { organizationId, client } = await fill("agents", 999);
    const addArchived = async (kind: "agents" | "tools", after: number) => {
      await sql`${rows[kind]} from organizations, generate_series(1, 1_000) where id = ${organizationId}`.execute(
        test.everything,
      );
      await sql`update ${sql.table(kind)} set status = 'archived'
        where organization_id = ${organizationId} and id > ${after}`.execute(test.everything);
    };
    const body = { name: "in use", category: "calculator" as const, definition: { type: "calculator" as const } };
    const { body: tool } = await client.call(createToolOperation, { body });
    const { body: agents } = await client.call(listAgentsOperation, {});
    const agentId = agents[0]?.id ?? 0;
    for (const kind of ["tools", "agents"] as const) {
      await addArchived(kind, kind === "tools" ? tool.id : agentId);
      await addArchived(kind, kind === "tools" ? tool.id : agentId);
    }
    const { body: listedAgents } = await client.call(listAgentsOperation, {});
    const { body: listedTools } = await client.call(listToolsOperation, {});
    expect([listedAgents.length, listedTools.length]).toEqual([1_001, 1_001]);
    expect(listedAgents.at(-1)?.id).toBe(agentId);
    expect(listedTools.map(({ id }) => id)).toContain(tool.id);
    await client.call(createToolOperation, { body });
  });

  it("counts a key that an agent asked for", async () => {
    const { client, organizationId: organization_id } = await fill("credentials");
    const event = await test.everything
      .insertInto("timeline_events")
      .values({ organization_id, kind: "secret_requested", actor: "system", summary: "A key, please" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await test.everything
      .insertInto("requests")
      .values({
        organization_id,
        request_key: "a secret",
        kind: "secret",
        event_id: event.id,
        subject: { name: "CRM", credential_type: "bearer_token" },
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    const body = { event_id: event.id, value: "a token" };
    expect(await client.refused(provideSecretOperation, { body })).toMatchObject({ status: 402, code: "too_many" });
  });

  it("is refused beyond it, also when it comes back, and has room again for what goes", async () => {
    const { organizationId, owner } = await createTenant(test);
    const client = api.client({ token: owner.token });
    const key = (archived_at: Date | null) => ({
      organization_id: organizationId,
      name: "a key",
      key_prefix: "vap_test_a",
      key_hash: Buffer.from(randomUUID()),
      environment: "sandbox" as const,
      created_by: owner.userId,
      archived_at,
    });
    const insert = (rows: ReturnType<typeof key>[]) =>
      test.everything.insertInto("api_keys").values(rows).returning("id").execute();
    await insert(times(99, () => key(null)));
    const [archived] = await insert([key(new Date())]);
    const body = { name: "one more", environment: "sandbox" as const };
    await client.call(createApiKeyOperation, { body });
    const refusal = {
      status: 402,
      detail: "Your organization has reached its limit of 100 API keys: archive keys that nobody uses",
    };
    expect(await client.refused(createApiKeyOperation, { body })).toMatchObject(refusal);
    const back = { params: { api_key_id: archived?.id ?? 0 } };
    expect(await client.refused(reactivateApiKeyOperation, back)).toMatchObject(refusal);
    await test.everything
      .updateTable("api_keys")
      .set({ archived_at: new Date() })
      .where("organization_id", "=", organizationId)
      .execute();
    await client.call(reactivateApiKeyOperation, back);
  });
});

it("a page of an agent's versions ends before their definitions come to too much, and has one in any case", async () => {
  const reader = await createTenant(test);
  const { agentId } = await createAgentRows(test, reader);
  const large = (bytes: number) => ({ nodes: [], edges: [], filling: "x".repeat(bytes) });
  const versions = [3_000_000, 3_000_000, 3_000_000, 9_000_000].map((bytes, at) => ({
    organization_id: reader.organizationId,
    agent_id: agentId,
    version_number: at + 2,
    status: "archived" as const,
    definition: large(bytes),
  }));
  await test.everything.insertInto("agent_versions").values(versions).execute();
  const client = api.client({ token: reader.viewer.token });
  const page = async (offset: number) => {
    const { body } = await client.call(listVersionsOperation, {
      params: { workflow_id: agentId },
      query: { limit: 10, offset },
    });
    return body.map(({ version_number }) => version_number);
  };
  expect([await page(5), await page(0), await page(1), await page(3)]).toEqual([[], [5], [4, 3], [2, 1]]);
});

describe("sessions in text", () => {
  it("are a thousand at most for an organization, and five hundred messages or a million characters each", async () => {
    const { organizationId: organization_id, operator } = tenant;
    const { agentId, versionId } = await createAgentRows(test, tenant);
    const run = () => ({
      organization_id,
      agent_id: agentId,
      agent_version_id: versionId,
      uuid: randomUUID(),
      name: "a session",
      mode: "textchat",
      state: "in_progress" as const,
      started_at: new Date(),
    });
    const [first] = await test.everything.insertInto("call_runs").values(times(1_000, run)).returning("id").execute();
    const run_id = first?.id ?? 0;
    await test.everything.insertInto("conversations").values({ organization_id, run_id, driver: "text" }).execute();
    const turn = (at: number) => ({
      organization_id,
      run_id,
      number: at + 1,
      key: `message:${at}`,
      input: { kind: "begin" as const },
      state: "done" as const,
    });
    await test.everything.insertInto("conversation_turns").values(times(500, turn)).execute();
    const client = api.client({ token: operator.token });
    const params = { workflow_id: agentId };
    expect(await client.refused(createTextSessionOperation, { params, body: {} })).toMatchObject({
      status: 429,
      detail: "Your organization has 1000 open conversations in text: end some, or wait until they end",
    });
    const [queued] = await test.everything
      .insertInto("call_runs")
      .values({ ...run(), state: "queued", started_at: null })
      .returning("id")
      .execute();
    const begin = { params: { ...params, run_id: queued?.id ?? 0 }, body: { text: "Hello?" } };
    expect(await client.refused(sendMessageOperation, begin)).toMatchObject({ status: 429 });
    const message = { params: { ...params, run_id }, body: { text: "Hello?" } };
    expect(await client.refused(sendMessageOperation, message)).toMatchObject({ status: 409, code: "session_full" });
    await test.everything
      .deleteFrom("conversation_turns")
      .where("run_id", "=", run_id)
      .where("number", ">", 1)
      .execute();
    const entry = { organization_id, run_id, turn: 1, speaker: "agent" as const, text: "x".repeat(500_000) };
    await test.everything.insertInto("conversation_entries").values([entry, entry]).execute();
    expect(await client.refused(sendMessageOperation, message)).toMatchObject({
      status: 409,
      detail: expect.stringContaining("The session has reached its limit of a million characters"),
    });
  });
});

it("the operator says how many sessions are open, and how many turns run at a time", async () => {
  const environment = { TEXT_SESSIONS_PER_ORGANIZATION: "1", MODEL_TURNS_PER_ORGANIZATION: "1" };
  const limited = await startTestApi(test, { environment });
  const { organizationId: organization_id, operator } = await createTenant(test);
  const { agentId, versionId } = await createAgentRows(test, { ...tenant, organizationId: organization_id });
  await test.everything
    .insertInto("call_runs")
    .values({
      organization_id,
      agent_id: agentId,
      agent_version_id: versionId,
      uuid: randomUUID(),
      name: "a session",
      mode: "textchat",
      state: "in_progress",
      started_at: new Date(),
    })
    .execute();
  const refusal = await limited
    .client({ token: operator.token })
    .refused(createTextSessionOperation, { params: { workflow_id: agentId }, body: {} })
    .finally(() => limited.close());
  expect(refusal).toMatchObject({ status: 429, detail: expect.stringContaining("has 1 open conversations") });

  const { conversing } = createRequestGuards(limited.dependencies).shares;
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
  };
  await Promise.all([conversing.run("ours", work("one")), conversing.run("ours", work("another"))]);
  expect(order).toEqual(["one begins", "one ends", "another begins", "another ends"]);
});

it("web calls are as many for an organization as the operator allows, joined or not, and visitors' count with its own", async () => {
  const limited = await startTestApi(test, { environment: { WEB_CALLS_PER_ORGANIZATION: "2" } });
  try {
    const { organizationId, owner } = await createTenant(test);
    const agent = await createAgentRows(test, { ...tenant, organizationId });
    const client = limited.client({ token: owner.token });
    const params = { workflow_id: agent.agentId };
    const begin = { params, body: { name: "a web call", mode: "smallwebrtc" } };
    const { body: run } = await client.call(createRunOperation, begin);
    await test.everything.updateTable("call_runs").set({ state: "in_progress" }).where("id", "=", run.id).execute();
    const origin = "https://shop.example.com";
    const { body: embed } = await client.call(createEmbedTokenOperation, {
      params,
      body: { allowed_origins: [origin] },
    });
    const visit = () =>
      limited.client().fetch(`/api/v1/public/talk/${embed.token}`, { method: "POST", headers: { origin } });
    expect((await visit()).status).toBe(201);
    const detail = "Your organization has 2 open conversations in the browser: end some, or wait until they end";
    const refused = await visit();
    expect([refused.status, await refused.json()]).toMatchObject([429, { detail }]);
    expect(await client.refused(createRunOperation, begin)).toMatchObject({ status: 429, detail });
    await client.call(createRunOperation, { params, body: { name: "a session in text", mode: "textchat" } });
    const ended = { state: "completed" as const, ended_at: new Date() };
    await test.everything.updateTable("call_runs").set(ended).where("id", "=", run.id).execute();
    expect((await visit()).status).toBe(201);
  } finally {
    await limited.close();
  }
});

it("operations that take turns among those of their organization are these", () => {
  const sharing = operations.flatMap(({ id, share }) => (share ? [`${share}: ${id}`] : []));
  expect(sharing.toSorted()).toEqual([
    "asking: installation.get",
    "asking: models.try",
    "asking: organizations.domains.check",
    "asking: tools.mcp.connect",
    "asking: tools.refreshMcp",
    "asking: tools.test",
    "conversing: calls.search",
    "conversing: knowledge.search",
    "conversing: textSessions.create",
    "conversing: textSessions.message",
    "conversing: textSessions.messageStream",
    "listing: agents.list",
    "listing: agents.versions",
    "listing: analytics.views.list",
    "listing: campaigns.days",
    "listing: campaigns.journey.preview",
    "listing: campaigns.journey.progress",
    "listing: campaigns.whatIfs",
    "listing: contacts.lists.list",
    "listing: contacts.segments.preview",
    "listing: credentials.list",
    "listing: embedTokens.list",
    "listing: marketplace.packs.get",
    "listing: marketplace.packs.list",
    "listing: marketplace.packs.versions",
    "listing: marketplace.templates.get",
    "listing: marketplace.templates.list",
    "listing: recordings.list",
    "listing: rehearsals.get",
    "listing: rehearsals.junit",
    "listing: scenarios.export",
    "listing: scenarios.list",
    "listing: team.status",
    "listing: telephony.configs.list",
    "listing: telephony.phoneNumbers.list",
    "listing: tools.list",
    "paging: analytics.ask",
    "paging: calls.list",
    "paging: calls.listAll",
    "paging: calls.original",
    "paging: calls.transcript",
    "paging: campaigns.contacts",
    "paging: campaigns.runs",
    "paging: channels.listRequests",
    "paging: channels.timeline",
    "paging: contacts.intakes.list",
    "paging: contacts.list",
    "paging: people.get",
    "paging: people.history",
    "paging: textSessions.get",
    "paging: webhooks.deadLetters",
    "paging: webhooks.deliveries",
    "reporting: analytics.report",
    "reporting: audit.export",
    "reporting: calls.policyWhatIf",
    "reporting: calls.policyWhatIfReport",
    "reporting: calls.removals.preview",
    "reporting: calls.report",
    "reporting: calls.usageReport",
    "reporting: campaigns.record",
    "reporting: campaigns.report",
    "reporting: organizations.rulePacks.preview",
    "reporting: people.preview",
  ]);
});
