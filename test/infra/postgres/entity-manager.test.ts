import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Channel } from "../../../infra/postgres/channel/channel.entity.ts";
import { Contact } from "../../../infra/postgres/contact/contact.entity.ts";
import type { EntityWork } from "../../../infra/postgres/database.ts";
import type { Entities } from "../../../infra/postgres/entity-manager.ts";
import { Tool } from "../../../infra/postgres/tool/tool.entity.ts";
import { findViolatedConstraint } from "../../../infra/postgres/unique-violation.ts";
import { fillTables, type TenantRows } from "../../factories/tenant-rows.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let tenant: TenantRows;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await fillTables(test, "ours");
});
afterAll(() => test.drop());

const inOurs = <T>(work: EntityWork<T>): Promise<T> => test.database.withEntities(tenant.organizationId, work);
const newFolder = (name: string) => ({ organization_id: tenant.organizationId, name });

describe("a statement on the same transaction", () => {
  it("sees what was created, changed and removed before it", async () => {
    await inOurs(async (em, tx) => {
      const stored = (id: number) => tx.selectFrom("folders").select("name").where("id", "=", id).executeTakeFirst();
      const folder = await em.create(Channel, newFolder("first"));
      expect(await stored(folder.id)).toEqual({ name: "first" });
      await em.change(folder, { name: "second" });
      expect(await stored(folder.id)).toEqual({ name: "second" });
      await em.remove(folder);
      expect(await stored(folder.id)).toBeUndefined();
    });
  });

  it("is seen by what is read after it, also of a row that was read before", async () => {
    await inOurs(async (em, tx) => {
      const { id } = await em.create(Channel, newFolder("before"));
      await tx.updateTable("folders").set({ name: "after" }).where("id", "=", id).execute();
      expect((await em.requireOne(Channel, { id })).name).toBe("after");
      await tx.updateTable("folders").set({ name: "later" }).where("id", "=", id).execute();
      expect((await em.find(Channel, { id }))[0]?.name).toBe("later");
      await tx.updateTable("folders").set({ name: "last" }).where("id", "=", id).execute();
      expect((await em.lockOne(Channel, { id }))?.name).toBe("last");
    });
  });
});

describe("a row that is changed by assignment", () => {
  it("does not compile, and is refused", async () => {
    const work = inOurs(async (em) => {
      const tool = await em.requireOne(Tool, { organization_id: tenant.organizationId });
      // @ts-expect-error rows are read-only
      tool.name = "by assignment";
    });
    await expect(work).rejects.toThrow("Tool: name changed by assignment; write the change with em.change");
  });

  it("is refused also inside its JSON, and everything is taken back", async () => {
    const work = inOurs(async (em) => {
      const contact = await em.requireOne(Contact, { organization_id: tenant.organizationId });
      await em.create(Channel, newFolder("with a stray change"));
      contact.attributes["plan"] = "gold";
    });
    await expect(work).rejects.toThrow("Contact: attributes changed by assignment");
    const kept = await inOurs((em) => em.count(Channel, { name: "with a stray change" }));
    expect(kept).toBe(0);
  });
});

it("a new row has what the table fills in, and null where nothing was given", async () => {
  const tool = await inOurs((em) =>
    em.create(Tool, {
      organization_id: tenant.organizationId,
      name: "A tool",
      category: "calculator",
      definition: { type: "calculator", schema_version: 1 },
    }),
  );
  expect(tool).toMatchObject({ id: expect.any(Number), status: "active", description: null, updated_at: null });
  expect(tool.created_at).toBeInstanceOf(Date);
  expect(tool.tool_uuid).toMatch(/^[0-9a-f-]{36}$/);
});

it("an undefined field of a change stays as it was", async () => {
  const read = await inOurs(async (em, tx) => {
    const { id } = await em.create(Channel, newFolder("kept"));
    await em.change(await em.requireOne(Channel, { id }), { name: undefined });
    return tx.selectFrom("folders").select("name").where("id", "=", id).executeTakeFirst();
  });
  expect(read).toEqual({ name: "kept" });
});

it("a row that is there already is refused with the name of the constraint", async () => {
  const twice = inOurs(async (em) => {
    await em.create(Channel, newFolder("twice"));
    await em.create(Channel, newFolder("twice"));
  });
  const error: unknown = await twice.catch((reason: unknown) => reason);
  expect(findViolatedConstraint(error)).toBe("folders_organization_id_name_key");
});

it("work that throws is rolled back", async () => {
  const work = inOurs(async (em) => {
    await em.create(Channel, newFolder("on second thought"));
    throw new Error("on second thought");
  });
  await expect(work).rejects.toThrow("on second thought");
  expect(await inOurs((em) => em.count(Channel, { name: "on second thought" }))).toBe(0);
});

it("works in its transaction only", async () => {
  const kept = await inOurs<Entities>((em) => Promise.resolve(em));
  await expect(kept.count(Channel)).rejects.toThrow("Transaction is already committed");
});
