import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { openDatabase } from "../../../infra/postgres/database.ts";
import { WORK_LIMITS } from "../../../infra/postgres/database-limits.ts";
import { hasDoneNothing, isPassingFailure } from "../../../infra/postgres/passing-failures.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Returns the failure of work in a database of its own. */
const failIn = async (
  { url, waitMs = WORK_LIMITS.waitMs }: { url: string; waitMs?: number },
  work: Parameters<ReturnType<typeof openDatabase>["inOrganization"]>[1] = async () => {},
): Promise<unknown> => {
  const limits = { ...WORK_LIMITS, waitMs, lockTimeoutMs: 1 };
  const database = openDatabase({ url, poolSize: 1, applicationName: "fails", limits });
  try {
    return await database.inOrganization(1, work).then(
      () => {
        throw new Error("it has not failed");
      },
      (error: unknown) => error,
    );
  } finally {
    await database.close();
  }
};

const judge = (error: unknown) => ({ passes: isPassingFailure(error), nothing: hasDoneNothing(error) });

describe("a failure of the database", () => {
  it("passes and has done nothing where nobody listens", async () => {
    expect(judge(await failIn({ url: "postgres://nobody@127.0.0.1:1/none" }))).toEqual({ passes: true, nothing: true });
  });

  it("passes and has done nothing where the server does not answer in time", async () => {
    const silent = createServer((socket) => socket.on("error", () => {}));
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const error = await failIn({ url: `postgres://nobody@127.0.0.1:${port}/none`, waitMs: 20 });
    silent.close();
    expect(judge(error)).toEqual({ passes: true, nothing: true });
  });

  it("passes and has done nothing where another holds a lock for too long", async () => {
    const error = await test.everything.transaction().execute(async (tx) => {
      await sql`lock table organizations`.execute(tx);
      return failIn({ url: test.url }, (own) => own.selectFrom("organizations").select("id").execute());
    });
    expect(judge(error)).toEqual({ passes: true, nothing: true });
  });

  it("passes, and may have done something, where the server ends the connection", async () => {
    const error = await failIn({ url: test.url }, async (tx) => {
      const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${own.rows[0]?.pid})`.execute(test.everything);
      await sql`select 1`.execute(tx);
    });
    expect(judge(error)).toEqual({ passes: true, nothing: false });
  });

  it("may have done something where the way to the server is lost on a connection", () => {
    const lost = Object.assign(new Error("read EHOSTUNREACH"), { code: "EHOSTUNREACH", syscall: "read" });
    expect(judge(lost)).toEqual({ passes: true, nothing: false });
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" });
    const ofBoth = Object.assign(new AggregateError([refused, refused]), { code: "ECONNREFUSED" });
    expect(judge(ofBoth)).toEqual({ passes: true, nothing: true });
  });

  it("stays where the statement is wrong", async () => {
    const error = await failIn({ url: test.url }, (tx) => sql`select 1 / 0`.execute(tx));
    expect(judge(error)).toEqual({ passes: false, nothing: false });
  });
});
