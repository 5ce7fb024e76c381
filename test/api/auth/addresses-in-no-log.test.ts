import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "@jest/globals";
import { sql } from "kysely";
import { signUpOperation } from "../../../api/auth/auth.operations.ts";
import { useTestApi } from "../../harness/tenant-api.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const EMAIL = "never-in-a-log@example.com";
const BODY = { email: EMAIL, password: "a long enough password" };

const { test, api } = await useTestApi();

const readServerLog = async (): Promise<string> => {
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(test.everything);
  return readFileSync(join(dirname(rows[0]?.data_directory ?? ""), "postgres.log"), "utf8");
};

it("leaves no e-mail address in PostgreSQL's log when an address is taken, or a row breaks a constraint", async () => {
  await api.client().call(signUpOperation, { body: BODY });
  expect((await api.client().refused(signUpOperation, { body: { ...BODY, email: EMAIL.toUpperCase() } })).status).toBe(
    409,
  );
  const twice = test.everything.insertInto("users").values({ email: EMAIL, name: null, password_hash: "none" });
  await expect(twice.execute()).rejects.toMatchObject({ constraint: "users_email" });
  const log = await waitUntil("the refusals in the log", async () => {
    const text = await readServerLog();
    return text.includes("users_email") ? text : undefined;
  });
  expect(log.toLowerCase()).not.toContain(EMAIL);
});
