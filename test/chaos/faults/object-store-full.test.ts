import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { listAgentsOperation } from "../../../api/agents/agents.operations.ts";
import {
  createContactListOperation,
  createUploadUrlOperation,
  getContactImportOperation,
  importContactsOperation,
} from "../../../api/contacts/contacts.operations.ts";
import { listDoNotCallOperation, uploadDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { maySmallDisksBeMounted, mountSmallDisk, type SmallDisk } from "../../harness/small-disk.ts";
import { openTestStack, type TestStack } from "../../harness/test-stack.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type FaultedOrganization, openFaultedOrganization } from "./faulted-organization.ts";

/** Room for the store's own files and what the test puts there. */
const MEGABYTES = 300;

const isMountable = maySmallDisksBeMounted();
if (!isMountable)
  process.stderr.write(
    "\n*** SKIPPED: a full disk of the object store: this process may not mount a file system (root may).\n\n",
  );

let disk: SmallDisk;
let stack: TestStack;
let organization: FaultedOrganization;

const uploadFile = async (client: ApiClient, text: string) => {
  const file = Buffer.from(text);
  const { body } = await client.call(createUploadUrlOperation, {
    body: { file_name: "numbers.csv", file_size: file.length, content_type: "text/csv" },
  });
  const put = () => fetch(body.upload_url, { method: "PUT", body: new Uint8Array(file), headers: body.headers });
  return { key: body.object_store_key, put };
};

(isMountable ? describe : describe.skip)("while the disk of the object store is full", () => {
  beforeAll(async () => {
    const prepare = (folder: string) => {
      disk = mountSmallDisk(join(folder, "object-store"), MEGABYTES);
    };
    stack = await openTestStack({}, { prepare });
    organization = await openFaultedOrganization(stack.running);
  });
  afterAll(async () => {
    await stack?.close({ keepData: true });
    disk?.unmount();
    rmSync(stack.running.dataDir, { recursive: true, force: true });
  });

  it("files are read and none is taken, all else goes on, and nothing is lost once there is room", async () => {
    const { client } = organization;
    const contacts = await uploadFile(client, "phone_number\n+12125550143\n");
    const unwanted = await uploadFile(client, "phone_number\n+12125550144\n");
    for (const { put } of [contacts, unwanted]) expect((await put()).status).toBe(200);
    const late = await uploadFile(client, "phone_number\n+12125550145\n");
    const before = await organization.uploadDocument("before.txt", "The warehouse opens at seven.");
    await organization.untilDocumentIsReady(before);
    const recorded = await organization.makeRecordedCall();
    const bytes = await waitUntil("the recording is kept", () => organization.recordingOf(recorded));
    const campaignId = await organization.startCampaign(30);
    disk.fill();
    await waitUntil("the store takes no file", async () => (await late.put()).status >= 500);

    // Files that are there are read: an import and a do-not-call file need no room.
    const list = await client.call(createContactListOperation, { body: { name: "Made meanwhile" } });
    const params = { contact_list_id: list.body.id };
    const { import_id } = (
      await client.call(importContactsOperation, { params, body: { object_store_key: contacts.key } })
    ).body;
    const readImport = async () =>
      (await client.call(getContactImportOperation, { params: { ...params, import_id } })).body;
    await waitUntil("the import is done", async () => (await readImport()).status === "completed");
    expect(await readImport()).toMatchObject({ imported: 1, invalid: 0 });
    await client.call(uploadDoNotCallOperation, { body: { object_store_key: unwanted.key } });
    expect(await organization.recordingOf(recorded)).toBe(bytes);
    expect(await organization.search("When does the warehouse open?")).toBeGreaterThan(0);

    // The campaign is dialled to its end; a call's recording waits.
    expect((await client.call(listAgentsOperation)).body).not.toEqual([]);
    expect(new Set(await organization.untilCampaignIsOver(campaignId))).toEqual(new Set([1]));
    const waiting = await organization.makeRecordedCall();
    expect(await organization.recordingOf(waiting)).toBeNull();

    disk.makeRoom();
    await waitUntil("the store takes the file", async () => (await late.put()).status === 200);
    expect(await waitUntil("the recording is kept", () => organization.recordingOf(waiting))).toBeGreaterThan(44);
    expect(await organization.recordingOf(recorded)).toBe(bytes);
    await client.call(uploadDoNotCallOperation, { body: { object_store_key: late.key } });
    const { do_not_call } = (await client.call(listDoNotCallOperation, {})).body;
    expect(do_not_call.map(({ phone_number }) => phone_number).toSorted()).toEqual(["+12125550144", "+12125550145"]);
    await organization.untilDocumentIsReady(await organization.uploadDocument("late.txt", "The office opens at nine."));
  });
});
