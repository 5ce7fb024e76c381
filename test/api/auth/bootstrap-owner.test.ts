import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { logInOperation } from "../../../api/auth/auth.operations.ts";
import { bootstrapOwner } from "../../../api/auth/bootstrap-owner.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const environment = { BOOTSTRAP_EMAIL: "owner@example.com", BOOTSTRAP_PASSWORD: "the first password" };

let test: TestDatabase;
let apis: TestApi[];

beforeAll(async () => {
  test = await createTestDatabase();
  apis = await Promise.all([1, 2, 3].map(() => startTestApi(test, { environment })));
});
afterAll(async () => {
  await Promise.all(apis.map((api) => api.close()));
  await test.drop();
});

const users = () => test.everything.selectFrom("users").select("email").execute();

it("without the settings nobody is made", async () => {
  const plain = await startTestApi(test);
  await bootstrapOwner(plain.dependencies);
  await plain.close();
  expect(await users()).toEqual([]);
});

it("several processes that start at once make one owner, and later starts none", async () => {
  await Promise.all(apis.map((api) => bootstrapOwner(api.dependencies)));
  expect(await users()).toEqual([{ email: "owner@example.com" }]);
  await Promise.all(apis.map((api) => bootstrapOwner(api.dependencies)));
  expect(await users()).toHaveLength(1);
});

it("the owner of the configuration can log in", async () => {
  const body = { email: environment.BOOTSTRAP_EMAIL, password: environment.BOOTSTRAP_PASSWORD };
  const answer = await apis[0]?.client().call(logInOperation, { body });
  expect(answer?.body.user).toMatchObject({ role: "owner" });
});
