import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import { createMaintenanceActivities } from "../../../activities/maintenance/maintenance.activities.ts";
import { removeAbandonedUploads } from "../../../activities/maintenance/remove-abandoned-uploads.ts";
import { buildDocumentKey } from "../../../domain/document/document-key.ts";
import { createObjectStore, type ObjectStore } from "../../../infra/object-store/object-store.ts";
import { ObjectStoreError } from "../../../infra/object-store/store-fault.ts";
import { createTenant } from "../../factories/tenant.ts";
import { TEST_BUCKET, testEnvironment } from "../../harness/environment.ts";
import { type DiallingRig, startDiallingRig } from "../dialling-rig.ts";

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

let rig: DiallingRig;
let objectStore: ObjectStore;

beforeAll(async () => {
  rig = await startDiallingRig();
  objectStore = createObjectStore({ ...testEnvironment.objectStore(), region: "us-east-1", bucket: TEST_BUCKET });
});
afterAll(() => rig.close());

/** Stores two replaced files of calls and an upload that nobody has concluded, oldest first, and returns their keys. */
const storeFiles = async (): Promise<[string, string, string]> => {
  const { organizationId: organization_id } = await createTenant(rig.test);
  const [replaced, later, upload] = [randomUUID(), randomUUID(), randomUUID()];
  for (const key of [replaced, later, upload]) await objectStore.put(key, Buffer.from("sound"), "audio/wav");
  await rig.test.everything
    .insertInto("artifact_orphans")
    .values([
      { organization_id, object_key: replaced, created_at: daysAgo(2) },
      { organization_id, object_key: later, created_at: daysAgo(1) },
    ])
    .execute();
  await rig.test.everything
    .insertInto("workflow_recordings")
    .values({
      organization_id,
      recording_id: "upload",
      filename: "a.wav",
      content_type: "audio/wav",
      object_key: upload,
      created_at: daysAgo(1),
    })
    .execute();
  return [replaced, later, upload];
};

it("a file that cannot be removed keeps no other one from it, and the search is made again", async () => {
  const keys = await storeFiles();
  const removeWith = (store: ObjectStore) =>
    new MockActivityEnvironment(undefined, { logger: new DefaultLogger("ERROR") }).run(
      createMaintenanceActivities({ ...rig.deps, objectStore: store }).removeAbandonedRecordings,
    );
  const areThere = () => Promise.all(keys.map(async (key) => (await objectStore.size(key)) !== null));
  const remove: ObjectStore["remove"] = async (key) => {
    if (key === keys[0]) throw new Error("the file is locked");
    await objectStore.remove(key);
  };
  await expect(removeWith({ ...objectStore, remove })).rejects.toThrow("could not be removed");
  expect(await areThere()).toEqual([true, false, false]);
  expect(await removeWith(objectStore)).toBe(0);
  expect(await areThere()).toEqual([false, false, false]);
});

describe("uploads of documents that nobody processed", () => {
  /** Stores so many, oldest first; returns the keys of their files. */
  const storeUploads = async (count: number): Promise<string[]> => {
    const { organizationId: organization_id } = await createTenant(rig.test);
    const uploads = Array.from({ length: count }, (_, number) => ({
      organization_id,
      document_uuid: randomUUID(),
      filename: "a.txt",
      mime_type: "text/plain",
      updated_at: daysAgo(count - number),
    }));
    await rig.test.everything.insertInto("documents").values(uploads).execute();
    return uploads.map(({ document_uuid: documentUuid, filename }) =>
      buildDocumentKey({ organizationId: organization_id, documentUuid, filename }),
    );
  };
  const removeWith = (remove: ObjectStore["remove"], pageSize: number) =>
    removeAbandonedUploads({ ...rig.deps, objectStore: { ...objectStore, remove } }, { pageSize });

  it("are removed also behind pages of those that cannot be", async () => {
    const keys = await storeUploads(7);
    const tried: string[] = [];
    const remove: ObjectStore["remove"] = async (key) => {
      tried.push(key);
      if (keys.indexOf(key) < 4) throw new ObjectStoreError("the object is locked", { cause: new Error("locked") });
    };
    await expect(removeWith(remove, 2)).rejects.toThrow("4 of 7 could not be removed");
    expect(tried).toEqual(keys);
    expect(await removeWith(async () => {}, 2)).toBe(4);
  });

  it("are left for the next look where the store is away", async () => {
    const keys = await storeUploads(2);
    const tried: string[] = [];
    const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const remove: ObjectStore["remove"] = async (key) => {
      tried.push(key);
      throw new ObjectStoreError("the object store did not do it", { cause: away });
    };
    await expect(removeWith(remove, 2)).rejects.toThrow("the object store did not do it");
    expect(tried).toEqual(keys.slice(0, 1));
    expect(await removeWith(async () => {}, 2)).toBe(2);
  });
});
