import type { Duplex } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { type Database, type OrganizationTransaction, openDatabase } from "../../../infra/postgres/database.ts";
import { sendAtCommit, sendTogether, sendWithCommit } from "../../../infra/postgres/send-together.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let single: Database;
let organizationId: number;

beforeAll(async () => {
  test = await createTestDatabase();
  single = test.open({ poolSize: 1 });
  const row = await test.everything
    .insertInto("organizations")
    .values({ name: "A" })
    .returning("id")
    .executeTakeFirstOrThrow();
  organizationId = row.id;
  // With the first transaction of an organization a process reads the key of its marks.
  await single.inOrganization(organizationId, async () => {});
});
afterAll(async () => {
  await single?.close();
  await test?.drop();
});

const inOrganization = <T>(work: (tx: OrganizationTransaction) => Promise<T>): Promise<T> =>
  single.inOrganization(organizationId, work);

const rename = async (tx: OrganizationTransaction, name: string): Promise<string> => {
  const { name: before } = await tx.selectFrom("organizations").select("name").executeTakeFirstOrThrow();
  await tx.updateTable("organizations").set({ name }).execute();
  return before;
};
const write = (tx: OrganizationTransaction, name: string) => tx.updateTable("organizations").set({ name }).execute();
const readName = async (tx: OrganizationTransaction): Promise<string | undefined> =>
  (await tx.selectFrom("organizations").select("name").executeTakeFirst())?.name;

/** Counts how often the only connection's process writes to the server during the work. */
const countWrites = async (work: () => Promise<unknown>): Promise<number> => {
  const client = await single.pool.connect();
  const { stream }: { stream: Duplex } = client.connection;
  client.release();
  const writeOut = stream._writev?.bind(stream);
  const writeOne = stream._write.bind(stream);
  let writes = 0;
  Object.assign(stream, {
    _writev: (...args: Parameters<NonNullable<Duplex["_writev"]>>) => {
      writes += 1;
      writeOut?.(...args);
    },
    _write: (...args: Parameters<Duplex["_write"]>) => {
      writes += 1;
      writeOne(...args);
    },
  });
  try {
    await work();
    return writes;
  } finally {
    Object.assign(stream, { _writev: writeOut, _write: writeOne });
  }
};

describe("parts of a transaction that are sent together", () => {
  it("need one write, where one after another needs one for each", async () => {
    const together = await countWrites(() =>
      inOrganization((tx) => sendTogether(tx, (tx) => [write(tx, "B"), readName(tx), write(tx, "A")])),
    );
    const inTurn = await countWrites(() =>
      inOrganization(async (tx) => {
        await write(tx, "B");
        await readName(tx);
        await write(tx, "A");
      }),
    );
    // The last write of each is the commit.
    expect({ together, inTurn }).toEqual({ together: 2, inTurn: 4 });
  });

  it("run in their order and give their results in it; those that go on do so after the first statements of all", async () => {
    const results = await inOrganization((tx) =>
      sendTogether(tx, (tx) => [rename(tx, "C"), write(tx, "B"), readName(tx), null]),
    );
    expect(results).toEqual(["A", expect.anything(), "B", null]);
    expect(await inOrganization(readName)).toBe("C");
  });

  it("go out with the parts that they consist of", async () => {
    const writes = await countWrites(() =>
      inOrganization((tx) =>
        sendTogether(tx, (tx) => [
          sendTogether(tx, (tx) => [write(tx, "B"), write(tx, "D")]),
          readName(tx).then((name) => expect(name).toBe("D")),
        ]),
      ),
    );
    expect(writes).toBe(2);
  });

  it("are all taken back when one fails; its error is thrown when each of them is over", async () => {
    const before = await inOrganization(readName);
    let isOver = false;
    const failing = inOrganization((tx) =>
      sendTogether(tx, (tx) => [
        rename(tx, "E"),
        sql`select 1 / 0`.execute(tx),
        write(tx, "F").finally(() => {
          isOver = true;
        }),
      ]),
    );
    await expect(failing).rejects.toThrow("division by zero");
    expect(isOver).toBe(true);
    expect(await inOrganization(readName)).toBe(before);
  });

  it("prepare a repeated statement again that was to be prepared behind one that failed", async () => {
    const naming = openDatabase({ url: test.url, poolSize: 1, applicationName: "test", namesStatements: true });
    const read = (tx: OrganizationTransaction) =>
      tx.selectFrom("organizations").select("id").where("id", "=", organizationId).execute();
    try {
      for (let repeated = 0; repeated < 10; repeated += 1) {
        const failing = naming.inOrganization(organizationId, (tx) =>
          sendTogether(tx, (tx) => [sql`select 1 / 0`.execute(tx), read(tx), read(tx)]),
        );
        await expect(failing).rejects.toThrow("division by zero");
      }
      expect(await naming.inOrganization(organizationId, read)).toEqual([{ id: organizationId }]);
    } finally {
      await naming.close();
    }
  });

  it("follow and precede other statements of the transaction", async () => {
    const names = await inOrganization(async (tx) => {
      await write(tx, "first");
      const [then] = await sendTogether(tx, (tx) => [readName(tx), write(tx, "second")]);
      return [then, await readName(tx)];
    });
    expect(names).toEqual(["first", "second"]);
  });
});

describe("the last statements of a transaction, sent with its commit", () => {
  it("need one write with everything before them, and what they have written stays", async () => {
    const writes = await countWrites(() =>
      inOrganization(async (tx) => {
        const results = await sendWithCommit(tx, (tx) => [write(tx, "kept"), null, readName(tx)]);
        expect(results).toEqual([expect.anything(), null, "kept"]);
      }),
    );
    expect(writes).toBe(1);
    expect(await inOrganization(readName)).toBe("kept");
  });

  it("are all taken back when one fails, and its error is thrown", async () => {
    const before = await inOrganization(readName);
    const failing = inOrganization(async (tx) => {
      await write(tx, "G");
      await sendWithCommit(tx, (tx) => [write(tx, "H"), sql`select 1 / 0`.execute(tx), write(tx, "I")]);
    });
    await expect(failing).rejects.toThrow("division by zero");
    expect(await inOrganization(readName)).toBe(before);
  });

  it("are followed by no other statement", async () => {
    const late = (tx: OrganizationTransaction) => expect(readName(tx)).rejects.toThrow("The transaction is over");
    await inOrganization(async (tx) => {
      await sendWithCommit(tx, (tx) => [write(tx, "last")]);
      await late(tx);
    });
    await expect(inOrganization((tx) => sendWithCommit(tx, (tx) => [rename(tx, "two statements")]))).rejects.toThrow(
      "The transaction is over",
    );
    expect(await inOrganization(readName)).toBe("last");
  });

  it("leave the commit to the end of the transaction where a part has nothing to ask", async () => {
    await inOrganization((tx) => sendWithCommit(tx, (tx) => [write(tx, "later"), Promise.resolve()]));
    expect(await inOrganization(readName)).toBe("later");
    const undone = inOrganization(async (tx) => {
      await sendWithCommit(tx, (tx) => [write(tx, "never"), Promise.resolve()]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await inOrganization(readName)).toBe("later");
  });

  it("are not parts of other parts", async () => {
    const nested = inOrganization((tx) =>
      sendTogether(tx, (tx) => [write(tx, "J"), sendWithCommit(tx, (tx) => [write(tx, "K")])]),
    );
    await expect(nested).rejects.toThrow("a part of a transaction cannot end it");
    expect(await inOrganization(readName)).toBe("later");
  });
});

describe("statements that the work leaves to the commit", () => {
  it("are sent in the commit's write, and what they have written stays", async () => {
    const writes = await countWrites(() =>
      inOrganization(async (tx) => {
        sendAtCommit(tx, (tx) => write(tx, "left"));
        expect(await readName(tx)).not.toBe("left");
      }),
    );
    expect(writes).toBe(2);
    expect(await inOrganization(readName)).toBe("left");
  });

  it("take everything back when one fails, and its error is thrown", async () => {
    const failing = inOrganization(async (tx) => {
      sendAtCommit(tx, (tx) => write(tx, "M"));
      sendAtCommit(tx, (tx) => sql`select 1 / 0`.execute(tx));
      await write(tx, "L");
    });
    await expect(failing).rejects.toThrow("division by zero");
    expect(await inOrganization(readName)).toBe("left");
  });

  it("are not sent when the work fails", async () => {
    const failing = inOrganization(async (tx) => {
      sendAtCommit(tx, (tx) => write(tx, "N"));
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect(await inOrganization(readName)).toBe("left");
  });

  it("are sent with the statements that the work itself sends with the commit, and from parts that are sent together", async () => {
    await inOrganization(async (tx) => {
      await sendTogether(tx, (tx) => [write(tx, "together"), sendAtCommit(tx, (tx) => write(tx, "left last"))]);
      await sendWithCommit(tx, (tx) => [write(tx, "with the commit")]);
    });
    expect(await inOrganization(readName)).toBe("left last");
  });

  it("are refused by a transaction that would not send them", async () => {
    await test.database.withoutOrganization.transaction().execute(async (tx) => {
      expect(() => sendAtCommit(tx, (tx) => readName(tx))).toThrow("only the work of a transaction of an organization");
    });
  });
});
