import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createRunOperation, initiateCallOperation } from "../../../api/calls/calls.operations.ts";
import { recordConsentOperation } from "../../../api/contacts/consents.operations.ts";
import {
  createUploadUrlOperation,
  getContactImportOperation,
  importContactsOperation,
} from "../../../api/contacts/contacts.operations.ts";
import { addDoNotCallOperation, removeDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import { getDocumentOperation, processDocumentOperation } from "../../../api/documents/documents.operations.ts";
import { sealOriginal } from "../../../infra/postgres/privacy/kept-originals.repository.ts";
import { callRunContract } from "../../../workflows/call-run/call-run.contract.ts";
import { createCampaign, createContactListRows, fillCampaign } from "../../factories/campaigns.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import type { CallingPlatform } from "../calls/calling-platform.ts";
import { type RunRow, type TalkingOrganization, untilOver } from "../conversations/talking-organization.ts";
import { uploadFile } from "../documents/upload-file.ts";

export const PERSON = {
  number: "+14155550177",
  name: "Wilhelmina Oberkofler",
  email: "wilhelmina.oberkofler@example.net",
};
export const NEIGHBOUR = { number: "+14155550178", name: "Ada Neighbour", email: "ada.neighbour@example.net" };

/** Spellings of the person's number, and what else names the person. */
export const TRACES = [
  /4\D{0,3}1\D{0,3}5\D{0,4}5\D{0,3}5\D{0,3}5\D{0,4}0\D{0,3}1\D{0,3}7\D{0,3}7/,
  /oberkofler/i,
  /wilhelmina/i,
];

type Known = typeof PERSON;

export interface KnownPeople {
  campaignId: number;
  runs: RunRow[];
  documents: { of: string; about: string };
  listIds: number[];
  importId: number;
}

/** Leaves something of a person, and of a neighbour, in every kind of place. */
export const makeKnown = async (platform: CallingPlatform, organization: TalkingOrganization): Promise<KnownPeople> => {
  const runs = [await callAbout(platform, organization, PERSON), await callAbout(platform, organization, NEIGHBOUR)];
  const listIds = await listEverywhere(platform, organization);
  const campaignId = await waitInCampaign(platform, organization, listIds[0] ?? 0);
  await writeRows(platform, organization, runs);
  const importId = await importFault(platform, organization, listIds[1] ?? 0);
  const documents = {
    of: await addDocument(platform, organization, `${PERSON.name} asked to be called back at (415) 555-0177.`),
    about: await addDocument(platform, organization, `${NEIGHBOUR.name} asked for the price list.`),
  };
  await leavePermissions(platform, organization);
  return { campaignId, runs, documents, listIds, importId };
};

const callAbout = async (
  platform: CallingPlatform,
  organization: TalkingOrganization,
  { number, name, email }: Known,
): Promise<RunRow> => {
  await platform.simulator.writeScript(
    {
      speed: 60,
      defaults: {
        outcomes: ["answered"],
        ring_seconds: 1,
        talk: [{ says: `I am ${name}, and my address is ${email}` }, { says: "Monday, and that is finished" }],
      },
    },
    `?account=${organization.account}`,
  );
  const owner = platform.api.client({ token: organization.owner.token });
  const { body: created } = await owner.call(
    createRunOperation,
    {
      params: { workflow_id: organization.agentId },
      // The name of a call is told to Temporal, too.
      body: {
        mode: "simulator",
        name: `A call to ${name}`,
        initial_context: { name, email, company: "Example" },
      },
    },
    { idempotencyKey: randomUUID() },
  );
  await owner.call(initiateCallOperation, {
    body: { workflow_id: organization.agentId, workflow_run_id: created.id, phone_number: number },
  });
  const run = await untilOver(platform, created.id);
  const workflowId = callRunContract.workflowId({ organizationId: run.organization_id, runUuid: run.uuid });
  await platform.api.dependencies.temporal.workflow.getHandle(workflowId).result();
  return run;
};

const listEverywhere = async (platform: CallingPlatform, organization: TalkingOrganization): Promise<number[]> => {
  const contacts = [PERSON, NEIGHBOUR].map(({ number, name, email }) => ({
    phone_number: number,
    name,
    // Whoever looks after them both: an address of neither.
    attributes: { email, note: `${name} likes tea`, account_manager: "desk@example.org" },
  }));
  const listIds: number[] = [];
  for (let list = 0; list < 3; list += 1)
    listIds.push(await createContactListRows(platform.test, organization, contacts));
  return listIds;
};

const waitInCampaign = async (
  { api, test }: CallingPlatform,
  organization: TalkingOrganization,
  contact_list_id: number,
): Promise<number> => {
  const operator = api.client({ token: organization.operator.token });
  const { id } = await createCampaign(operator, { workflow_id: organization.agentId, contact_list_id });
  const contacts = [PERSON, NEIGHBOUR].map(({ number, name, email }) => ({
    phone_number: number,
    name,
    attributes: { email },
    state: "pending" as const,
  }));
  const { organizationId, agentId, versionId } = organization;
  await fillCampaign(test, { id, organizationId, agentId, versionId }, { contacts });
  return id;
};

/** A thread, a tool's call and what a webhook was told. */
const writeRows = async (
  { test }: CallingPlatform,
  { organizationId: organization_id, agentId: agent_id }: TalkingOrganization,
  runs: readonly RunRow[],
): Promise<void> => {
  const db = test.everything;
  const endpoint = await db
    .insertInto("webhook_endpoints")
    .values({ organization_id, url: "https://hooks.example.net/", secret_sealed: testSecrets.seal("s", "x") })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [at, person] of [PERSON, NEIGHBOUR].entries()) {
    const run = runs[at];
    const text = `${person.name} called from ${person.number.replace("+1415555", "1-415-555-")}`;
    const payload = { text, address: person.email, numbers: [Number(person.number.slice(1))] };
    const thread = { organization_id, kind: "message" as const, actor: "user:1", agent_id, thread_id: randomUUID() };
    const event = await db
      .insertInto("timeline_events")
      .values([
        { ...thread, summary: text, payload },
        { ...thread, kind: "outcome" as const, run_id: null, summary: text },
      ])
      .returning("id")
      .execute();
    const replied = { organization_id, agent_id, run_id: run?.id ?? 0, event_id: event[0]?.id ?? 0, text };
    const { id: thread_id } = await db
      .insertInto("threads")
      .values({ organization_id, kind: "agent", agent_id })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("thread_replies")
      .values({ ...replied, thread_id, state: "done" })
      .execute();
    const original = { kind: "words" as const, value: `${PERSON.name} of ${PERSON.number} was named here` };
    const keeper = { organizationId: organization_id, runId: run?.id ?? 0 };
    await db
      .insertInto("kept_originals")
      .values({
        organization_id,
        run_id: keeper.runId,
        kind: "words",
        name: "1",
        original_sealed: sealOriginal(testSecrets, keeper, original),
      })
      .execute();
    const uuid = randomUUID();
    const arguments_sealed = testSecrets.seal(JSON.stringify(person), `tool-call:${uuid}`);
    const call = { organization_id, uuid, run_id: run?.id ?? 0, turn: 1, tool_uuid: randomUUID(), name: "book" };
    await db
      .insertInto("tool_calls")
      .values({ ...call, request_id: "1", arguments_sealed })
      .execute();
    const about = await db
      .selectFrom("timeline_events")
      .select("id")
      .where("run_id", "=", run?.id ?? 0)
      .where("kind", "=", "outcome")
      .executeTakeFirstOrThrow();
    const delivery = await db
      .insertInto("webhook_deliveries")
      .values({
        organization_id,
        endpoint_id: endpoint.id,
        event_type: "outcome",
        timeline_event_id: about.id,
        state: "delivered",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("webhook_exchanges")
      .values({
        organization_id,
        delivery_id: delivery.id,
        event_at: new Date(),
        sent_at: new Date(),
        url: "https://hooks.example.net/",
        request_headers: {},
        request_body: JSON.stringify(payload),
        took_ms: 1,
      })
      .execute();
  }
  // Nothing is delivered anywhere in this test.
  await db.updateTable("webhook_endpoints").set({ is_active: false }).execute();
};

const importFault = async (
  { api }: CallingPlatform,
  organization: TalkingOrganization,
  contact_list_id: number,
): Promise<number> => {
  const operator = api.client({ token: organization.operator.token });
  const content = `phone_number,name\n+1 415 555 0177 ext. 9,${PERSON.name}\n+1 415 555 0178 ext. 9,${NEIGHBOUR.name}\n`;
  const { body: signed } = await operator.call(createUploadUrlOperation, {
    body: { file_name: "people.csv", file_size: Buffer.byteLength(content), content_type: "text/csv" },
  });
  await fetch(signed.upload_url, { method: "PUT", body: content, headers: signed.headers });
  const started = await operator.call(importContactsOperation, {
    params: { contact_list_id },
    body: { object_store_key: signed.object_store_key },
  });
  const params = { contact_list_id, import_id: started.body.import_id };
  await waitUntil("the import is over", async () => {
    const { body } = await operator.call(getContactImportOperation, { params });
    return body.status === "completed";
  });
  return params.import_id;
};

const addDocument = async (
  { api }: CallingPlatform,
  organization: TalkingOrganization,
  content: string,
): Promise<string> => {
  const operator = api.client({ token: organization.operator.token });
  const { document_uuid, ...signed } = await uploadFile(operator, { name: "note.txt", content });
  await operator.call(processDocumentOperation, { body: { document_uuid, s3_key: signed.s3_key } });
  await waitUntil("the document is ready", async () => {
    const { body } = await operator.call(getDocumentOperation, { params: { document_uuid } });
    return body.processing_status === "completed";
  });
  return document_uuid;
};

/** An entry of the do-not-call list, one that was removed again, and a consent whose answer is kept for its key. */
const leavePermissions = async ({ api }: CallingPlatform, organization: TalkingOrganization): Promise<void> => {
  const operator = api.client({ token: organization.operator.token });
  for (const { number, name } of [PERSON, NEIGHBOUR]) {
    const listed = { phone_numbers: [number], reason: `${name} asked for it` };
    await operator.call(addDoNotCallOperation, { body: listed });
    await operator.call(removeDoNotCallOperation, { params: { phone_number: number } });
    await operator.call(addDoNotCallOperation, { body: listed });
    await operator.call(
      recordConsentOperation,
      { body: { phone_number: number, status: "granted", source: "a form", wording: `Yes, said ${name}` } },
      { idempotencyKey: randomUUID() },
    );
  }
};

/** Reads every row of every table as text, with the table's name. */
export const dumpRows = async ({ test }: CallingPlatform): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(test.everything);
  const dumped: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`select to_jsonb(t)::text as line from ${sql.table(name)} t`.execute(
      test.everything,
    );
    dumped.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  return dumped;
};
