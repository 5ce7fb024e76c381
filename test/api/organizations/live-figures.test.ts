import { beforeAll, expect, it } from "@jest/globals";
import { getLiveFiguresOperation } from "../../../api/organizations/organizations.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

let viewer: ApiClient;

const { test, api, tenant } = await useTenantApi();
beforeAll(async () => {
  viewer = api.client({ token: tenant.viewer.token });
});

const figures = async () => (await viewer.call(getLiveFiguresOperation)).body;
/** Within the ten seconds that the pace is counted over, however long the test takes. */
const justNow = () => secondsAgo(-3600);
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

it("an organization without a call has nothing under way", async () => {
  expect(await figures()).toMatchObject({ calls_now: 0, calls_per_second: 0, accounts: [], requests_open: 0 });
});

it("tells calls under way and the pace of each account, the organization's own alone, now and as a stream", async () => {
  const account = tenant.simulatorAccountId;
  const theirs = await createTenant(test, "Another");
  for (const each of [tenant, theirs]) {
    const agent = { organizationId: each.organizationId, ...(await createAgentRows(test, each)) };
    await createRunRow(test, agent, { state: "in_progress", carrier_requested_at: secondsAgo(60) });
    await createRunRow(test, agent, { state: "in_progress", mode: "textchat" });
    await createRunRow(test, agent, endedCall({ carrier_requested_at: secondsAgo(60) }));
    if (each === theirs) continue;
    const ofAccount = { telephony_configuration_id: account };
    await createRunRow(test, agent, { state: "ringing", carrier_requested_at: justNow(), ...ofAccount });
    await createRunRow(test, agent, endedCall({ carrier_requested_at: justNow(), ...ofAccount }));
  }
  await test.everything
    .insertInto("requests")
    .values(
      [3_600_000, -1].map((expiresInMs, event_id) => ({
        organization_id: tenant.organizationId,
        request_key: `request ${event_id}`,
        kind: "question" as const,
        event_id,
        subject: { text: "What now?", choices: [] },
        expires_at: new Date(Date.now() + expiresInMs),
      })),
    )
    .execute();
  const expected = {
    calls_now: 2,
    calls_per_second: 0.2,
    accounts: [{ telephony_configuration_id: account, calls_now: 1, calls_per_second: 0.2 }],
    requests_open: 1,
  };
  expect(await figures()).toMatchObject(expected);
  const response = await viewer.fetch("/api/v1/organizations/stream");
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const [, json] = /^data: (.*)$/m.exec(decoder.decode(chunk)) ?? [];
    if (json === undefined) continue;
    expect(JSON.parse(json)).toMatchObject(expected);
    break;
  }
});
