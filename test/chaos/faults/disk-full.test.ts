import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { listAgentsOperation } from "../../../api/agents/agents.operations.ts";
import { createContactListOperation, listContactListsOperation } from "../../../api/contacts/contacts.operations.ts";
import { maySmallDisksBeMounted, mountSmallDisk, type SmallDisk } from "../../harness/small-disk.ts";
import { openTestStack, type TestStack } from "../../harness/test-stack.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type FaultedOrganization, openFaultedOrganization } from "./faulted-organization.ts";

/** Room for an empty cluster, its log and what a test writes. */
const MEGABYTES = 300;

const isMountable = maySmallDisksBeMounted();
if (!isMountable)
  process.stderr.write(
    "\n*** SKIPPED: a full disk of PostgreSQL: this process may not mount a file system (root may).\n\n",
  );

let disk: SmallDisk;
let stack: TestStack;
let organization: FaultedOrganization;

(isMountable ? describe : describe.skip)("while PostgreSQL's disk is full", () => {
  beforeAll(async () => {
    const prepare = (folder: string) => {
      disk = mountSmallDisk(join(folder, "postgres"), MEGABYTES);
    };
    stack = await openTestStack({}, { prepare });
    organization = await openFaultedOrganization(stack.running);
  });
  afterAll(async () => {
    await stack?.close({ keepData: true });
    disk?.unmount();
    rmSync(stack.running.dataDir, { recursive: true, force: true });
  });

  const writeUntilRefused = async () => {
    const written: string[] = [];
    const refusal = await waitUntil("a write is refused", async () => {
      const name = `List ${crypto.randomUUID()}`;
      const body = { name, description: crypto.randomUUID().repeat(50) };
      const answer = await organization.client.fetch("/api/v1/contact-lists", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (answer.ok) {
        written.push(name);
        return false;
      }
      if (answer.status === 429) return false;
      const { detail }: { detail: string } = JSON.parse(await answer.text());
      return { name, status: answer.status, detail };
    });
    return { written, refusal };
  };

  it("a write without room is refused with a sentence, no half of it stays, and everything continues once there is room", async () => {
    const { client } = organization;
    const campaignId = await organization.startCampaign(30);
    disk.fill();

    const { written, refusal } = await writeUntilRefused();
    expect(refusal).toMatchObject({
      status: 503,
      detail: expect.stringMatching(/no room left; nothing was changed|not reachable/),
    });

    disk.makeRoom();
    expect(new Set(await organization.untilCampaignIsOver(campaignId))).toEqual(new Set([1]));
    expect((await client.call(listAgentsOperation)).body).not.toEqual([]);
    const { contact_lists } = (await client.call(listContactListsOperation, {})).body;
    const names = contact_lists.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(written));
    // A connection that was lost leaves open whether its write was kept.
    if (refusal.detail.includes("no room left")) expect(names).not.toContain(refusal.name);
    await client.call(createContactListOperation, { body: { name: `List ${crypto.randomUUID()}` } });
  });
});
