import { randomUUID } from "node:crypto";
import { expect, it } from "@jest/globals";
import { sql } from "kysely";
import { createActRecorder } from "../../../api/http/act-recorder.ts";
import { createRecentLooks } from "../../../api/http/recent-looks.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const { test, tenant } = await useTenantApi();
const { organizationId, operator } = tenant;

const openRecorder = () =>
  createActRecorder(
    { database: test.database, looks: createRecentLooks() },
    {
      operation: { id: "contacts.lists.create", method: "post", sandbox: "own" },
      actor: {
        organizationId,
        userId: operator.userId,
        role: "operator",
        environment: "production",
        credential: { kind: "session", id: 1, method: "password" },
      },
      request: { ip: "203.0.113.7", params: {}, get: () => undefined },
      uuid: randomUUID(),
    },
  );

const addList = (recorder: ReturnType<typeof openRecorder>, name: string) =>
  recorder.within((leaveToCommit) =>
    test.database.inOrganization(organizationId, async (tx) => {
      leaveToCommit(tx);
      await tx.insertInto("contact_lists").values({ organization_id: organizationId, name }).execute();
    }),
  );

const countActs = async () => (await test.everything.selectFrom("acts").select("id").execute()).length;

it("a change whose commit failed is noted by the one that takes its place", async () => {
  const refuse = sql`create function refuse_list() returns trigger language plpgsql as $$
    begin if new.name = 'Never' then raise 'not this one'; end if; return null; end $$`;
  await refuse.execute(test.everything);
  await sql`create constraint trigger refuse_list after insert on contact_lists deferrable initially deferred
    for each row execute function refuse_list()`.execute(test.everything);
  const recorder = openRecorder();
  await expect(addList(recorder, "Never")).rejects.toThrow("not this one");
  expect(await countActs()).toBe(0);
  await addList(recorder, "Instead");
  expect(await countActs()).toBe(1);
  await recorder.finish();
  expect(await countActs()).toBe(1);
});
