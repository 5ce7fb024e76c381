import { beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import type { z } from "zod";
import { createApiKeyOperation } from "../../../api/api-keys/api-keys.operations.ts";
import { exportActsOperation, listActsOperation } from "../../../api/audit/audit.operations.ts";
import type { auditQuery } from "../../../api/audit/audit.schemas.ts";
import { changePasswordOperation } from "../../../api/auth/account.operations.ts";
import { logInOperation, signUpOperation } from "../../../api/auth/auth.operations.ts";
import { createContactListOperation, listContactsOperation } from "../../../api/contacts/contacts.operations.ts";
import { keepActs } from "../../../infra/postgres/audit/acts.repository.ts";
import { createContactListRows } from "../../factories/campaigns.ts";
import { createKey } from "../../factories/tenant.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const { test, api, tenant, admin, operator } = await useTenantApi();
const viewer = api.client({ token: tenant.viewer.token });
let contact_list_id: number;

beforeAll(async () => {
  contact_list_id = await createContactListRows(test, tenant);
});

const actsOf = async (client: typeof admin, query: z.input<typeof auditQuery> = {}) =>
  (await client.call(listActsOperation, { query })).body.acts;
const kindsOf = async (client: typeof admin) => (await actsOf(client)).map(({ kind }) => kind);

it("the audit has a person's log-ins, the ones that failed and each change of the password", async () => {
  const [email, password] = [`${crypto.randomUUID()}@example.com`, "a password of some length"];
  const { body: signedUp } = await api.client().call(signUpOperation, { body: { email, password } });
  const owner = api.client({ token: signedUp.token });
  const attempt = { email, password: "another one of that length" };
  expect((await api.client().refused(logInOperation, { body: attempt })).status).toBe(401);
  await waitUntil("the audit has the failed one", async () => (await kindsOf(owner)).includes("log_in_failed"));
  await api.client().call(logInOperation, { body: { email, password } });
  await owner.call(changePasswordOperation, { body: { current: password, new: `${password}, changed` } });
  const acts = await actsOf(owner);
  expect(acts.map(({ kind, actor }) => [kind, actor])).toEqual([
    ["password_changed", `user:${signedUp.user.id}`],
    ["logged_in", `user:${signedUp.user.id}`],
    ["log_in_failed", "unknown"],
    ["logged_in", `user:${signedUp.user.id}`],
  ]);
  expect(acts.every(({ user_id, address }) => user_id === signedUp.user.id && address !== null)).toBe(true);
  expect(JSON.stringify(acts)).not.toContain(password);
});

describe("a look at people", () => {
  it("is one act however often it is repeated, and names the list by its id alone", async () => {
    for (const _ of [1, 2, 3]) await operator.call(listContactsOperation, { params: { contact_list_id } });
    const looks = (await actsOf(admin)).filter(({ operation }) => operation === "contacts.list");
    expect(looks).toEqual([
      expect.objectContaining({
        kind: "looked_at_person",
        actor: `user:${tenant.operator.userId}`,
        subject: { contact_list_id: String(contact_list_id) },
      }),
    ]);
  });

  it("by somebody else is another act", async () => {
    await viewer.call(listContactsOperation, { params: { contact_list_id } });
    expect((await actsOf(admin, { actor: `user:${tenant.viewer.userId}` })).map(({ kind }) => kind)).toEqual([
      "looked_at_person",
    ]);
  });
});

describe("a change", () => {
  it("a change that is refused leaves no act", async () => {
    const before = await kindsOf(admin);
    const { status } = await operator.refused(createContactListOperation, { body: { name: "x".repeat(1000) } });
    expect(status).toBe(422);
    expect(await kindsOf(admin)).toEqual(before);
  });

  it("is noted in its own transaction: without the act there is no change", async () => {
    const refuse = sql`create function refuse_acts() returns trigger language plpgsql as $$ begin raise 'no act'; end $$`;
    await refuse.execute(test.everything);
    const each = sql`create trigger refuse_acts before insert on acts for each row execute function refuse_acts()`;
    await each.execute(test.everything);
    const { status } = await operator.refused(createContactListOperation, { body: { name: "Never noted" } });
    await sql`drop trigger refuse_acts on acts`.execute(test.everything);
    expect(status).toBe(500);
    const lists = await test.everything.selectFrom("contact_lists").select("name").execute();
    expect(lists.map(({ name }) => name)).not.toContain("Never noted");
  });
});

it("a key is noted when it is made, and when a network uses it first", async () => {
  await admin.call(createApiKeyOperation, { body: { name: "Nightly" } });
  const { id, apiKey } = await createKey(test, { tenant });
  const client = api.client({ apiKey });
  for (const _ of [1, 2]) await client.call(listActsOperation, {});
  const acts = (await actsOf(admin)).filter(({ kind }) => kind.startsWith("key_"));
  expect(acts.map(({ kind, actor }) => [kind, actor])).toEqual([
    ["key_used_from_new_network", `api_key:${id}`],
    ["key_made", `user:${tenant.admin.userId}`],
  ]);
});

describe("the audit", () => {
  it("shows admins everybody's acts, and others their own", async () => {
    expect(new Set((await actsOf(viewer)).map(({ user_id }) => user_id))).toEqual(new Set([tenant.viewer.userId]));
    expect(new Set((await actsOf(admin)).map(({ user_id }) => user_id)).size).toBeGreaterThan(2);
    expect((await viewer.refused(exportActsOperation, {})).status).toBe(403);
  });

  it("is read page by page, by kind and by time", async () => {
    const { status, body: first } = await admin.call(listActsOperation, { query: { limit: 2 } });
    expect(status).toBe(200);
    const second = await actsOf(admin, { limit: 2, cursor: first.next_cursor ?? 0 });
    expect(first.acts).toHaveLength(2);
    expect(second[0]?.id).toBeLessThan(first.acts[1]?.id ?? 0);
    expect((await actsOf(admin, { kind: "key_made" })).map(({ kind }) => kind)).toEqual(["key_made"]);
    expect(await actsOf(admin, { to: "2020-01-01T00:00:00Z" })).toEqual([]);
    expect(await actsOf(admin, { from: "2099-01-01T00:00:00Z" })).toEqual([]);
    expect(await actsOf(admin, { from: "2020-01-01T00:00:00Z", to: "2099-01-01T00:00:00Z" })).toEqual(
      await actsOf(admin),
    );
  });

  it("is read by who did it and by what they did, newest first", async () => {
    const all = await actsOf(admin, { limit: 100 });
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
    const actor = `user:${tenant.admin.userId}`;
    const own = await actsOf(admin, { actor, limit: 100 });
    expect(own).toEqual(all.filter((act) => act.actor === actor));
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(all.length);
    const made = await actsOf(admin, { operation: "keys.create", limit: 100 });
    expect(made).toEqual(all.filter(({ operation }) => operation === "keys.create"));
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThan(all.length);
  });

  it.each([
    ["actor", 50],
    ["operation", 100],
  ] as const)("takes a filter of an %s of up to %s characters", async (filter, most) => {
    expect(await actsOf(admin, { [filter]: "x".repeat(most) })).toEqual([]);
    const query = { [filter]: "x".repeat(most + 1) };
    expect((await admin.refused(listActsOperation, { query })).status).toBe(422);
  });

  it("names the next page where there is one, and none behind the last act", async () => {
    const all = await actsOf(admin, { limit: 100 });
    const page = async (limit: number) => (await admin.call(listActsOperation, { query: { limit } })).body;
    expect(await page(all.length)).toMatchObject({ next_cursor: null });
    const almost = await page(all.length - 1);
    expect(almost.next_cursor).toBe(almost.acts.at(-1)?.id);
    expect(await actsOf(admin, { cursor: almost.next_cursor ?? 0 })).toEqual(all.slice(-1));
  });

  it("is handed out as JSON lines, which is an act itself", async () => {
    const response = await fetch(`${api.baseUrl}/api/v1/audit/export?kind=looked_at_person`, {
      headers: { authorization: `Bearer ${tenant.admin.token}` },
    });
    expect(response.status).toBe(exportActsOperation.success.status);
    expect(response.headers.get("content-type")).toContain("application/x-ndjson");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="audit.jsonl"');
    expect(response.headers.get("cache-control")).toBe("no-store");
    const lines = (await response.text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual(lines.map(() => "looked_at_person"));
    expect(lines.length).toBeGreaterThan(1);
    expect((await actsOf(admin))[0]).toMatchObject({ kind: "exported", operation: "audit.export" });
  });

  it("can be changed by nobody, its owner included", async () => {
    const change = (statement: ReturnType<typeof sql>) =>
      test.database.inOrganization(tenant.organizationId, (tx) => statement.execute(tx));
    await expect(change(sql`update acts set actor = 'user:1'`)).rejects.toThrow("permission denied");
    await expect(change(sql`delete from acts`)).rejects.toThrow("permission denied");
    await expect(change(sql`truncate acts`)).rejects.toThrow("permission denied");
  });

  it("lies in months, which go as a whole when their last act is past its time, and no others", async () => {
    const months = async () => {
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class where relnamespace = 'acts_by_month'::regnamespace and relkind = 'r' order by 1`.execute(
        test.everything,
      );
      return rows.map(({ name }) => name);
    };
    const before = await months();
    const kept = (await actsOf(admin)).map(({ id }) => id);
    // Whoever notes an act in a month that nobody has made loses nothing.
    await sql`
      insert into acts (organization_id, uuid, at, kind, actor)
      select ${tenant.organizationId}, gen_random_uuid(), t, 'exported', 'link'
      from unnest(array[now() - interval '500 days', now() - interval '200 days', now() + interval '200 days']) as t`.execute(
      test.everything,
    );
    expect(await keepActs(test.database, 600)).toBe(0);
    expect(await months()).toHaveLength(before.length + 3);
    expect(await keepActs(test.database, 400)).toBe(1);
    expect(await months()).toHaveLength(before.length + 2);
    const now = (await actsOf(admin)).map(({ id }) => id);
    expect(now.filter((id) => kept.includes(id))).toEqual(kept);
    expect((await actsOf(admin, { kind: "exported" })).filter(({ actor }) => actor === "link")).toHaveLength(2);
  });

  it("is out of reach of the platform's role in its partitions too", async () => {
    const [month] = (
      await sql<{ name: string }>`
        select relname as name from pg_class where relnamespace = 'acts_by_month'::regnamespace and relkind = 'r'`.execute(
        test.everything,
      )
    ).rows;
    const partition = sql.table(`acts_by_month.${month?.name}`);
    for (const change of [
      sql`select * from ${partition}`,
      sql`delete from ${partition}`,
      sql`drop table ${partition}`,
      sql`insert into ${partition} select * from acts`,
    ])
      await expect(test.database.inOrganization(tenant.organizationId, (tx) => change.execute(tx))).rejects.toThrow(
        /permission denied|must be owner/,
      );
  });
});

it("the audit is handed out whole, also where it has more acts than are read at once", async () => {
  await sql`
    insert into acts (organization_id, uuid, kind, actor, operation, subject)
    select ${tenant.organizationId}::bigint, gen_random_uuid(), 'log_in_failed', 'system', 'many', '{}'::jsonb
    from generate_series(1, 1001)`.execute(test.everything);
  const response = await fetch(`${api.baseUrl}/api/v1/audit/export?operation=many`, {
    headers: { authorization: `Bearer ${tenant.admin.token}` },
  });
  const lines = (await response.text()).trimEnd().split("\n");
  expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(1001);
});
