import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { BoundedPool, PoolFullError } from "../../../infra/postgres/bounded-pool.ts";
import { type Database, type OrganizationTransaction, openDatabase } from "../../../infra/postgres/database.ts";
import { withOneConnection } from "../../harness/one-connection.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let test: TestDatabase;
let organizationId: number;

beforeAll(async () => {
  test = await createTestDatabase();
  const values = { name: "A" };
  const row = await test.everything
    .insertInto("organizations")
    .values(values)
    .returning("id")
    .executeTakeFirstOrThrow();
  organizationId = row.id;
});
afterAll(() => test.drop());

it("ids and counts are numbers", async () => {
  const row = await test.database.inOrganization(organizationId, (tx) =>
    tx
      .selectFrom("organizations")
      .select((eb) => ["id", eb.fn.countAll<number>().as("count")])
      .groupBy("id")
      .executeTakeFirst(),
  );
  expect(row).toEqual({ id: organizationId, count: 1 });
});

it("work that throws is rolled back", async () => {
  const work = test.database.inOrganization(organizationId, async (tx) => {
    await tx.updateTable("organizations").set({ name: "changed" }).execute();
    throw new Error("on second thought");
  });
  await expect(work).rejects.toThrow("on second thought");
  expect(await test.everything.selectFrom("organizations").select("name").execute()).toEqual([{ name: "A" }]);
});

it("the organization ends with its transaction: the next user of the connection has none", async () => {
  const single = test.open({ poolSize: 1 });
  await single.inOrganization(organizationId, async () => {});
  expect(await single.withoutOrganization.selectFrom("organizations").selectAll().execute()).toEqual([]);
  await single.close();
});

it("statements that are asked for at once run one after another; one that fails takes them all back", async () => {
  const both = await test.database.inOrganization(organizationId, async (tx) =>
    Promise.all([
      tx.updateTable("organizations").set({ name: "B" }).execute(),
      tx.selectFrom("organizations").select("name").executeTakeFirst(),
    ]),
  );
  expect(both[1]).toEqual({ name: "B" });
  const failing = test.database.inOrganization(organizationId, (tx) =>
    Promise.all([
      tx.updateTable("organizations").set({ name: "C" }).execute(),
      sql`select 1 / 0`.execute(tx),
      tx.updateTable("organizations").set({ name: "D" }).execute(),
    ]),
  );
  await expect(failing).rejects.toThrow("division by zero");
  expect(await test.everything.selectFrom("organizations").select("name").execute()).toEqual([{ name: "B" }]);
});

it("a statement that waits for others of a transaction that has failed does not run in the connection's next one", async () => {
  const single = test.open({ poolSize: 1 });
  const asked: Promise<unknown>[] = [];
  const failing = single.inOrganization(organizationId, (tx) => {
    asked.push(
      sql`select 1 / 0`.execute(tx),
      sql`select 1`.execute(tx),
      sql`select set_config('app.late', 'here', false)`.execute(tx),
    );
    return Promise.all(asked);
  });
  await expect(failing).rejects.toThrow("division by zero");
  await expect(asked[2]).rejects.toThrow("The transaction is over");
  const { rows } = await sql`select current_setting('app.late', true) as late`.execute(single.withoutOrganization);
  expect(rows).toEqual([{ late: null }]);
  await single.close();
});

it("a connection that ends within a transaction fails it; the next one has another", async () => {
  const single = test.open({ poolSize: 1 });
  const work = single.inOrganization(organizationId, async (tx) => {
    await tx.selectFrom("organizations").select("id").execute();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid = ${await pidOf(tx)}`.execute(
      test.everything,
    );
    return tx.selectFrom("organizations").select("id").execute();
  });
  await expect(work).rejects.toThrow();
  const rows = await single.inOrganization(organizationId, (tx) =>
    tx.selectFrom("organizations").select("id").execute(),
  );
  expect(rows).toEqual([{ id: organizationId }]);
  await single.close();
});

it("an organization is a whole number; a transaction that was not opened keeps no connection", async () => {
  const single = test.open({ poolSize: 1 });
  await expect(single.inOrganization(Number.NaN, async () => "in none")).rejects.toThrow("whole number");
  expect(await single.inOrganization(organizationId, async () => "free again")).toBe("free again");
  await single.close();
});

const pidOf = async (tx: OrganizationTransaction): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  return rows[0]?.pid ?? 0;
};

const limits = {
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
  idleInTransactionTimeoutMs: 60_000,
  mostWaiting: 1,
  waitMs: 60_000,
  organizationShare: 1,
};
const openWith = (changed: Partial<typeof limits>, poolSize = 1) =>
  openDatabase({ url: test.url, poolSize, applicationName: "test", limits: { ...limits, ...changed } });

/** On a busy machine a connection may take longer to open than a test lets anything wait. */
const openConnected = async (changed: Partial<typeof limits>, poolSize = 1): Promise<Database> => {
  const database = openWith(changed, poolSize);
  await waitUntil("there is a connection", () => database.inOrganization(organizationId, pidOf));
  return database;
};

it("a statement that takes too long is broken off, and the connection goes on", async () => {
  const impatient = openWith({ statementTimeoutMs: 50 });
  const sleep = impatient.inOrganization(organizationId, (tx) => sql`select pg_sleep(600)`.execute(tx));
  await expect(sleep).rejects.toMatchObject({ code: "57014" });
  // On a busy machine a statement that waits for nothing may take as long.
  await waitUntil("the connection goes on", () =>
    impatient.inOrganization(organizationId, (tx) => tx.selectFrom("organizations").select("id").execute()),
  );
  await impatient.close();
});

it("work that waits too long for what another transaction holds is given up", async () => {
  const impatient = openWith({ lockTimeoutMs: 50 });
  const rename = (database: Database) =>
    database.inOrganization(organizationId, async (tx) => {
      await tx.updateTable("organizations").set({ name: "A" }).execute();
      if (database === test.database) await expect(rename(impatient)).rejects.toMatchObject({ code: "55P03" });
    });
  await rename(test.database);
  await rename(impatient);
  await impatient.close();
});

it("a transaction in which nothing is asked is ended by the server, and its locks with it", async () => {
  const forgetful = openWith({ idleInTransactionTimeoutMs: 50 });
  const forgotten = forgetful.inOrganization(organizationId, async (tx) => {
    const pid = await pidOf(tx);
    await tx.updateTable("organizations").set({ name: "held" }).execute();
    await waitUntil("the server has ended it", async () => {
      const { rows } = await sql`select from pg_stat_activity where pid = ${pid}`.execute(test.everything);
      return rows.length === 0;
    });
  });
  await expect(forgotten).rejects.toThrow();
  expect(await test.everything.selectFrom("organizations").select("name").executeTakeFirst()).not.toEqual({
    name: "held",
  });
  // On a busy machine as much may pass between two statements.
  await waitUntil("there is another connection", () => forgetful.inOrganization(organizationId, pidOf));
  await forgetful.close();
});

it("with every connection in use some work waits, and the rest is refused at once", async () => {
  const patient = openWith({});
  const waiting = await patient.inOrganization(organizationId, async () => {
    const second = patient.inOrganization(organizationId, pidOf);
    await waitUntil("the second waits", () => patient.pool.waitingCount === 1);
    await expect(patient.pool.query("select 1")).rejects.toThrow(PoolFullError);
    await expect(patient.inOrganization(organizationId, pidOf)).rejects.toThrow(PoolFullError);
    return { second };
  });
  expect(await waiting.second).toEqual(expect.any(Number));
  await patient.close();
});

describe("an organization that uses its share of the connections", () => {
  const ANOTHER = 4_000_000;

  it("waits behind its own work, and others find connections", async () => {
    const shared = openWith({ organizationShare: 0.5 }, 4);
    const order: string[] = [];
    const ended = await shared.inOrganization(organizationId, () =>
      shared.inOrganization(organizationId, async () => {
        const third = shared.inOrganization(organizationId, async () => void order.push("its third"));
        await expect(shared.inOrganization(organizationId, pidOf)).rejects.toThrow(PoolFullError);
        await Promise.all([1, 2].map(() => shared.inOrganization(ANOTHER, pidOf)));
        order.push("another's");
        return { third };
      }),
    );
    await ended.third;
    expect(order).toEqual(["another's", "its third"]);
    await shared.close();
  });

  it("leaves one to the others also where its share of a small pool would be all of them", async () => {
    const shared = await openConnected({ organizationShare: 0.75, waitMs: 50 }, 2);
    await shared.inOrganization(organizationId, async () => {
      await expect(shared.inOrganization(organizationId, pidOf)).rejects.toThrow(PoolFullError);
      // On a busy machine a connection may take as long.
      await waitUntil("another finds one", () => shared.inOrganization(ANOTHER, pidOf));
    });
    await shared.close();
  });

  it("waits for its turn and then for a connection as long as for one of them alone", async () => {
    const WAIT_MS = 2_000;
    const shared = await openConnected({ organizationShare: 0.5, waitMs: WAIT_MS, mostWaiting: 10 }, 2);
    const hold = (id: number) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      return { ended: shared.inOrganization(id, () => promise), end: resolve };
    };
    const first = hold(organizationId);
    const another = hold(ANOTHER);
    await waitUntil("both connections are in use", () => shared.pool.totalCount === 2 && shared.pool.idleCount === 0);
    const refused: string[] = [];
    const begunAtMs = performance.now();
    const second = shared.inOrganization(organizationId, pidOf).catch(() => refused.push("its second"));
    await waitUntil("half of its time is over", () => performance.now() - begunAtMs > WAIT_MS / 2);
    const taker = hold(ANOTHER + 1);
    const later = shared.inOrganization(ANOTHER + 2, pidOf).catch(() => refused.push("what came later"));
    first.end();
    await Promise.all([first.ended, second, later]);
    expect(refused).toEqual(["its second", "what came later"]);
    for (const { end, ended } of [another, taker]) {
      end();
      await ended;
    }
    await shared.close();
  });

  it("is refused when its turn does not come in time, and goes on afterwards", async () => {
    const shared = await openConnected({ organizationShare: 0.5, waitMs: 50 }, 2);
    await shared.inOrganization(organizationId, async () => {
      await expect(shared.inOrganization(organizationId, pidOf)).rejects.toThrow(PoolFullError);
    });
    await expect(
      shared.inOrganization(organizationId, () => Promise.reject(new Error("its work fails"))),
    ).rejects.toThrow("its work fails");
    // On a busy machine a connection may take as long.
    await waitUntil("it goes on", () => shared.inOrganization(organizationId, pidOf));
    await shared.close();
  });
});

it("work that has waited elsewhere waits for a connection only for the rest of its time, and takes none afterwards", async () => {
  const patient = openWith({}, 1);
  const bounded = patient.pool;
  if (!(bounded instanceof BoundedPool)) throw new Error("the pool is bounded");
  await patient.inOrganization(organizationId, async () => {
    await expect(bounded.connectWithin(50)).rejects.toThrow(PoolFullError);
  });
  // The pool hands the connection over to who has given up: it has to be free again.
  expect(await patient.inOrganization(organizationId, pidOf)).toEqual(expect.any(Number));
  const client = await bounded.connectWithin(60_000);
  client.release();
  await patient.close();
});

it("work that waits too long for a connection that others use is refused as too much work, not as a server that is away", async () => {
  const impatient = await openConnected({ waitMs: 50 });
  await impatient.inOrganization(organizationId, async () => {
    await expect(impatient.inOrganization(organizationId, pidOf)).rejects.toThrow(PoolFullError);
  });
  await impatient.close();
});

describe("statements that are asked again and again", () => {
  const openNaming = () =>
    openDatabase({ url: test.url, poolSize: 1, applicationName: "test", limits, namesStatements: true });
  const askFor = (database: Database, id: number) =>
    database.inOrganization(id, async (tx) => {
      const rows = await tx.selectFrom("organizations").selectAll().where("id", ">", 0).execute();
      return rows.map((row) => row.id);
    });
  const preparedBy = (database: Database) =>
    database.inOrganization(organizationId, async (tx) => {
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx);
      return rows.map(({ statement }) => statement);
    });

  it("are prepared once, and see what the transaction may see", async () => {
    const naming = openNaming();
    const { id: otherId } = await test.everything
      .insertInto("organizations")
      .values({ name: "B" })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (let asked = 0; asked < 12; asked += 1) {
      expect(await askFor(naming, organizationId)).toEqual([organizationId]);
      expect(await askFor(naming, otherId)).toEqual([otherId]);
    }
    expect((await preparedBy(naming)).filter((text) => text.includes(`from "organizations"`))).toHaveLength(1);
    await naming.close();
  });

  it("are prepared anew by another connection when the tables have changed", async () => {
    const naming = openNaming();
    for (let asked = 0; asked < 12; asked += 1) await askFor(naming, organizationId);
    await sql`alter table organizations add column added_meanwhile text`.execute(test.everything);
    try {
      await expect(askFor(naming, organizationId)).rejects.toThrow("cached plan");
      expect(await askFor(naming, organizationId)).toEqual([organizationId]);
    } finally {
      await sql`alter table organizations drop column added_meanwhile`.execute(test.everything);
      await naming.close();
    }
  });

  it("have no name where a value says which index they mean: a plan for all values would not know it", async () => {
    const naming = openNaming();
    await sql`create table letters (n integer not null, kind text not null)`.execute(test.everything);
    try {
      await sql`create unique index on letters (n) where kind = 'a'`.execute(test.everything);
      await sql`grant all on letters to ringdown_app`.execute(test.everything);
      const insert = (tx: OrganizationTransaction, kind: string) =>
        sql`insert into letters (n, kind) values (${1}, ${kind}) on conflict (n) where kind = ${"a"} do nothing`.execute(
          tx,
        );
      for (let asked = 0; asked < 12; asked += 1) await naming.inOrganization(organizationId, (tx) => insert(tx, "a"));
      const { rows } = await sql`select * from letters`.execute(test.everything);
      expect(rows).toHaveLength(1);
    } finally {
      await sql`drop table letters`.execute(test.everything);
      await naming.close();
    }
  });

  it("have no more names than the pool keeps", async () => {
    const naming = openNaming();
    for (let text = 0; text < 200; text += 1) {
      const column = sql.raw(`c${text}`);
      for (let asked = 0; asked < 6; asked += 1)
        await naming.inOrganization(organizationId, (tx) => sql`select ${1}::int as ${column}`.execute(tx));
    }
    expect(await preparedBy(naming)).toHaveLength(120);
    await naming.close();
  });
});

it("the guard of tests refuses a second connection to work that holds one, and nothing else", async () => {
  const guarded = withOneConnection(test.open({ poolSize: 3 }));
  const inside = (work: () => Promise<unknown>) => guarded.inOrganization(organizationId, work);
  await expect(inside(() => guarded.inOrganization(organizationId, pidOf))).rejects.toThrow("second connection");
  await expect(inside(() => guarded.pool.query("select 1"))).rejects.toThrow("second connection");
  await Promise.all([guarded.inOrganization(organizationId, pidOf), guarded.inOrganization(organizationId, pidOf)]);
  await guarded.close();
});
