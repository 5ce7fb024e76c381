import { beforeEach, describe, expect, it } from "@jest/globals";
import { getAgentOperation } from "../../../api/agents/agents.operations.ts";
import {
  getChannelMembersOperation,
  setChannelMembersOperation,
} from "../../../api/channels/channel-members.operations.ts";
import { decideOperation } from "../../../api/requests/requests.operations.ts";
import { removeMemberOperation } from "../../../api/team/members.operations.ts";
import { teamHomeOperation, teamStatusOperation } from "../../../api/team/team.operations.ts";
import { createAgent } from "../../factories/agents.ts";
import { createChannel } from "../../factories/channels.ts";
import { askPeople } from "../../factories/requests.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

let tenant: Tenant;
let admin: ApiClient;
let operator: ApiClient;
let count = 0;

const { test, api } = await useTestApi();
beforeEach(async () => {
  tenant = await createTenant(test);
  admin = api.client({ token: tenant.admin.token });
  operator = api.client({ token: tenant.operator.token });
});

const newChannel = () => createChannel(admin, `Channel ${(count += 1)}`);
const set = async (folder_id: number, body: { user_ids?: number[]; workflow_ids?: number[] }) =>
  (await admin.call(setChannelMembersOperation, { params: { folder_id }, body })).body;
const attention = async (client: ApiClient) =>
  (await client.call(teamHomeOperation, { query: {} })).body.needs_attention.map(
    ({ timeline_event_id, is_mine }) => [timeline_event_id, is_mine] as const,
  );

describe("a channel", () => {
  it("has the people and agents that it was given, each replaced when it is named", async () => {
    const { id } = await newChannel();
    const [first, second] = [await createAgent(admin), await createAgent(admin)];
    const { admin: boss, viewer } = tenant;
    const given = await set(id, { user_ids: [viewer.userId, boss.userId, viewer.userId], workflow_ids: [first.id] });
    expect([...given.user_ids].sort()).toEqual([boss.userId, viewer.userId].sort());
    expect(given).toMatchObject({ workflow_ids: [first.id], agents: [{ workflow_id: first.id, name: first.name }] });
    expect(given.members.find(({ user_id }) => user_id === viewer.userId)).toMatchObject({
      email: viewer.email,
      role: "viewer",
    });
    expect(await set(id, { workflow_ids: [second.id] })).toMatchObject({ user_ids: given.user_ids });
    const agents = await Promise.all(
      [first, second].map(({ id: workflow_id }) => admin.call(getAgentOperation, { params: { workflow_id } })),
    );
    expect(agents.map(({ body }) => body.folder_id)).toEqual([null, id]);
    expect(await set(id, { user_ids: [], workflow_ids: [] })).toMatchObject({ user_ids: [], workflow_ids: [] });
  });

  it("takes nobody from elsewhere, and then nothing of the request", async () => {
    const { id } = await newChannel();
    const stranger = await createTenant(test, "Another");
    const theirs = await createAgent(api.client({ token: stranger.admin.token }));
    const refused = (body: object) => admin.refused(setChannelMembersOperation, { params: { folder_id: id }, body });
    expect(await refused({ user_ids: [tenant.viewer.userId, stranger.viewer.userId] })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "user_ids", 1] }],
    });
    expect(await refused({ user_ids: [tenant.viewer.userId], workflow_ids: [theirs.id] })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "workflow_ids", 0] }],
    });
    const { body } = await admin.call(getChannelMembersOperation, { params: { folder_id: id } });
    expect(body).toMatchObject({ user_ids: [], workflow_ids: [] });
  });

  it("loses the person who leaves the organization", async () => {
    const { id } = await newChannel();
    await set(id, { user_ids: [tenant.operator.userId, tenant.viewer.userId] });
    await admin.call(removeMemberOperation, { params: { user_id: tenant.operator.userId } });
    const { body } = await admin.call(getChannelMembersOperation, { params: { folder_id: id } });
    expect(body.user_ids).toEqual([tenant.viewer.userId]);
  });
});

describe("an open request", () => {
  it("comes first for the members of its channel, and is there for everybody until it is over", async () => {
    const [ours, others] = [await newChannel(), await newChannel()];
    await set(ours.id, { user_ids: [tenant.operator.userId] });
    const mine = await askPeople(test, tenant, { channelId: ours.id });
    const newer = await askPeople(test, tenant, { channelId: others.id });
    const nowhere = await askPeople(test, tenant, {});
    expect(await attention(operator)).toEqual([
      [mine.event_id, true],
      [nowhere.event_id, false],
      [newer.event_id, false],
    ]);
    expect(await attention(admin)).toEqual([
      [nowhere.event_id, false],
      [newer.event_id, false],
      [mine.event_id, false],
    ]);
    await operator.call(decideOperation, { body: { event_id: mine.event_id, text: "Yes" } });
    await test.everything
      .updateTable("requests")
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where("id", "=", newer.id)
      .execute();
    expect(await attention(operator)).toEqual([[nowhere.event_id, false]]);
  });

  it("makes its agent wait for people", async () => {
    const agent = await createAgent(admin);
    const { event_id, created_at } = await askPeople(test, tenant, { agentId: agent.id });
    const status = async () => (await admin.call(teamStatusOperation)).body.agents;
    expect(await status()).toEqual([
      expect.objectContaining({ state: "waiting_for_you", since: created_at.toISOString(), workflow_run_ids: [] }),
    ]);
    await operator.call(decideOperation, { body: { event_id, text: "Yes" } });
    expect(await status()).toEqual([expect.objectContaining({ state: "idle" })]);
  });
});
