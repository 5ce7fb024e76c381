import { beforeAll, describe, expect, it } from "@jest/globals";
import { operations } from "../../api/areas.ts";
import { fillTables, type TenantRows } from "../factories/tenant-rows.ts";
import { walkedBody, walkedParams, walkedQuery } from "../factories/walked-requests.ts";
import { idFieldsOf, isEventStream, pathOf } from "../harness/operation-walk.ts";
import { useTestApi } from "../harness/tenant-api.ts";

/**
 * Walks every field of bodies and queries that is named as an id: with the id of another organization it is refused, or a list
 * has nothing of it. A field that is new needs a row here: of what it is an id, or why of nothing.
 */
const ROWS: Record<string, (of: Ids) => unknown> = {
  workflow_id: (of) => of.workflow_id,
  inbound_workflow_id: (of) => of.workflow_id,
  text_workflow_id: (of) => of.workflow_id,
  workflow_ids: (of) => [of.workflow_id],
  campaign_id: (of) => of.campaign_id,
  campaign_ids: (of) => [of.campaign_id],
  contact_list_id: (of) => of.contact_list_id,
  recurs_campaign_id: (of) => of.campaign_id,
  segment_id: (of) => of.segment_id,
  folder_id: (of) => of.folder_id,
  webhook_id: (of) => of.webhook_id,
  telephony_configuration_id: (of) => of.config_id,
  from_phone_number_id: (of) => of.phone_number_id,
  workflow_run_id: (of) => of.run_id,
  run_ids: (of) => [of.run_id],
  event_id: (of) => of.event_id,
  thread_id: (of) => of.thread_uuid,
  definition_id: (of) => of.definition_id,
  user_ids: (of) => [of.user_id],
  user_id: (of) => of.user_id,
  channel_id: (of) => of.folder_id,
  organization_id: (of) => of.organization_id,
  scenario_ids: (of) => [of.scenario_id],
  document_uuids: (of) => [of.document_uuid],
  credential_uuid: (of) => of.credential_uuid,
  account_id: (of) => of.account_id,
  object_store_key: (of) => of.object_key,
  s3_key: (of) => of.object_key,
  storage_key: (of) => of.object_key,
  source_id: (of) => of.object_key,
};

/** Names that end as ids do and name no row. */
const OF_NO_ROW: Record<string, string> = {
  before_id: "a cursor in the asker's own list",
  voice_id: "a carrier's or a provider's voice",
  tts_voice_id: "a provider's voice",
  client_id: "given by the other side",
  cursor_turn_id: "a place in the session of the path",
  is_default_caller_id: "a flag",
  max_concurrent_per_caller_id: "a number",
  api_key: "a secret of a provider",
  file_folder_id: "a number of the organization's own",
  document_uuid: "chosen by the caller at processing time",
  recording_id: "a name that the caller gives",
};

/** What goes beside a field, or in place of others, so that the field itself decides. */
const openai = { provider: "openai", model: "a-model", base_url: "https://models.example.com/v1" };
const models = { workflow_configurations: { models: { llm: openai, tts: openai, stt: openai } } };
const request = { type: "http_api", config: { method: "GET", url: "https://example.com/orders" } };
const transfer = {
  type: "transfer_call",
  config: { destination_source: "dynamic", resolver: { url: "https://example.com/desk" } },
};
const action = { type: "connector", config: { slug: "slack", action: "post_message" } };
const journeyOf = (step: object) => ({ steps: [{ id: "a", on: ["busy"], ...step }] });
const CALL = journeyOf({ do: "call" });
const WEBHOOK = journeyOf({ do: "webhook" });
const INBOX = journeyOf({ do: "inbox", text: "Call them" });
const BESIDE: Record<string, object> = {
  "campaigns.journey.put workflow_id": CALL,
  "campaigns.journey.put webhook_id": WEBHOOK,
  "campaigns.journey.preview workflow_id": CALL,
  "campaigns.journey.preview webhook_id": WEBHOOK,
  "campaigns.journey.preview folder_id": INBOX,
  "agents.create credential_uuid": models,
  "agents.update credential_uuid": models,
  "tools.create credential_uuid": { category: "http_api", definition: request },
  "tools.create resolver.credential_uuid": { category: "transfer_call", definition: transfer },
  "tools.create account_id": { category: "connector", definition: action },
  "calls.removals.preview run_ids": { where: undefined },
  "calls.removals.create run_ids": { where: undefined },
  "campaigns.create [].workflow_id": { journey: CALL },
  "campaigns.create [].webhook_id": { journey: WEBHOOK },
  "campaigns.create [].folder_id": { journey: INBOX },
  "campaigns.create source_id": { source_type: "csv", contact_list_id: undefined },
  "channels.members.set user_id": { callees: [{ phone_number: null, takes_calls: false }] },
  "tools.create channel_id": {
    category: "transfer_call",
    definition: { type: "transfer_call", config: { destination_source: "channel", mode: "warm" } },
  },
  "tools.create workflow_id": {
    category: "transfer_call",
    definition: { type: "transfer_call", config: { destination_source: "agent", mode: "warm" } },
  },
  "channels.post folder_id": { workflow_id: undefined },
  "channels.post thread_id": { workflow_id: undefined },
  "knowledge.process s3_key": { object_store_key: undefined },
  "knowledge.process folder_id": { scope: "channel" },
  "knowledge.process workflow_id": { scope: "agent" },
  "knowledge.update folder_id": { scope: "channel" },
  "knowledge.update workflow_id": { scope: "agent" },
};

/** Answered elsewhere: a file in a form, and a document whose version fails with a sentence (`documents/same-content.test.ts`). */
const ELSEWHERE = [
  "contacts.doNotCall.upload",
  "knowledge.process object_store_key",
  "knowledge.process s3_key",
  // Only a WAV file of somebody else's could be taken: `agents/agent-voice.test.ts`.
  "agents.create tool_music_recording_id",
  "agents.update tool_music_recording_id",
  // The intake of these tests is an address, and takes no calls: `contacts/intakes-of-calls.test.ts`.
  "contacts.intakes.update workflow_ids",
  "contacts.intakes.update campaign_ids",
  // The tool of these tests is a calculator, and no tool becomes another kind: `tools/tools.test.ts`.
  "tools.update",
  // A campaign whose carrier account is gone: `campaigns/campaign-drafts.test.ts`.
  "campaigns.clone",
  // What a person has, whatever the organization: `auth/second-factor.test.ts` takes somebody else's.
  "account.confirmPasskey challenge_id",
  "account.removeSecondFactor passkey_id",
  // Who has no session yet names the organization to sign in to: `auth/provider.test.ts`.
  "account.startProvider organization_id",
];

type Ids = Record<string, unknown>;
let ours: TenantRows;
let theirs: TenantRows;
let ids: { ours: Ids; theirs: Ids };

const { test, api } = await useTestApi({ holdsOneConnection: true });
beforeAll(async () => {
  ours = await fillTables(test, "ours");
  theirs = await fillTables(test, "theirs");
  ids = { ours: await listIds(ours), theirs: await listIds(theirs) };
});

const listIds = async ({ organizationId, pathParameters }: TenantRows): Promise<Ids> => {
  const db = test.everything;
  const thread = db.selectFrom("threads").select("uuid").where("organization_id", "=", organizationId);
  const version = db.selectFrom("agent_versions").select("id").where("organization_id", "=", organizationId);
  return {
    ...pathParameters,
    organization_id: organizationId,
    thread_uuid: (await thread.executeTakeFirstOrThrow()).uuid,
    definition_id: (await version.executeTakeFirstOrThrow()).id,
    object_key: `org-${organizationId}/contact-files/people.csv`,
  };
};

const fields = operations.flatMap((operation) =>
  idFieldsOf(operation)
    .filter(({ name }) => !(name in OF_NO_ROW))
    .filter(({ name }) => !ELSEWHERE.some((each) => `${operation.id} ${name}`.startsWith(each)))
    .map((field) => ({ title: `${operation.id} ${field.part}.${field.path.join(".")}`, operation, field })),
);

type Whose = keyof typeof ids;

/** Sends an operation of ours with one field of somebody's; returns the status and the answer. */
const send = async ({ operation, field }: (typeof fields)[number], whose: Whose) => {
  const value = ROWS[field.name]?.(ids[whose]);
  const query = { ...walkedQuery(operation), ...(field.part === "query" && { [field.name]: String(value) }) };
  const own = { ...Object(walkedBody(operation, ours)), ...besideOf(operation.id, field.path) };
  const path = pathOf(
    operation,
    walkedParams(operation, () => ours),
  );
  const answer = await api
    .client({ token: ours.owner.token })
    .fetch(`${path}?${new URLSearchParams(query).toString()}`, {
      method: operation.method.toUpperCase(),
      ...(field.part === "body" && {
        body: JSON.stringify(withField(own, field.path, value)),
        headers: { "content-type": "application/json" },
      }),
    });
  if (answer.ok && isEventStream(operation)) {
    await answer.body?.cancel();
    return { status: answer.status, text: "" };
  }
  return { status: answer.status, text: await answer.text() };
};

const besideOf = (id: string, path: readonly string[]): object | undefined =>
  BESIDE[`${id} ${path.slice(-2).join(".")}`] ?? BESIDE[`${id} ${path.at(-1)}`];

/** Sets a field within a body, with the objects and lists around it. */
const withField = (body: unknown, [name = "", ...rest]: readonly string[], value: unknown): unknown => {
  if (name === "[]") return [withField(Array.isArray(body) ? body[0] : {}, rest, value)];
  const around = Object(body);
  return { ...around, [name]: rest.length === 0 ? value : withField(around[name], rest, value) };
};

/** Tells whether an answer has a list and no row in any. */
const isEmptyList = (text: string): boolean => {
  const answer: unknown = JSON.parse(text);
  const lists = (Array.isArray(answer) ? [answer] : Object.values(Object(answer))).filter(Array.isArray);
  return lists.length > 0 && lists.every(({ length }) => length === 0);
};

const REFUSED = [400, 404, 422];

describe("a field that names a row", () => {
  it("is known by its name", () => {
    expect(fields.length).toBeGreaterThan(80);
    expect(fields.filter(({ field }) => !(field.name in ROWS)).map(({ title }) => title)).toEqual([]);
  });

  it.each(fields)("is refused, or finds nothing, with the id of another organization: $title", async (walked) => {
    const { status, text } = await send(walked, "theirs");
    const isRefused = REFUSED.includes(status);
    expect([status, text, isRefused || (status === 200 && isEmptyList(text))]).toEqual([status, text, true]);
    // A 404 says of what; without this a body that is refused for another reason would pass.
    if (isRefused && status !== 404) expect(await send(walked, "ours")).not.toEqual({ status, text });
  });
});
