import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { fetchVariables } from "../../../application/conversation/fetch-variables.ts";
import { createGuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";
import { createTenant } from "../../factories/tenant.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { createReception } from "./reception.ts";

let test: TestDatabase;
let receiver: HttpReceiver;

beforeAll(async () => {
  test = await createTestDatabase();
  receiver = await startHttpReceiver();
});
afterAll(async () => {
  await receiver.close();
  await test.drop();
});

it("an answer with characters that cannot be stored gives its variables without them", async () => {
  const rig = await createReception(test, await createTenant(test));
  const run = await rig.ports.store.open({ organizationId: rig.organizationId, runUuid: rig.runUuid, driver: "relay" });
  receiver.answer = (_request, response) => respond(response, 200, { plan: "gold\0\0", "na\0me": "\ud83d" });
  const guardedRequests = createGuardedRequests(readOutboundPolicy("127.0.0.1"));
  const source = { on: "always", url: receiver.url, credentialUuid: null } as const;
  const known = { plan: "gold", name: "\ufffd" };
  expect(await fetchVariables({ database: test.database, secrets: testSecrets, guardedRequests }, run, source)).toEqual(
    known,
  );
  const row = await test.everything
    .selectFrom("call_runs")
    .select("initial_context")
    .where("uuid", "=", rig.runUuid)
    .executeTakeFirstOrThrow();
  expect(row.initial_context).toMatchObject(known);
});
