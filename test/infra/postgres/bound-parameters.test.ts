import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { Campaign } from "../../../infra/postgres/campaign/campaign.entity.ts";
import { Contact } from "../../../infra/postgres/contact/contact.entity.ts";
import { CredentialRow } from "../../../infra/postgres/credential/credential.entity.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { fillTables, type TenantRows } from "../../factories/tenant-rows.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

/** Rerun this after every update of MikroORM: `BoundDriver` overrides what it does by itself. */
let test: TestDatabase;
let tenant: TenantRows;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await fillTables(test, "ours");
});
afterAll(() => test.drop());

const SECRET = "c0ffee-secret";
const credential = () => ({
  organization_id: tenant.organizationId,
  uuid: randomUUID(),
  name: SECRET,
  credential_type: "api_key" as const,
  data_sealed: Buffer.from(SECRET),
});

describe("the statement that the server got, which is what it would log", () => {
  /** Returns the server's own view of the statement, from another connection. */
  const lastStatement = async (pid: number): Promise<string> => {
    const { rows } = await sql<{ query: string }>`select query from pg_stat_activity where pid = ${pid}`.execute(
      test.everything,
    );
    return rows[0]?.query ?? "";
  };

  const pidOf = async (tx: OrganizationTransaction): Promise<number> => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    return rows[0]?.pid ?? 0;
  };

  const hidesValues = (statement: string) => {
    expect(statement).toContain("$1");
    expect(statement).not.toContain(SECRET);
    expect(statement).not.toContain(Buffer.from(SECRET).toString("hex"));
  };

  it("has no value of a row that is created, found, changed or removed", async () => {
    await test.database.withEntities(tenant.organizationId, async (em, tx) => {
      const pid = await pidOf(tx);
      const row = await em.create(CredentialRow, credential());
      hidesValues(await lastStatement(pid));
      await em.find(CredentialRow, { name: { $in: [SECRET, `${SECRET}-2`] } });
      hidesValues(await lastStatement(pid));
      await em.count(CredentialRow, { name: SECRET });
      hidesValues(await lastStatement(pid));
      await em.change(row, { hint: SECRET });
      hidesValues(await lastStatement(pid));
      await em.remove(row);
      expect(await lastStatement(pid)).toContain("$1");
    });
  });

  it("has none when it fails, nor has the error", async () => {
    const row = credential();
    const failed = test.database.withEntities(tenant.organizationId, async (em, tx) => {
      const pid = await pidOf(tx);
      await em.create(CredentialRow, row);
      const error: unknown = await em.create(CredentialRow, { ...row }).catch((reason: unknown) => reason);
      hidesValues(await lastStatement(pid));
      throw error;
    });
    await expect(failed).rejects.toThrow("credentials_uuid_key");
    await expect(failed).rejects.not.toThrow(SECRET);
  });
});

describe("a value comes back as it was sent", () => {
  it("a list of texts", async () => {
    const outcomes = ["null", " a ", 'x"\ny', "", "{}", "a,b", "\\", "NULL", "'", "?"];
    const stored = await test.database.withEntities(tenant.organizationId, async (em, tx) => {
      const campaign = await em.requireOne(Campaign, { organization_id: tenant.organizationId });
      await em.change(campaign, { redial_outcomes: outcomes });
      return tx.selectFrom("campaigns").select("redial_outcomes").executeTakeFirstOrThrow();
    });
    expect(stored).toEqual({ redial_outcomes: outcomes });
    const read = test.database.withEntities(tenant.organizationId, (em) =>
      em.requireOne(Campaign, { organization_id: tenant.organizationId }),
    );
    expect((await read).redial_outcomes).toEqual(outcomes);
  });

  it("bytes", async () => {
    const data_sealed = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const { uuid } = await test.database.withEntities(tenant.organizationId, (em) =>
      em.create(CredentialRow, { ...credential(), data_sealed }),
    );
    const read = await test.database.withEntities(tenant.organizationId, (em) =>
      em.requireOne(CredentialRow, { uuid }),
    );
    expect(Buffer.isBuffer(read.data_sealed)).toBe(true);
    expect(read.data_sealed.equals(data_sealed)).toBe(true);
  });

  it("JSON with question marks, quotes and backslashes", async () => {
    const attributes = { "who?": "O'Brien", "??": "\\?", nested: [{ "?": '"' }, null, "$1"] };
    const read = await test.database.withEntities(tenant.organizationId, async (em, tx) => {
      const contact = await em.requireOne(Contact, { organization_id: tenant.organizationId });
      await em.change(contact, { attributes, name: "?' $1 \\? ??" });
      return tx.selectFrom("contacts").select(["attributes", "name"]).executeTakeFirstOrThrow();
    });
    expect(read).toEqual({ attributes, name: "?' $1 \\? ??" });
  });

  it("each of a list that is searched", async () => {
    const names = ["'; --", "?", "a,b"];
    const found = await test.database.withEntities(tenant.organizationId, async (em) => {
      for (const name of names) await em.create(CredentialRow, { ...credential(), name });
      return em.find(CredentialRow, { name: { $in: [...names, "another"] } }, { orderBy: { id: "asc" } });
    });
    expect(found.map(({ name }) => name)).toEqual(names);
  });
});
