import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import {
  getAgentOperation,
  publishAgentOperation,
  updateAgentOperation,
} from "../../../api/agents/agents.operations.ts";
import { getCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import {
  createRehearsalOperation,
  createScenarioOperation,
  getRehearsalOperation,
} from "../../../api/rehearsals/rehearsals.operations.ts";
import { listRequestsOperation, settleEditOperation } from "../../../api/requests/requests.operations.ts";
import { proposeEdit } from "../../../application/request/propose-edit.ts";
import { startOnce } from "../../../infra/temporal/start-workflow.ts";
import { requestContract, requestStartOptions } from "../../../workflows/request/request.contract.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";
import { createAgent } from "../../factories/agents.ts";
import { createCampaign, createContactListRows } from "../../factories/campaigns.ts";
import { bookingScenario } from "../../factories/rehearsals.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "../campaigns/running-worker.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-publish-gate-"));
let test: TestDatabase;
let api: TestApi;
let worker: { stop(): Promise<void> };
let tenant: Tenant;
let admin: ApiClient;
let owner: ApiClient;

beforeAll(async () => {
  const namespace = await createTestNamespace();
  test = await createTestDatabase();
  api = await startTestApi(test, { environment: { TEMPORAL_NAMESPACE: namespace, DATA_DIR: folder } });
  worker = await startTestWorker(test, { api, namespace });
  tenant = await createTenant(test);
  admin = api.client({ token: tenant.admin.token });
  owner = api.client({ token: tenant.owner.token });
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const rehearse = async (workflow_id: number) => {
  const started = await admin.call(createRehearsalOperation, { params: { workflow_id }, body: {} });
  return waitUntil("the rehearsal is over", async () => {
    const params = { workflow_id, rehearsal_id: started.body.id };
    const { body } = await admin.call(getRehearsalOperation, { params });
    return body.state === "done" ? body : undefined;
  });
};

/** An agent that is published only after a rehearsal, with a draft of this greeting. */
const gatedAgent = async (greeting: string) => {
  const agent = await createAgent(admin, { workflow_definition: receptionDefinition() });
  const params = { workflow_id: agent.id };
  await admin.call(createScenarioOperation, { params, body: bookingScenario });
  await admin.call(updateAgentOperation, { params, body: { publish_needs_rehearsal: true } });
  await draft(agent.id, greeting);
  return agent.id;
};
const draft = (workflow_id: number, greeting: string) =>
  admin.call(updateAgentOperation, {
    params: { workflow_id },
    body: { definition: receptionDefinition({ start: { greeting } }) },
  });
const publish = (workflow_id: number) => ({ params: { workflow_id }, body: {} });

it("a version is published after a green rehearsal of exactly it", async () => {
  const id = await gatedAgent("Hello {{name}}, this is Juno.");
  expect(await admin.refused(publishAgentOperation, publish(id))).toMatchObject({
    status: 409,
    code: "rehearsal_needed",
    detail: { scenarios: ["Books for Friday"] },
  });
  await rehearse(id);
  await draft(id, "Hello {{name}}, this is Juno Two.");
  expect(await admin.refused(publishAgentOperation, publish(id))).toMatchObject({ code: "rehearsal_needed" });
  await rehearse(id);
  const { body } = await admin.call(publishAgentOperation, publish(id));
  expect(body).toMatchObject({ version: 2, publish_needs_rehearsal: true });
});

it("a red version is refused with the checks that failed, and an owner publishes it with a reason that is kept", async () => {
  const id = await gatedAgent("Good day.");
  const red = await rehearse(id);
  expect(await admin.refused(publishAgentOperation, publish(id))).toMatchObject({
    status: 409,
    code: "rehearsal_red",
    detail: {
      failed_checks: [
        {
          scenario_name: "Books for Friday",
          rehearsal_id: red.id,
          expected: 'The agent says "Hello Ada"',
          found: "It never said that",
        },
      ],
    },
  });
  const override = { ...publish(id), body: { override_reason: "The greeting was agreed with the practice" } };
  expect(await admin.refused(publishAgentOperation, override)).toMatchObject({ status: 403, code: "owner_needed" });
  expect((await owner.call(publishAgentOperation, override)).body.version).toBe(2);
  const { body } = await admin.call(readTimelineOperation, { query: { workflow_id: id } });
  expect(body.events.map(({ summary }) => summary)).toContainEqual(
    "Agent Reception is published in version 2 without a green rehearsal: The greeting was agreed with the practice",
  );
});

it("only an owner switches it off", async () => {
  const id = await gatedAgent("Good day.");
  const off = { params: { workflow_id: id }, body: { publish_needs_rehearsal: false } };
  expect(await admin.refused(updateAgentOperation, off)).toMatchObject({ status: 403, code: "owner_needed" });
  expect((await owner.call(updateAgentOperation, off)).body.publish_needs_rehearsal).toBe(false);
  expect((await admin.call(publishAgentOperation, publish(id))).body.version).toBe(2);
  expect((await admin.call(getAgentOperation, { params: { workflow_id: id } })).body.version).toBe(2);
});

it("a campaign says whether its version was rehearsed, and when", async () => {
  const id = await gatedAgent("Hello {{name}}, this is Juno.");
  await rehearse(id);
  await admin.call(publishAgentOperation, publish(id));
  const contact_list_id = await createContactListRows(test, tenant);
  const campaign = await createCampaign(admin, { workflow_id: id, contact_list_id });
  const read = () => admin.call(getCampaignOperation, { params: { campaign_id: campaign.id } });
  expect((await read()).body.rehearsal).toMatchObject({ version_number: 2, passed: true });
  const other = await createAgent(admin, { workflow_definition: receptionDefinition() });
  const unrehearsed = await createCampaign(admin, { workflow_id: other.id, contact_list_id });
  const params = { campaign_id: unrehearsed.id };
  expect((await admin.call(getCampaignOperation, { params })).body.rehearsal).toBeNull();
});

/** Proposes another greeting, as an agent does. */
const propose = async (workflow_id: number, greeting: string): Promise<number> => {
  const { organizationId } = tenant;
  const request = await test.database.inOrganization(organizationId, (tx) =>
    proposeEdit(
      tx,
      { organizationId, agentId: workflow_id, actor: `agent:${workflow_id}`, requestKey: `edit ${greeting}` },
      { reason: "People ask who is calling", change: () => receptionDefinition({ start: { greeting } }) },
    ),
  );
  if ("fault" in request) throw new Error(request.fault);
  await startOnce(api.dependencies.temporal, requestContract.type, requestStartOptions(request));
  return request.event_id;
};

const untilRehearsed = (event_id: number) =>
  waitUntil("the proposal is rehearsed", async () => {
    const { body } = await admin.call(listRequestsOperation, { query: { kind: "edit" } });
    return body.requests.find((each) => each.event_id === event_id && each.rehearsal?.state === "done");
  });

/** An agent that is published only after a rehearsal, without a draft. */
const gated = async () => {
  const agent = await createAgent(admin, { workflow_definition: receptionDefinition() });
  const params = { workflow_id: agent.id };
  await admin.call(createScenarioOperation, { params, body: bookingScenario });
  await admin.call(updateAgentOperation, { params, body: { publish_needs_rehearsal: true } });
  return agent.id;
};

it("a proposed change is rehearsed by itself, and published when it is green", async () => {
  const id = await gated();
  const event_id = await propose(id, "Hello {{name}}, this is Juno.");
  expect(await untilRehearsed(event_id)).toMatchObject({ rehearsal: { passed: true } });
  await admin.call(settleEditOperation, { body: { event_id, decision: "publish" } });
  expect((await admin.call(getAgentOperation, { params: { workflow_id: id } })).body.version).toBe(2);
});

it("a proposed change that is red is not published, and shows so beside what it changes", async () => {
  const event_id = await propose(await gated(), "Good day.");
  expect(await untilRehearsed(event_id)).toMatchObject({ rehearsal: { passed: false } });
  expect(await admin.refused(settleEditOperation, { body: { event_id, decision: "publish" } })).toMatchObject({
    status: 409,
    code: "rehearsal_red",
  });
});

it("a proposed change of an agent without the gate is not rehearsed unasked", async () => {
  const agent = await createAgent(admin, { workflow_definition: receptionDefinition() });
  await admin.call(createScenarioOperation, { params: { workflow_id: agent.id }, body: bookingScenario });
  const event_id = await propose(agent.id, "Hello {{name}}, this is Robin.");
  const rehearsed = await untilRehearsed(await propose(await gated(), "Hello {{name}}, this is Kim."));
  expect(rehearsed.rehearsal?.passed).toBe(true);
  const { body } = await admin.call(listRequestsOperation, { query: { kind: "edit" } });
  expect(body.requests.find((each) => each.event_id === event_id)?.rehearsal).toBeNull();
});
