import { randomBytes, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { sealOriginal } from "../../infra/postgres/privacy/kept-originals.repository.ts";
import type { Tables } from "../../infra/postgres/tables.ts";
import type { CarrierCall } from "../../infra/telephony/carrier.ts";
import type { FilledDatabase } from "../harness/test-database.ts";
import { testSecrets } from "../harness/test-secrets.ts";
import { createAgentRows, minimalDefinition } from "./agents.ts";
import { plainSettings } from "./campaigns.ts";
import { fillNationalList } from "./national-lists.ts";
import { fillRehearsal } from "./rehearsals.ts";
import { fillIdentityProvider, fillSecondFactor } from "./sign-in-rows.ts";
import { createKey, createTenant, type Tenant } from "./tenant.ts";

/** An organization with at least one row in every table. */
export interface TenantRows extends Tenant {
  /** Values for paths in this organization, by the name of the path parameter. */
  pathParameters: Readonly<Record<string, string | number>>;
}

/** Inserts plain rows without any rule but the schema's own, because the schema is what they test. */
export const fillTables = async (test: FilledDatabase, name: string): Promise<TenantRows> => {
  const tenant = await createTenant(test, name);
  // The key of the marks of erased people is made at the first work in the organization.
  await test.database.inOrganization(tenant.organizationId, async () => {});
  const agent = await createAgentRows(test, tenant);
  const filler: Filler = { db: test.everything, organizationId: tenant.organizationId, tenant, agent };
  const key = await createKey(test, { tenant });
  const contacts = await fillContacts(filler);
  await filler.db
    .insertInto("organization_rows")
    .values({ organization_id: tenant.organizationId, bytes: 1, measured_at: new Date() })
    .execute();
  await fillAudit(filler, key.id);
  await fillSecondFactor(filler.db, tenant);
  const campaign_id = await fillCampaigns(filler, contacts.contact_list_id);
  const pathParameters = {
    api_key_id: key.id,
    user_id: tenant.viewer.userId,
    session_id: await sessionOf(test, tenant.owner.userId),
    workflow_id: agent.agentId,
    workflow_uuid: agent.workflowUuid,
    ...contacts,
    action_event_id: await fillAction(filler),
    ...(await fillAgents(filler)),
    erasure_id: await fillErasure(filler),
    removal_id: await fillRemoval(filler),
    export_id: await fillExport(filler),
    ...(await fillArchive(filler)),
    ...(await fillOwnPack(filler)),
    ...(await fillTelephony(filler)),
    ...(await fillIntegrations(filler)),
    ...(await fillConnectors(filler)),
    ...(await fillDocuments(filler)),
    ...(await fillRehearsal(filler.db, { organization_id: tenant.organizationId, agent_id: agent.agentId })),
    campaign_id,
    what_if_id: await fillWhatIf(filler, campaign_id),
    view_id: await fillView(filler),
    domain_id: await fillIdentityProvider(filler.db, tenant),
    ...(await fillCalls(filler, { campaign_id, contact_list_id: contacts.contact_list_id })),
  };
  return { ...tenant, pathParameters };
};

/** Inserts a removal that is done, what is kept of its run, and an attempt that still counts. */
const fillRemoval = async ({ db, organizationId: organization_id, agent }: Filler): Promise<string> => {
  const uuid = randomUUID();
  const done = { state: "done", runs_removed: 1, removed: { call_runs: 1 }, finished_at: new Date() } as const;
  await db
    .insertInto("removals")
    .values({ organization_id, uuid, up_to_run_id: 1, runs: 1, actor: "system", ...done })
    .execute();
  await db
    .insertInto("removed_attempts")
    .values({ organization_id, called_number: "+14155550100", environment: "production", at: new Date() })
    .execute();
  const counts = { runs: 1, first_attempts: 1, requested: 1, duration_seconds: 1, duration_squares: 1 };
  const money = { cost_minor: 1, carrier_minor: 1, model_minor: 0, prompt_tokens: 0, completion_tokens: 0 };
  await db
    .insertInto("removed_run_sums")
    .values({
      organization_id,
      agent_id: agent.agentId,
      agent_version_id: agent.versionId,
      environment: "production",
      direction: "outbound",
      channel: "telephony",
      outcome: "answered",
      currency: "USD",
      created_quarter: new Date("2025-01-01T00:00:00Z"),
      removed_at: new Date(),
      ...counts,
      ...money,
    })
    .execute();
  return uuid;
};

/** Inserts the archive of a day, with a file. */
const fillArchive = async ({ db, organizationId: organization_id }: Filler) => {
  const archive = await db
    .insertInto("removals")
    .values({
      organization_id,
      uuid: randomUUID(),
      up_to_run_id: 1,
      runs: 1,
      actor: "system",
      state: "done",
      archived_day: "2025-01-01",
    })
    .returning(["id", "uuid"])
    .executeTakeFirstOrThrow();
  const file = await db
    .insertInto("archive_files")
    .values({
      organization_id,
      removal_id: archive.id,
      part: 1,
      name: "runs-0001.csv.gz",
      object_key: `org-${organization_id}/archives/runs-0001.csv.gz`,
      rows: 1,
      size_bytes: 1,
      sha256: "0".repeat(64),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { archive_id: archive.uuid, file_id: file.id };
};

/** Inserts a question to a campaign's past, which is answered. */
const fillWhatIf = async ({ db, organizationId: organization_id }: Filler, campaign_id: number): Promise<number> => {
  const figures = { attempts: 1, answers: 1, costMinor: 0, endMs: 0, byHour: [] };
  const interval = { low: 1, high: 1 };
  const spread = { attempts: interval, answers: interval, costMinor: interval, endMs: interval };
  const answer = { seeds: 1, drawn: 0, differing: 0, currency: null, knownUntilMs: null };
  const row = await db
    .insertInto("what_ifs")
    .values({
      organization_id,
      campaign_id,
      uuid: randomUUID(),
      state: "done",
      settings: { max_concurrency: 3 },
      result: { was: figures, would: figures, spread, ...answer },
      ended_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Inserts a question that everybody in the organization sees. */
const fillView = async ({ db, organizationId: organization_id, tenant }: Filler): Promise<number> => {
  const question = { measures: "calls", by: "agent" };
  const view = { organization_id, name: "A view", is_shared: true, question, created_by: tenant.operator.userId };
  const row = await db.insertInto("analytics_views").values(view).returning("id").executeTakeFirstOrThrow();
  return row.id;
};

const fillErasure = async ({ db, organizationId: organization_id }: Filler): Promise<string> => {
  const uuid = randomUUID();
  await db
    .insertInto("person_erasures")
    .values({
      organization_id,
      uuid,
      reason: "They asked",
      keep_do_not_call: true,
      state: "done",
      person_sealed: testSecrets.seal("{}", `person-erasure:${uuid}`),
      actor: "user:1",
    })
    .execute();
  return uuid;
};

/** Inserts an export of a person's data that is done. */
const fillExport = async ({ db, organizationId: organization_id }: Filler): Promise<string> => {
  const uuid = randomUUID();
  await db
    .insertInto("person_exports")
    .values({
      organization_id,
      uuid,
      reason: "They asked",
      state: "done",
      person_sealed: testSecrets.seal("{}", `person-export:${uuid}`),
      actor: "user:1",
    })
    .execute();
  return uuid;
};

/** Inserts an act, a network of a key, and what a program that signs in gets its tokens by. */
const fillAudit = async ({ db, organizationId: organization_id }: Filler, api_key_id: number): Promise<void> => {
  const act = { organization_id, uuid: randomUUID(), kind: "key_made" as const, actor: "user:1" };
  await db.insertInto("acts").values(act).execute();
  const network = { organization_id, api_key_id, network: randomBytes(32) };
  await db.insertInto("api_key_networks").values(network).execute();
  const hashes = { client_hash: randomBytes(32), code_hash: randomBytes(32), code_challenge: "x".repeat(43) };
  const grant = {
    organization_id,
    api_key_id,
    ...hashes,
    redirect_uri: "https://app.example",
    code_expires_at: new Date(),
  };
  await db.insertInto("client_grants").values(grant).execute();
};

/** Inserts a proposed action; returns the event that people answer. */
const fillAction = async ({ db, organizationId: organization_id }: Filler): Promise<number> => {
  const event = await db
    .insertInto("timeline_events")
    .values({ organization_id, kind: "action_proposed", actor: "assistant", summary: "A table on Monday" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const [uuid, tool_uuid] = [randomUUID(), randomUUID()];
  const arguments_sealed = testSecrets.seal(JSON.stringify({ day: "Monday" }), `tool-call:${uuid}`);
  const call = {
    uuid,
    organization_id,
    turn: 0,
    tool_uuid,
    name: "Book a table",
    request_id: "request",
    arguments_sealed,
  };
  await db
    .insertInto("tool_calls")
    .values({ ...call, state: "proposed" })
    .execute();
  await db
    .insertInto("requests")
    .values({
      organization_id,
      request_key: "an action",
      kind: "action",
      event_id: event.id,
      tool_call_id: uuid,
      subject: { tool_uuid, tool_name: "Book a table", summary: "A table on Monday", can_be_undone: false },
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  return event.id;
};

const fillOwnPack = async ({ db, organizationId: organization_id, agent }: Filler) => {
  const slug = `front-desk-${organization_id}`;
  const pack = await db
    .insertInto("own_packs")
    .values({ organization_id, slug })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("own_pack_versions")
    .values({
      organization_id,
      pack_id: pack.id,
      version_number: 1,
      state: "draft",
      name: "Front desk",
      summary: "Takes calls",
      job: "Front desk",
      content: {
        industries: [],
        channels: ["web"],
        steps: [],
        compliance_notes: [],
        demo: { demo_number: null, demo_url: null },
        agents: [
          {
            agent_id: agent.agentId,
            name: "Reception",
            definition: minimalDefinition(),
            configurations: {},
            variables: {},
            disposition_codes: [],
          },
        ],
      },
    })
    .execute();
  return { pack_slug: slug };
};

const sessionOf = async ({ everything }: Pick<FilledDatabase, "everything">, userId: number): Promise<number> => {
  const session = await everything
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return session.id;
};

interface Filler {
  db: Kysely<Tables>;
  organizationId: number;
  tenant: Tenant;
  agent: { agentId: number; versionId: number };
}

const fillAgents = async ({ db, organizationId: organization_id, tenant, agent }: Filler) => {
  const folder = await db
    .insertInto("folders")
    .values({ organization_id, name: "A channel" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const trigger = randomUUID();
  await db.insertInto("agent_triggers").values({ organization_id, agent_id: agent.agentId, path: trigger }).execute();
  const event = await db
    .insertInto("timeline_events")
    .values({ organization_id, kind: "question", actor: "system", summary: "What now?" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const request = await db
    .insertInto("requests")
    .values({
      organization_id,
      request_key: "a question",
      kind: "question",
      event_id: event.id,
      subject: { text: "What now?", choices: [] },
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("request_mails")
    .values({ organization_id, user_id: tenant.viewer.userId, request_id: request.id })
    .execute();
  await db
    .insertInto("folder_members")
    .values({ organization_id, folder_id: folder.id, user_id: tenant.viewer.userId })
    .execute();
  const invitation = await db
    .insertInto("invitations")
    .values({
      organization_id,
      email: "invited@example.com",
      role: "viewer",
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const thread = await db
    .insertInto("threads")
    .values({ organization_id, kind: "agent", agent_id: agent.agentId })
    .returning("id")
    .executeTakeFirstOrThrow();
  const of_thread = { organization_id, thread_id: thread.id, agent_id: agent.agentId, run_id: 1 };
  await db.insertInto("thread_sessions").values(of_thread).execute();
  await db
    .insertInto("thread_replies")
    .values({ ...of_thread, event_id: event.id, state: "done" })
    .execute();
  await db
    .insertInto("template_hires")
    .values({
      organization_id,
      uuid: randomUUID(),
      template_id: "order-status",
      template_version: "1.0.0",
      language: "en-US",
      agent_name: "Robin",
      agent_id: agent.agentId,
      state: "hired",
      variables: {},
      actor: "system",
    })
    .execute();
  await db
    .insertInto("idempotency_keys")
    .values({ organization_id, key: "a key", request_hash: randomBytes(32) })
    .execute();
  const embedToken = await db
    .insertInto("embed_tokens")
    .values({ organization_id, agent_id: agent.agentId, name: "A page", allowed_origins: ["https://example.com"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  return {
    folder_id: folder.id,
    uuid: trigger,
    token_id: embedToken.id,
    event_id: event.id,
    invitation_id: invitation.id,
  };
};

/** An app that the organization has signed in to, by a client of its own. */
const fillConnectors = async ({ db, organizationId: organization_id, tenant }: Filler) => {
  const app = { organization_id, slug: "slack" };
  const uuid = randomUUID();
  await db
    .insertInto("connector_clients")
    .values({ ...app, client_id: "a client" })
    .execute();
  await db
    .insertInto("connector_sign_ins")
    .values({
      ...app,
      uuid,
      verifier_sealed: testSecrets.seal("a verifier", `connector-sign-in:${uuid}`),
      actor: `user:${tenant.admin.userId}`,
      user_id: tenant.admin.userId,
      expires_at: new Date(),
    })
    .execute();
  const server = { resource: "https://mcp.example.com/", issuer: "https://auth.example.com" };
  const urls = { authorization_url: "https://auth.example.com/authorize", token_url: "https://auth.example.com/token" };
  await db
    .insertInto("mcp_servers")
    .values({ organization_id, ...server, ...urls, scopes: [], client_authentication: "basic" })
    .execute();
  const account = await db
    .insertInto("connector_accounts")
    .values({ ...app, account_label: "A workspace", client_id: "a client", scopes: ["chat:write"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { account_id: account.id };
};

const fillIntegrations = async ({ db, organizationId: organization_id, agent }: Filler) => {
  const [credential_uuid, tool_uuid] = [randomUUID(), randomUUID()];
  const seal = (value: object, context: string) => testSecrets.seal(JSON.stringify(value), context);
  const data_sealed = seal({ token: "a token" }, `credential:${credential_uuid}`);
  await db
    .insertInto("credentials")
    .values({ organization_id, uuid: credential_uuid, name: "A key", credential_type: "bearer_token", data_sealed })
    .execute();
  const tool = await db
    .insertInto("tools")
    .values({
      organization_id,
      tool_uuid,
      name: "A tool",
      category: "calculator",
      definition: { type: "calculator", schema_version: 1 },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  // Of a credential that is gone: the one above is free to be deleted.
  const named = { organization_id, credential_uuid: randomUUID() };
  await db
    .insertInto("tool_credentials")
    .values({ ...named, tool_id: tool.id })
    .execute();
  await db
    .insertInto("agent_version_credentials")
    .values({ ...named, agent_version_id: agent.versionId })
    .execute();
  const secret_sealed = testSecrets.seal("whsec_c2VjcmV0", `webhook:org-${organization_id}`);
  const endpoint = await db
    .insertInto("webhook_endpoints")
    .values({
      organization_id,
      url: "https://example.com/hook",
      events: ["call_ended"],
      secret_sealed,
      is_active: false,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const delivery = await db
    .insertInto("webhook_deliveries")
    .values({ organization_id, endpoint_id: endpoint.id, event_type: "test", state: "failed" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("unsealed_entries")
    .values({ organization_id, kind: "erasure", actor: "system", facts: { reason: "asked" } })
    .execute();
  await db.insertInto("record_entries").values({ organization_id, index: 0, kind: "erasure", line: "{}" }).execute();
  await db
    .insertInto("record_trees")
    .values({
      organization_id,
      size: 1,
      root: Buffer.alloc(32),
      edge: sql<string[]>`'[]'::jsonb`,
      checkpoint: "a note",
      published_size: 1,
      sealed_at: new Date(),
    })
    .execute();
  await db
    .insertInto("record_checkpoints")
    .values({ organization_id, size: 1, note: "a note", signed_at: new Date() })
    .execute();
  await db
    .insertInto("record_witnesses")
    .values({ organization_id, witness: "witness.example/w1+00112233", size: 1 })
    .execute();
  await db.insertInto("record_policies").values({ organization_id, digest: "sha256:0", policy: {} }).execute();
  await db
    .insertInto("person_keys")
    .values({ organization_id, phone_number: "+14155550100", key_sealed: secret_sealed })
    .execute();
  await db
    .insertInto("webhook_exchanges")
    .values({
      delivery_id: delivery.id,
      organization_id,
      event_at: new Date(),
      sent_at: new Date(),
      url: "https://example.com/hook",
      request_headers: {},
      request_body: "{}",
      took_ms: 1,
    })
    .execute();
  const recording_id = `recording-${organization_id}`;
  await db
    .insertInto("workflow_recordings")
    .values({
      organization_id,
      recording_id,
      state: "ready",
      filename: "hello.wav",
      content_type: "audio/wav",
      object_key: `org-${organization_id}/recordings/${recording_id}.wav`,
      size_bytes: 44,
    })
    .execute();
  return { credential_uuid, tool_uuid, recording_id, webhook_id: endpoint.id, delivery_id: delivery.id };
};

const fillDocuments = async ({ db, organizationId: organization_id }: Filler) => {
  const document_uuid = randomUUID();
  const document = await db
    .insertInto("documents")
    .values({ organization_id, document_uuid, filename: "prices.txt", mime_type: "text/plain", current_version: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const object_key = `org-${organization_id}/documents/${document_uuid}/prices.txt`;
  const version = await db
    .insertInto("document_versions")
    .values({ organization_id, document_id: document.id, version: 1, object_key, file_size_bytes: 8 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("document_parts")
    .values({
      organization_id,
      version_id: version.id,
      ordinal: 0,
      content: { headings: [], columns: null, blocks: [] },
    })
    .execute();
  await db
    .insertInto("document_passages")
    .values({
      organization_id,
      document_id: document.id,
      version_id: version.id,
      chunk_index: 0,
      part: 0,
      text: "A price",
      context: "",
      token_count: 2,
    })
    .execute();
  await db.insertInto("knowledge_usage").values({ organization_id }).execute();
  await db
    .insertInto("former_embedding_models")
    .values({ organization_id, name: "openai/former", provider: "openai", model: "former" })
    .execute();
  return { document_uuid };
};

const fillTelephony = async ({ db, organizationId: organization_id, tenant }: Filler) => {
  const telephony_configuration_id = tenant.simulatorAccountId;
  const address = numberOf(organization_id);
  await db.insertInto("telephony_paces").values({ organization_id, telephony_configuration_id }).execute();
  const number = await db
    .insertInto("phone_numbers")
    .values({ organization_id, telephony_configuration_id, address, address_normalized: address, address_type: "pstn" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const account = { organization_id, telephony_configuration_id, phone_number: address };
  await db
    .insertInto("number_rentals")
    .values({ ...account, uuid: randomUUID(), state: "rented", phone_number_id: number.id, actor: "system" })
    .execute();
  await db
    .insertInto("number_verifications")
    .values({ ...account, method: "carrier", state: "verified", expires_at: new Date(), actor: "system" })
    .execute();
  await db.insertInto("verified_numbers").values({ organization_id, phone_number: address, method: "call" }).execute();
  return { config_id: telephony_configuration_id, phone_number_id: number.id };
};

/** A fictional number that no other organization has: one that both have would prove nothing. */
const numberOf = (organizationId: number) => `+1202555${String(organizationId).padStart(4, "0")}`;

const fillContacts = async ({ db, organizationId: organization_id }: Filler) => {
  const phone_number = numberOf(organization_id);
  const segment = { id: randomUUID(), name: "A segment", where: "name is empty", created_at: new Date().toISOString() };
  const list = await db
    .insertInto("contact_lists")
    .values({ organization_id, name: "A list", segments: sql`${JSON.stringify([segment])}::jsonb` })
    .returning("id")
    .executeTakeFirstOrThrow();
  const contact = await db
    .insertInto("contacts")
    .values({ organization_id, contact_list_id: list.id, phone_number })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("do_not_call").values({ organization_id, phone_number, source: "manual" }).execute();
  const consent = { organization_id, phone_number, status: "granted" as const, source: "form" };
  await db
    .insertInto("consents")
    .values({ ...consent, changed_at: new Date() })
    .execute();
  await db
    .insertInto("consent_changes")
    .values({ ...consent, actor: "system", changed_at: new Date() })
    .execute();
  const intake = await db
    .insertInto("contact_intakes")
    .values({
      organization_id,
      contact_list_id: list.id,
      uuid: randomUUID(),
      name: "A form",
      mapping: { phone_number: "/phone" },
      secret_sealed: Buffer.from("sealed"),
    })
    .returning(["id", "uuid"])
    .executeTakeFirstOrThrow();
  const ofIntake = { organization_id, intake_id: intake.id };
  await db
    .insertInto("contact_intake_keys")
    .values({ ...ofIntake, key_mark: Buffer.from("a key"), contact_id: contact.id })
    .execute();
  await db
    .insertInto("contact_intake_faults")
    .values({ ...ofIntake, reason: "No number", payload: "{}" })
    .execute();
  await db.insertInto("contact_files").values({ organization_id, object_key: "a file", size_bytes: 1 }).execute();
  await db
    .insertInto("artifact_orphans")
    .values({ organization_id, object_key: `calls/${organization_id}/replaced.wav` })
    .execute();
  const contactImport = await db
    .insertInto("contact_imports")
    .values({ organization_id, contact_list_id: list.id, object_key: "a file", request_uuid: randomUUID() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("contact_import_errors")
    .values({ organization_id, import_id: contactImport.id, line: 2, reason: "no number" })
    .execute();
  const nationalListId = await fillNationalList(db, { organizationId: organization_id, numbers: [phone_number] });
  return {
    contact_list_id: list.id,
    segment_id: segment.id,
    intake_id: intake.id,
    intake_uuid: intake.uuid,
    contact_id: contact.id,
    import_id: contactImport.id,
    phone_number,
    national_list_id: nationalListId,
  };
};

const fillCampaigns = async ({ db, organizationId: organization_id, agent }: Filler, listId: number) => {
  const campaign = await db
    .insertInto("campaigns")
    .values({
      organization_id,
      name: "A campaign",
      agent_id: agent.agentId,
      source_type: "contact_list",
      source_id: String(listId),
      contact_list_id: listId,
      ...plainSettings,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const row = { organization_id, campaign_id: campaign.id };
  await db.insertInto("campaign_figures").values(row).execute();
  const counts = { total: 1, suppressed: 0, finished: 0, dialled: 0, answered: 0, unreached: 0, in_flight: 0 };
  await db
    .insertInto("campaign_steps")
    .values({ ...row, ...counts, waiting_retry: 0, attempts: 0, revision: 1, kept_revision: 1 })
    .execute();
  const { id: campaign_contact_id } = await db
    .insertInto("campaign_contacts")
    .values({ ...row, phone_number: numberOf(organization_id), next_attempt_at: "2026-01-01" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("journey_versions")
    .values({ ...row, version: 1, steps: sql`'[]'::jsonb` })
    .execute();
  await db.updateTable("campaigns").set({ journey_version: 1 }).where("id", "=", campaign.id).execute();
  await db
    .insertInto("journey_steps")
    .values({ ...row, campaign_contact_id, version: 1, step: "gone", state: "done", due_at: "2026-01-01" })
    .execute();
  await db
    .insertInto("campaign_logs")
    .values({ ...row, level: "info", event: "created", message: "It was made", actor: "system" })
    .execute();
  return campaign.id;
};

const queuedCall: CarrierCall = {
  carrierCallId: "call-1",
  state: "queued",
  outcome: null,
  answeredBy: null,
  startedAt: null,
  answeredAt: null,
  endedAt: null,
  durationSeconds: null,
  costMinor: null,
  currency: null,
  optedOut: false,
  detail: null,
};

const fillIntakeOfCalls = async (
  { db, organizationId: organization_id }: Filler,
  { contact_list_id, run_id }: { contact_list_id: number; run_id: number },
) => {
  const ofCalls = await db
    .insertInto("contact_intakes")
    .values({
      organization_id,
      contact_list_id,
      uuid: randomUUID(),
      name: "Calls",
      mapping: { phone_number: "/phone_number" },
      calls: {},
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("contact_intake_calls").values({ organization_id, intake_id: ofCalls.id, run_id }).execute();
};

const fillCalls = async (
  filler: Filler,
  { campaign_id, contact_list_id }: { campaign_id: number; contact_list_id: number },
) => {
  const { db, organizationId: organization_id, agent, tenant } = filler;
  const run = await db
    .insertInto("call_runs")
    .values({
      organization_id,
      uuid: randomUUID(),
      agent_id: agent.agentId,
      agent_version_id: agent.versionId,
      campaign_id,
      name: "A call",
      mode: "simulator",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("carrier_events")
    .values({
      organization_id,
      run_id: run.id,
      event_id: "1",
      state: "queued",
      call: JSON.parse(JSON.stringify(queuedCall)),
    })
    .execute();
  const artifact = { organization_id, run_id: run.id, size_bytes: 1 };
  await db
    .insertInto("call_artifacts")
    .values({
      ...artifact,
      artifact_type: "transcript",
      format: "txt",
      object_key: `calls/${organization_id}/transcript.txt`,
      content_type: "text/plain",
    })
    .execute();
  await db
    .insertInto("call_artifacts")
    .values({
      ...artifact,
      artifact_type: "recording",
      format: "wav",
      object_key: `calls/${organization_id}/recording.wav`,
      content_type: "audio/wav",
      peaks: { lengthMs: 1000, channels: [[1], [0]] },
    })
    .execute();
  await fillIntakeOfCalls(filler, { contact_list_id, run_id: run.id });
  const keeper = { organizationId: organization_id, runId: run.id };
  await db
    .insertInto("kept_originals")
    .values({
      organization_id,
      run_id: run.id,
      kind: "words",
      name: "1",
      original_sealed: sealOriginal(testSecrets, keeper, { kind: "words", value: "My card is 4242" }),
    })
    .execute();
  await db
    .insertInto("recordings_to_remove")
    .values({ organization_id, provider: "twilio", carrier_call_id: `CA${organization_id}`, called_at: new Date() })
    .execute();
  await db.insertInto("after_call_steps").values({ organization_id, run_id: run.id, node_id: "webhook" }).execute();
  await fillConversation(db, { organization_id, run_id: run.id });
  await db
    .insertInto("call_transfers")
    .values({
      organization_id,
      uuid: randomUUID(),
      run_id: run.id,
      targets: sql`'["+14155550199"]'::jsonb`,
      briefing: "Ada asks about her invoice.",
      language: "en",
      hold: { text: null, recordingId: null },
      ring_timeout_seconds: 20,
    })
    .execute();
  const message = await db
    .insertInto("text_messages")
    .values({
      organization_id,
      uuid: randomUUID(),
      direction: "outbound",
      state: "delivered",
      reason: "api",
      actor: "system",
      provider: "simulator",
      own_number: "+12025550100",
      phone_number: "+12125550143",
      body: "Your table is ready",
      encoding: "GSM-7",
      segments: 1,
      campaign_id,
      carrier_requested_at: new Date(),
      cost_minor: 1,
      currency: "USD",
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("missed_calls")
    .values({ organization_id, carrier_call_id: "a call", called_number: "+14155550100", reason: "no_agent" })
    .execute();
  await db
    .insertInto("run_counts")
    .values({
      organization_id,
      scope: "campaign",
      scope_id: campaign_id,
      period: "day",
      starts_at: "2026-01-01",
      is_over: true,
      direction: "outbound",
      channel: "telephony",
      runs: 0,
      duration_seconds: 0,
      cost_minor: 0,
    })
    .execute();
  await db
    .insertInto("awaited_reports")
    .values({ organization_id, run_id: run.id, kind: "price", due_at: new Date() })
    .execute();
  await db
    .insertInto("model_requests")
    .values({
      organization_id,
      run_id: run.id,
      model: "local/scripted",
      prompt_tokens: 1,
      completion_tokens: 1,
      estimated: true,
    })
    .execute();
  const supervision = await db
    .insertInto("supervisions")
    .values({ organization_id, uuid: randomUUID(), run_id: run.id, actor: `user:${tenant.supervisor.userId}` })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  return { run_id: run.id, supervision_uuid: supervision.uuid, message_id: message.uuid };
};

const fillConversation = async (db: Kysely<Tables>, row: { organization_id: number; run_id: number }) => {
  await db
    .insertInto("conversations")
    .values({ ...row, driver: "text" })
    .execute();
  await db
    .insertInto("conversation_turns")
    .values({ ...row, number: 1, key: "begin", input: { kind: "begin" }, state: "done" })
    .execute();
  await db
    .insertInto("conversation_entries")
    .values({ ...row, turn: 1, speaker: "agent", text: "Hello." })
    .execute();
  const uuid = randomUUID();
  await db
    .insertInto("tool_calls")
    .values({
      ...row,
      uuid,
      turn: 1,
      tool_uuid: randomUUID(),
      name: "look_up",
      request_id: "call_1",
      arguments_sealed: testSecrets.seal("{}", `tool-call:${uuid}`),
    })
    .execute();
  await db
    .insertInto("model_configurations")
    .values({ organization_id: row.organization_id, part: "llm", provider: "local", model: "scripted" })
    .execute();
};
