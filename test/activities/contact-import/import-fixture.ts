import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import { createContactImportActivities } from "../../../activities/contact-import/contact-import.activities.ts";
import type { ImportDependencies } from "../../../activities/contact-import/import-dependencies.ts";
import { buildContactFileKey } from "../../../domain/contact/contact-file-key.ts";
import { systemClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createObjectStore, type ObjectStore } from "../../../infra/object-store/object-store.ts";
import { createImport, type NewImport } from "../../../infra/postgres/contact/contact-import.repository.ts";
import { createMetrics } from "../../../infra/telemetry/metrics.ts";
import { TEST_BUCKET, testEnvironment } from "../../harness/environment.ts";
import type { TestDatabase } from "../../harness/test-database.ts";

/** Returns a store that nobody reaches. */
export const awayObjectStore = (): ObjectStore =>
  createObjectStore({
    endpoint: "http://127.0.0.1:9",
    accessKey: "nobody",
    secretKey: "nobody",
    region: "us-east-1",
    bucket: TEST_BUCKET,
  });

export const testObjectStore = (): ObjectStore =>
  createObjectStore({ ...testEnvironment.objectStore(), region: "us-east-1", bucket: TEST_BUCKET });

export interface ImportFixture {
  organizationId: number;
  contactListId: number;
  store: ObjectStore;
  /** Uploads a file and writes its import down. */
  plan(file: string | Buffer | null, options?: Partial<NewImport>): Promise<number>;
  importContacts(importId: number, changed?: Partial<ImportDependencies>): Promise<void>;
  settle(
    importId: number,
    error?: string | null,
    changed?: Partial<ImportDependencies>,
  ): ReturnType<ReturnType<typeof createContactImportActivities>["settleImport"]>;
  run(importId: number): ReturnType<ImportFixture["settle"]>;
  contacts(): ReturnType<typeof readContacts>;
  listCount(): Promise<number>;
  faultFile(importId: number): Promise<string>;
}

/** Creates an organization with a list, and the activities as a worker would run them. */
export const createImportFixture = async (
  test: TestDatabase,
  country: string | null = null,
): Promise<ImportFixture> => {
  const store = testObjectStore();
  const { id: organizationId } = await test.everything
    .insertInto("organizations")
    .values({ name: "Importers", country })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: contactListId } = await test.everything
    .insertInto("contact_lists")
    .values({ organization_id: organizationId, name: "Customers" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const activities = (changed: Partial<ImportDependencies> = {}) =>
    createContactImportActivities({ ...dependencies(test, store), ...changed });
  const fixture: ImportFixture = {
    organizationId,
    contactListId,
    store,
    plan: async (file, options = {}) => {
      const key = buildContactFileKey({ organizationId, uuid: randomUUID(), fileName: "contacts.csv" });
      if (file !== null) await store.put(key, Buffer.from(file), "text/csv");
      const values = { organization_id: organizationId, request_uuid: randomUUID(), contact_list_id: contactListId };
      const planned = { ...values, object_key: key, created_by: null, ...options };
      const row = await test.database.inOrganization(organizationId, (tx) => createImport(tx, planned));
      return row.id;
    },
    importContacts: (importId, changed) =>
      environment().run(activities(changed).importContacts, { organizationId, importId }),
    settle: (importId, error = null, changed = {}) =>
      environment().run(activities(changed).settleImport, { organizationId, importId, error }),
    run: async (importId) => {
      await fixture.importContacts(importId);
      return fixture.settle(importId);
    },
    contacts: () => readContacts(test, contactListId),
    listCount: async () => {
      const query = test.everything.selectFrom("contact_lists").select("contact_count").where("id", "=", contactListId);
      return (await query.executeTakeFirstOrThrow()).contact_count;
    },
    faultFile: async (importId) => {
      const query = test.everything.selectFrom("contact_imports").select("errors_key").where("id", "=", importId);
      const { errors_key } = await query.executeTakeFirstOrThrow();
      return errors_key === null ? "" : text(await store.read(errors_key));
    },
  };
  return fixture;
};

/** The failures are intended and need no log. */
const environment = () => new MockActivityEnvironment(undefined, { logger: new DefaultLogger("ERROR") });

const dependencies = ({ database }: TestDatabase, objectStore: ObjectStore): ImportDependencies => ({
  database,
  objectStore,
  // No workflow listens to these imports: a report is lost, and nothing else.
  temporal: Object.create(null),
  clock: systemClock,
  logger: createLogger("test", { level: "silent" }),
  metrics: createMetrics(),
  rowBytesPerOrganization: Infinity,
});

const readContacts = ({ everything }: TestDatabase, contactListId: number) =>
  everything
    .selectFrom("contacts")
    .leftJoin("consents", (join) =>
      join
        .onRef("consents.organization_id", "=", "contacts.organization_id")
        .onRef("consents.phone_number", "=", "contacts.phone_number"),
    )
    .select(["contacts.phone_number", "name", "timezone", "attributes"])
    .select(["consents.status as consent_status", "consents.source as consent_source"])
    .where("contact_list_id", "=", contactListId)
    .orderBy("contacts.id")
    .execute();

/** Returns `count` different numbers that the plan of the United States has, under the header `phone_number,name`. */
export const fileOf = (count: number): string => {
  const rows = Array.from({ length: count }, (_, index) => `+1202${2_000_000 + index},Contact ${index}\n`);
  return `phone_number,name\n${rows.join("")}`;
};
