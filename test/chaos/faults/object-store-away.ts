import { beforeAll, describe, expect, it } from "@jest/globals";
import { listAgentsOperation } from "../../../api/agents/agents.operations.ts";
import {
  createContactListOperation,
  createUploadUrlOperation,
  getContactImportOperation,
  importContactsOperation,
} from "../../../api/contacts/contacts.operations.ts";
import { listDoNotCallOperation, uploadDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import {
  createDocumentUploadOperation,
  processDocumentOperation,
} from "../../../api/documents/documents.operations.ts";
import { postFile } from "../../api/documents/upload-file.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type FaultedOrganization, openFaultedOrganization } from "./faulted-organization.ts";
import type { SharedPlatform } from "./shared-platform.ts";

const FILE = Buffer.from("phone_number\n+12125550143\n");

const uploadNumbers = async ({ client }: FaultedOrganization) => {
  const { body } = await client.call(createUploadUrlOperation, {
    body: { file_name: "numbers.csv", file_size: FILE.length, content_type: "text/csv" },
  });
  const put = () => fetch(body.upload_url, { method: "PUT", body: new Uint8Array(FILE), headers: body.headers });
  return { key: body.object_store_key, put };
};

export const describeAwayObjectStore = (platform: () => SharedPlatform): void => {
  describe("while the object store is away", () => {
    let organization: FaultedOrganization;
    beforeAll(async () => {
      organization = await openFaultedOrganization(platform().running);
    });

    it("campaigns and calls go on, what needs it is refused or waits, and nothing is lost when it is back", async () => {
      const { client } = organization;
      const before = await organization.uploadDocument("before.txt", "The warehouse opens at seven.");
      await organization.untilDocumentIsReady(before);
      const uploaded = await uploadNumbers(organization);
      expect((await uploaded.put()).status).toBe(200);
      const late = await uploadNumbers(organization);
      const document = (
        await client.call(createDocumentUploadOperation, { body: { filename: "late.txt", mime_type: "text/plain" } })
      ).body;
      const { document_uuid, object_store_key } = document;
      const process = { document_uuid, object_store_key, scope: "org" as const };
      const campaignId = await organization.startCampaign(30);
      platform().storeGate.shut();

      // Reads, writes and searches need no file; the campaign is dialled to its end.
      expect((await client.call(listAgentsOperation)).body).not.toEqual([]);
      const list = await client.call(createContactListOperation, { body: { name: "Made meanwhile" } });
      expect(await organization.search("When does the warehouse open?")).toBeGreaterThan(0);
      expect(new Set(await organization.untilCampaignIsOver(campaignId))).toEqual(new Set([1]));
      const call = await organization.makeRecordedCall();
      expect(await organization.recordingOf(call)).toBeNull();

      // A file that is read at once reports the failure; an upload does not arrive at all.
      await expect(late.put()).rejects.toThrow();
      const refusals = [
        await client.refused(uploadDoNotCallOperation, { body: { object_store_key: uploaded.key } }),
        await client.refused(processDocumentOperation, { body: process }),
      ];
      for (const { status, detail, headers } of refusals) {
        expect([status, detail]).toEqual([
          503,
          expect.stringMatching(/object store is away or has no room; try again/),
        ]);
        expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect((await client.call(listDoNotCallOperation, {})).body.do_not_call).toEqual([]);

      // A file that a workflow reads is accepted and waits.
      const params = { contact_list_id: list.body.id };
      const started = await client.call(importContactsOperation, { params, body: { object_store_key: uploaded.key } });
      const readImport = async () =>
        (await client.call(getContactImportOperation, { params: { ...params, import_id: started.body.import_id } }))
          .body;
      expect(["pending", "processing"]).toContain((await readImport()).status);

      platform().storeGate.open();
      await waitUntil("the import is done", async () => (await readImport()).status === "completed");
      expect(await readImport()).toMatchObject({ imported: 1, invalid: 0 });
      expect(await waitUntil("the recording is kept", () => organization.recordingOf(call))).toBeGreaterThan(44);
      expect((await postFile(document, "The office opens at nine.")).ok).toBe(true);
      await client.call(processDocumentOperation, { body: process });
      await organization.untilDocumentIsReady(document_uuid);
    });
  });
};
