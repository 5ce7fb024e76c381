import { createDraftOperation } from "../../../api/agents/agents.operations.ts";
import { createTextSessionOperation } from "../../../api/conversations/text/text-sessions.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { searchNumbersOperation } from "../../../api/numbers/managed-numbers.operations.ts";
import { createRecordingUploadUrlsOperation } from "../../../api/recordings/recordings.operations.ts";
import { buildContactFileKey } from "../../../domain/contact/contact-file-key.ts";
import { buildDocumentKey } from "../../../domain/document/document-key.ts";
import { sealCode } from "../../../infra/postgres/number/verification-code.ts";
import { hashPassword } from "../../../infra/secrets/password-hash.ts";
import { silentWav } from "../../factories/sound.ts";
import { createTwilioConfiguration } from "../../factories/telephony.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { stream } from "../../infra/models/chat-server.ts";
import { campaignChanges } from "./campaign-changes.ts";
import type { Change, Changes, Place } from "./change.ts";
import { requestChanges } from "./request-changes.ts";
import { signInChanges } from "./sign-in-changes.ts";

/** The organization's own number is on its do-not-call list. */
const ANOTHER_NUMBER = "+14155550123";
const CODE = "123456";

const owner = ({ platform, tenant }: Place) => platform.api.client({ token: tenant.owner.token });

/** A call that is talked in, and supervised by who asks. */
const superviseRun =
  ({ isTakenOver }: { isTakenOver: boolean }) =>
  async ({ platform, tenant }: Place): Promise<Change> => {
    const { everything } = platform.test;
    const { run_id, supervision_uuid } = tenant.pathParameters;
    await everything.updateTable("call_runs").set({ state: "in_progress" }).where("id", "=", Number(run_id)).execute();
    await everything
      .updateTable("conversations")
      .set({ driver: "relay", node_id: "start", ...(isTakenOver && { taken_over_by: String(supervision_uuid) }) })
      .where("run_id", "=", Number(run_id))
      .execute();
    await everything
      .updateTable("supervisions")
      .set({ joined_at: new Date(), ...(isTakenOver && { mode: "take_over" as const }) })
      .where("run_id", "=", Number(run_id))
      .execute();
    await everything
      .updateTable("call_transfers")
      .set({ state: "over", outcome: "no_answer" })
      .where("run_id", "=", Number(run_id))
      .execute();
    return { token: tenant.supervisor.token };
  };

const endRun = async ({ platform, tenant }: Place): Promise<void> => {
  await platform.test.everything
    .updateTable("call_runs")
    .set({ state: "completed", outcome: "answered", ended_at: new Date() })
    .where("id", "=", Number(tenant.pathParameters["run_id"]))
    .execute();
};

const call = () => ({ body: { phone_number: ANOTHER_NUMBER } });

const openSession = async (place: Place): Promise<Change> => {
  const workflow_id = Number(place.tenant.pathParameters["workflow_id"]);
  const { body } = await owner(place).call(createTextSessionOperation, { params: { workflow_id }, body: {} });
  return { params: { workflow_id, run_id: body.workflow_run_id } };
};

const uploadContacts = async ({ platform, tenant }: Place): Promise<Change> => {
  const { organizationId } = tenant;
  const key = buildContactFileKey({ organizationId, uuid: crypto.randomUUID(), fileName: "people.csv" });
  const file = Buffer.from(`phone_number\n${ANOTHER_NUMBER}\n`);
  await platform.api.dependencies.objectStore.put(key, file, "text/csv");
  return { body: { object_store_key: key } };
};

const switchWebhookOn = async ({ platform, tenant }: Place): Promise<void> => {
  await platform.test.everything
    .updateTable("webhook_endpoints")
    .set({ is_active: true, url: platform.receiver.url })
    .where("organization_id", "=", tenant.organizationId)
    .execute();
};

/** A model asks one question about a document with one sentence. */
const askAboutDocument = async ({ platform, tenant }: Place): Promise<void> => {
  const text = "A visit costs ten euros.";
  const questions = JSON.stringify({ questions: [{ question: "What does a visit cost?", passage: text }] });
  const call = { index: 0, id: "c1", type: "function", function: { name: "questions", arguments: questions } };
  const answer = stream([{ tool_calls: [call] }], { finish: "tool_calls" });
  platform.receiver.answer = (_request, response) => void answer(response);
  const llm = { provider: "openai", model: "m", base_url: `${platform.receiver.url}/v1`, api_key: "a key" };
  await owner({ platform, tenant }).call(setModelsOperation, { body: { llm } });
  await platform.test.everything
    .updateTable("document_parts")
    .set({ content: { headings: [], columns: null, blocks: [{ kind: "paragraph", text, page: null, row: null }] } })
    .where("organization_id", "=", tenant.organizationId)
    .execute();
};

/** Prepares what an operation needs to change something, by its id. */
const makeMcpTool = async ({ platform, tenant }: Place, url: string): Promise<void> => {
  const config = {
    transport: "streamable_http" as const,
    url,
    credential_uuid: null,
    account_id: null,
    tools_filter: [],
    timeout_secs: 30,
    sse_read_timeout_secs: 300,
    discovered_tools: [],
  };
  await platform.test.everything
    .updateTable("tools")
    .set({ category: "mcp", definition: { schema_version: 1, type: "mcp", config } })
    .where("organization_id", "=", tenant.organizationId)
    .execute();
};

export const changes: Changes = {
  ...campaignChanges,
  ...requestChanges,
  ...signInChanges,
  logout: ({ tenant }) => ({ token: tenant.owner.token }),
  "account.selectOrganization": ({ tenant }) => ({
    token: tenant.owner.token,
    body: { organization_id: tenant.organizationId },
  }),
  "account.changePassword": async ({ platform, tenant }) => {
    await platform.test.everything
      .updateTable("users")
      .set({ password_hash: await hashPassword("a password") })
      .where("id", "=", tenant.owner.userId)
      .execute();
    return { token: tenant.owner.token };
  },
  "keys.endOwnProgram": async ({ platform, tenant }) => {
    await platform.test.everything
      .updateTable("api_keys")
      .set({ client_name: "A program", created_by: tenant.owner.userId })
      .where("id", "=", Number(tenant.pathParameters["api_key_id"]))
      .execute();
    return { token: tenant.owner.token };
  },
  "keys.letClientIn": ({ tenant }) => ({ token: tenant.owner.token }),
  "account.endOtherSessions": ({ tenant }) => ({ token: tenant.owner.token }),
  "account.endSession": ({ tenant }) => ({ token: tenant.owner.token }),
  "tools.connectors.connect": () => ({ params: { slug: "slack" } }),
  "tools.connectors.setClient": () => ({ params: { slug: "slack" } }),
  "tools.connectors.removeClient": () => ({ params: { slug: "slack" } }),
  "marketplace.templates.hire": () => ({ params: { template_id: "order-status" } }),
  "marketplace.hires.upgrade": async ({ platform, tenant }) => {
    await platform.test.everything
      .updateTable("template_hires")
      .set({ template_version: "0.9.0" })
      .where("organization_id", "=", tenant.organizationId)
      .execute();
  },
  "people.exports.cancel": async ({ platform, tenant }) => {
    await platform.test.everything
      .updateTable("person_exports")
      .set({ state: "running" })
      .where("organization_id", "=", tenant.organizationId)
      .execute();
  },
  "rehearsals.pause": async ({ platform, tenant }) => {
    await platform.test.everything
      .updateTable("rehearsals")
      .set({ state: "running" })
      .where("organization_id", "=", tenant.organizationId)
      .execute();
  },
  "scenarios.createFromRun": openSession,
  "scenarios.createFromDocument": askAboutDocument,
  "keys.update": () => ({ body: { expires_at: "2090-01-01T00:00:00Z" } }),
  "keys.reactivate": async ({ platform, tenant }) => {
    await platform.test.everything
      .updateTable("api_keys")
      .set({ archived_at: new Date() })
      .where("id", "=", Number(tenant.pathParameters["api_key_id"]))
      .execute();
  },

  "organizations.preferences.update": () => ({ body: { max_attempts_per_number_per_day: 4 } }),
  "telephony.sandboxSimulator.set": () => ({ body: { manners: { latency_ms: 10 } } }),
  "telephony.configs.update": () => ({ body: { name: "Another name" } }),
  "telephony.configs.delete": async ({ platform, tenant }) => ({
    params: { config_id: await createTwilioConfiguration(platform.test, tenant) },
  }),
  "telephony.configs.setDefaultOutbound": async ({ platform, tenant }) => ({
    params: { config_id: await createTwilioConfiguration(platform.test, tenant) },
  }),
  "telephony.configs.reactivate": async ({ platform, tenant }) => {
    await platform.test.everything
      .updateTable("telephony_configurations")
      .set({ inactive_since: new Date(), inactive_reason: "Its credentials were refused" })
      .where("organization_id", "=", tenant.organizationId)
      .execute();
  },
  "telephony.phoneNumbers.create": () => ({ body: { address: ANOTHER_NUMBER } }),

  "numbers.provision": async (place) => {
    const { body } = await owner(place).call(searchNumbersOperation, { body: { country: "US", limit: 1 } });
    return { body: { phone_number: body.numbers[0]?.phone_number } };
  },
  "numbers.release": async ({ platform, tenant }) => {
    await platform.test.everything
      .updateTable("phone_numbers")
      .set({ managed: true, rented_at: new Date() })
      .where("organization_id", "=", tenant.organizationId)
      .execute();
  },
  "numbers.verified.start": call,
  "numbers.verified.confirm": async ({ platform, tenant }) => {
    const runUuid = crypto.randomUUID();
    await platform.test.everything
      .insertInto("number_verifications")
      .values({
        organization_id: tenant.organizationId,
        telephony_configuration_id: tenant.simulatorAccountId,
        phone_number: ANOTHER_NUMBER,
        method: "call",
        state: "pending",
        run_uuid: runUuid,
        ...sealCode(CODE, { runUuid, secrets: testSecrets }),
        expires_at: new Date(Date.now() + 600_000),
        actor: `user:${tenant.owner.userId}`,
      })
      .execute();
    return { body: { phone_number: ANOTHER_NUMBER, code: CODE } };
  },

  "agents.update": () => ({ body: { name: "Another name" } }),
  "agents.publish": async (place) => {
    const params = { workflow_id: Number(place.tenant.pathParameters["workflow_id"]) };
    await owner(place).call(createDraftOperation, { params });
  },

  "contacts.import": uploadContacts,
  "contacts.importIntoNewList": async (place) => ({
    body: { ...(await uploadContacts(place)).body, name: "Another list" },
  }),
  "contacts.doNotCall.add": () => ({ body: { phone_numbers: [ANOTHER_NUMBER] } }),
  "contacts.doNotCall.upload": uploadContacts,
  "contacts.nationalLists.create": async (scene) => ({
    body: { ...(await uploadContacts(scene)).body, source: "FTC 212", as_of: "2026-10-01" },
  }),
  "contacts.lists.delete": async ({ platform, tenant }) => {
    await platform.test.everything
      .updateTable("campaigns")
      .set({ state: "canceled" })
      .where("organization_id", "=", tenant.organizationId)
      .execute();
  },

  "calls.startTestByWorkflow": call,
  "calls.startTest": call,
  "calls.startByWorkflow": call,
  "calls.start": call,
  "calls.initiate": call,
  "calls.delete": endRun,
  "supervision.begin": superviseRun({ isTakenOver: false }),
  "supervision.whisper": superviseRun({ isTakenOver: false }),
  "supervision.takeOver": superviseRun({ isTakenOver: false }),
  "supervision.say": superviseRun({ isTakenOver: true }),
  "supervision.leave": superviseRun({ isTakenOver: false }),
  "textSessions.message": openSession,
  "textSessions.messageStream": openSession,
  "textSessions.end": openSession,

  "tools.unarchive": async ({ platform, tenant }) => {
    await platform.test.everything
      .updateTable("tools")
      .set({ status: "archived" })
      .where("organization_id", "=", tenant.organizationId)
      .execute();
  },
  "tools.refreshMcp": (place) => makeMcpTool(place, place.platform.mcpUrl),
  "tools.mcp.connect": (place) => makeMcpTool(place, `${place.platform.mcpUrl}/guarded`),
  "webhooks.test": switchWebhookOn,
  "webhooks.resend": switchWebhookOn,

  "knowledge.process": async ({ platform, tenant }) => {
    const documentUuid = crypto.randomUUID();
    const key = buildDocumentKey({ organizationId: tenant.organizationId, documentUuid, filename: "hours.txt" });
    await platform.api.dependencies.objectStore.put(key, Buffer.from("Open from nine to five."), "text/plain");
    return { body: { document_uuid: documentUuid, object_store_key: key } };
  },
  "recordings.create": async (place) => {
    const wav = silentWav();
    const files = [{ filename: "hello.wav", mime_type: "audio/wav", file_size: wav.length }];
    const { body } = await owner(place).call(createRecordingUploadUrlsOperation, { body: { files } });
    const recordings = body.items.map(({ recording_id, storage_key }) => ({
      recording_id,
      storage_key,
      transcript: "Hello",
    }));
    for (const { storage_key } of recordings)
      await place.platform.api.dependencies.objectStore.put(storage_key, wav, "audio/wav");
    return { body: { recordings } };
  },
};
