import { readdirSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "pg";
import {
  createContactListOperation,
  createUploadUrlOperation,
  getContactImportOperation,
  importContactsOperation,
} from "../../../api/contacts/contacts.operations.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type FaultedOrganization, openFaultedOrganization } from "./faulted-organization.ts";
import type { SharedPlatform } from "./shared-platform.ts";

/** Six megabytes: a file that a process of its own reads. */
const ROWS = 150_000;
/** Kills of the worker, each when another part of the rows is there. */
const KILLS = 2;

export const describeKilledImport = (platform: () => SharedPlatform): void => {
  describe("an import of a large file whose worker is killed again and again", () => {
    let organization: FaultedOrganization;

    beforeAll(async () => {
      organization = await openFaultedOrganization(platform().running);
    });

    it("ends with every row once, and leaves no file behind", async () => {
      const { running } = platform();
      const { listId, read } = await startImport(organization);
      const killed: number[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const part = (ROWS * kill) / (KILLS + 1);
        await waitUntil("another part is imported", async () => (await read()).imported > part);
        const pid = running.pid("worker");
        if (pid === undefined) throw new Error("the worker is not running");
        running.kill("worker", "SIGKILL");
        killed.push(pid);
        await waitUntil("another worker runs", async () => ![undefined, pid].includes(running.pid("worker")));
        expect((await read()).imported).toBeLessThan(ROWS);
      }
      const ended = await waitUntil("the import is over", async () => {
        const standing = await read();
        return ["completed", "failed"].includes(standing.status) ? standing : null;
      });
      expect(ended).toMatchObject({ status: "completed", imported: ROWS, updated: 0, skipped: 0, invalid: 0 });
      expect(await countContacts(running.environment["DATABASE_MIGRATIONS_URL"] ?? "", listId)).toEqual({
        rows: ROWS,
        numbers: ROWS,
        told: ROWS,
      });
      expect(readdirSync(tmpdir()).filter((name) => killed.some((pid) => isFolderOf(name, pid)))).toEqual([]);
    });
  });
};

const isFolderOf = (name: string, pid: number): boolean => name.startsWith(`ringdown-contacts-${hostname()}-${pid}-`);

const startImport = async ({ client }: FaultedOrganization) => {
  const rows = Array.from({ length: ROWS }, (_, row) => `+49151${String(row).padStart(8, "0")},Person ${row},at home`);
  const file = Buffer.from(`phone_number,name,note\n${rows.join("\n")}\n`);
  const list = await client.call(createContactListOperation, { body: { name: "Everybody" } });
  const upload = await client.call(createUploadUrlOperation, {
    body: { file_name: "everybody.csv", file_size: file.length, content_type: "text/csv" },
  });
  await fetch(upload.body.upload_url, { method: "PUT", body: new Uint8Array(file), headers: upload.body.headers });
  const { object_store_key } = upload.body;
  const params = { contact_list_id: list.body.id };
  const started = await client.call(importContactsOperation, { params, body: { object_store_key } });
  const { import_id } = started.body;
  const read = async () => (await client.call(getContactImportOperation, { params: { ...params, import_id } })).body;
  return { listId: list.body.id, read };
};

const countContacts = async (databaseUrl: string, listId: number) => {
  const db = new Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const { rows } = await db.query(
      `select count(*)::int as rows, count(distinct phone_number)::int as numbers,
         (select contact_count::int from contact_lists where id = $1) as told
       from contacts where contact_list_id = $1`,
      [listId],
    );
    return rows[0];
  } finally {
    await db.end();
  }
};
