import { beforeAll, expect, it } from "@jest/globals";
import { removeExpired } from "../../../activities/retention/remove-expired.ts";
import {
  previewRetentionOperation,
  updatePreferencesOperation,
} from "../../../api/organizations/organizations.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const DAY_MS = 86_400_000;
const { test, api, tenant, admin } = await useTenantApi();
const viewer = api.client({ token: tenant.viewer.token });
const { organizationId } = tenant;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Words of calls that were so many days ago. */
beforeAll(async () => {
  const agent = await createAgentRows(test, tenant);
  for (const days of [40, 35, 26, 5]) {
    const at = daysAgo(days);
    const run = await createRunRow(test, { organizationId, ...agent }, endedCall({ ended_at: at }));
    await test.everything
      .insertInto("conversations")
      .values({ organization_id: organizationId, run_id: run.id, driver: "relay", state: "ended", started_at: at })
      .execute();
  }
});

const preview = async () => {
  const { body } = await viewer.call(previewRetentionOperation, {});
  return new Map(body.kinds.map(({ kind, ...rest }) => [kind, rest]));
};

it("data that is due next is shown before it happens, kind by kind, and exactly that is removed", async () => {
  expect([...(await preview()).values()].every(({ days, due }) => days === null && due === 0)).toBe(true);
  await admin.call(updatePreferencesOperation, { body: { retention: { words: 30, runs: 300 }, retention_days: 90 } });
  const shown = await preview();
  expect(shown.get("words")).toMatchObject({ days: 30, set_by: "kind", most_days: null, due: 2, due_within_week: 3 });
  expect(Date.parse(shown.get("words")?.next_due_at ?? "")).toBeLessThanOrEqual(Date.now());
  expect(shown.get("recordings")).toMatchObject({ days: 90, set_by: "general", due: 0, next_due_at: null });
  expect(shown.get("runs")).toMatchObject({ days: 300, set_by: "kind" });
  expect(shown.get("contacts")).toMatchObject({ days: null, set_by: null });
  const { removed } = await removeExpired({ ...api.dependencies, retentionCeilings: {} }, 100);
  expect(removed).toBe(2);
  const after = await preview();
  expect(after.get("words")).toMatchObject({ due: 0, due_within_week: 1 });
  // Due when it is thirty days old, in four days.
  const inDays = (Date.parse(after.get("words")?.next_due_at ?? "") - Date.now()) / DAY_MS;
  expect(inDays).toBeGreaterThan(3.9);
  expect(inDays).toBeLessThanOrEqual(4);
});
