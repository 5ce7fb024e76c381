import { beforeAll, describe, expect, it } from "@jest/globals";
import { getAgentOperation } from "../../../api/agents/agents.operations.ts";
import {
  createChannelOperation,
  deleteChannelOperation,
  listChannelsOperation,
  readTimelineOperation,
  renameChannelOperation,
} from "../../../api/channels/channels.operations.ts";
import { createAgent } from "../../factories/agents.ts";
import { createChannel } from "../../factories/channels.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

let stranger: ApiClient;

const { test, api, admin } = await useTenantApi();
beforeAll(async () => {
  stranger = api.client({ token: (await createTenant(test, "Another")).admin.token });
});

const params = (channel: { id: number }) => ({ params: { folder_id: channel.id } });
const names = async (client: ApiClient) =>
  (await client.call(listChannelsOperation)).body.map((channel) => channel.name);

describe("a channel", () => {
  it("is created, listed by name, and renamed", async () => {
    const channel = await createChannel(admin, "  Sales  ");
    expect(channel).toEqual({ id: channel.id, name: "Sales", created_at: expect.stringMatching(/Z$/) });
    await createChannel(admin, "Care");
    expect(await names(admin)).toEqual(["Care", "Sales"]);
    const { body } = await admin.call(renameChannelOperation, { ...params(channel), body: { name: "Advice" } });
    expect(body).toEqual({ ...channel, name: "Advice" });
    expect(await names(admin)).toEqual(["Advice", "Care"]);
    expect(await names(stranger)).toEqual([]);
  });

  it("has a name that no other of the organization has", async () => {
    const taken = await createChannel(admin, "Taken");
    const other = await createChannel(admin, "Other");
    const refusal = { status: 409, code: "channel_name_taken" };
    expect(await admin.refused(createChannelOperation, { body: { name: " Taken" } })).toMatchObject(refusal);
    expect(await admin.refused(renameChannelOperation, { ...params(other), body: { name: "Taken" } })).toMatchObject(
      refusal,
    );
    const { body } = await admin.call(renameChannelOperation, { ...params(taken), body: { name: "Taken" } });
    expect(body).toEqual(taken);
    expect((await createChannel(stranger, "Taken")).name).toBe("Taken");
  });

  it.each([[""], ["   "], ["x".repeat(101)], [7], [undefined]])("is not called %p", async (name) => {
    expect((await admin.refused(createChannelOperation, { body: { name } })).status).toBe(422);
  });

  it("lets its agents go when it is deleted", async () => {
    const channel = await createChannel(admin, "Closing");
    const agent = await createAgent(admin, { folder_id: channel.id });
    expect(agent.folder_id).toBe(channel.id);
    expect((await admin.call(deleteChannelOperation, params(channel))).body).toEqual({
      success: true,
      documents_moved_to_library: 0,
      message: "The channel was deleted",
    });
    const { body } = await admin.call(getAgentOperation, { params: { workflow_id: agent.id } });
    expect(body.folder_id).toBeNull();
    expect((await admin.refused(deleteChannelOperation, params(channel))).status).toBe(404);
  });

  it("leaves its story in the timeline", async () => {
    const channel = await createChannel(admin, "Story");
    await admin.call(renameChannelOperation, { ...params(channel), body: { name: "History" } });
    const read = async () =>
      (await admin.call(readTimelineOperation, { query: { folder_id: channel.id } })).body.events;
    expect((await read()).map((event) => event.summary)).toEqual([
      "Channel Story was renamed to History",
      "Channel Story was created",
    ]);
    await admin.call(deleteChannelOperation, params(channel));
    const { body } = await admin.call(readTimelineOperation, { query: { limit: "1" } });
    expect(body.events[0]).toMatchObject({
      summary: "Channel History was deleted",
      folder_id: channel.id,
      kind: "system",
    });
  });

  it("a channel of another organization does not exist", async () => {
    const channel = await createChannel(admin);
    expect(
      (await stranger.refused(renameChannelOperation, { ...params(channel), body: { name: "Mine" } })).status,
    ).toBe(404);
    expect((await stranger.refused(deleteChannelOperation, params(channel))).status).toBe(404);
    expect(await names(admin)).toContain(channel.name);
  });

  it("answers with and without the slash, and in the singular", async () => {
    const statuses = await Promise.all(
      ["/folders", "/folders/", "/folder", "/folder/"].map(
        async (path) => (await admin.fetch(`/api/v1${path}`)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 200]);
  });
});
