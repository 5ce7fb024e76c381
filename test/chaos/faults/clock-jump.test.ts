import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { listAgentsOperation } from "../../../api/agents/agents.operations.ts";
import { selectOrganizationOperation } from "../../../api/auth/account.operations.ts";
import { createContactListOperation } from "../../../api/contacts/contacts.operations.ts";
import { openTestStack, type TestStack } from "../../harness/test-stack.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type FaultedOrganization, openFaultedOrganization } from "./faulted-organization.ts";

const HOUR_MS = 3_600_000;
const SESSION_MS = 7 * 24 * HOUR_MS;

let folder: string;
let stack: TestStack;
let organization: FaultedOrganization;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ringdown-clock-"));
  setClock(0);
  const preloaded = pathToFileURL(join(import.meta.dirname, "../../harness/jumping-clock.js"));
  stack = await openTestStack({
    JUMPING_CLOCK_FILE: join(folder, "offset"),
    NODE_OPTIONS: `--import ${preloaded.href}`,
  });
  organization = await openFaultedOrganization(stack.running);
});
afterAll(async () => {
  await stack?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sets the clock of every process of ours; PostgreSQL, Temporal and the store keep theirs. */
const setClock = (offsetMs: number): void => {
  writeFileSync(join(folder, "offset.new"), String(offsetMs));
  renameSync(join(folder, "offset.new"), join(folder, "offset"));
};

/** A session is good for seven days from the moment in which the API has made it. */
const untilClockIsOff = (offsetMs: number): Promise<unknown> =>
  waitUntil("the clock of the API has jumped", async () => {
    const { body } = await organization.client.call(selectOrganizationOperation, {
      body: { organization_id: organization.organizationId },
    });
    const off = Date.parse(body.expires_at) - SESSION_MS - Date.now();
    return Math.abs(off - offsetMs) < HOUR_MS / 4;
  });

describe.each([
  ["forward", HOUR_MS],
  ["back", -HOUR_MS],
])("when the clock of the API and the worker jumps an hour %s", (_where, offsetMs) => {
  it("requests are answered, a campaign goes on to its end, and nobody is dialled twice", async () => {
    const { client } = organization;
    const campaignId = await organization.startCampaign(30);
    setClock(offsetMs);
    await untilClockIsOff(offsetMs);
    expect((await client.call(listAgentsOperation)).body).not.toEqual([]);
    await client.call(createContactListOperation, { body: { name: "Made meanwhile" } });
    expect(new Set(await organization.untilCampaignIsOver(campaignId))).toEqual(new Set([1]));
    setClock(0);
    await untilClockIsOff(0);
    const next = await organization.startCampaign(5);
    expect(new Set(await organization.untilCampaignIsOver(next))).toEqual(new Set([1]));
  });
});
