import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { z } from "zod";
import { sendActsToCollector } from "../../../activities/maintenance/send-acts-to-collector.ts";
import { createLogger } from "../../../infra/logger.ts";
import { insertAct } from "../../../infra/postgres/audit/acts.repository.ts";
import { readLogsReceiver } from "../../../infra/telemetry/send-acts.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string().regex(/^\d+$/) }),
]);
const attributes = z.array(z.strictObject({ key: z.string(), value }));
/** A request as the protocol has it: `ExportLogsServiceRequest` in JSON. */
const logsRequest = z.strictObject({
  resourceLogs: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeLogs: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string() }),
          logRecords: z.array(
            z.strictObject({
              timeUnixNano: z.string().regex(/^\d{19}$/),
              observedTimeUnixNano: z.string().regex(/^\d{19}$/),
              severityNumber: z.literal(9),
              severityText: z.literal("INFO"),
              eventName: z.string(),
              body: value,
              attributes,
            }),
          ),
        }),
      ),
    }),
  ),
});

let test: TestDatabase;
let tenants: Tenant[];
let server: Server;
let status = 200;
let isAway = false;
const taken: Record<string, string>[] = [];
let authorization: string | undefined;

beforeAll(async () => {
  test = await createTestDatabase();
  tenants = [await createTenant(test, "ours"), await createTenant(test, "theirs")];
  server = createServer(async (request, response) => {
    if (isAway) return void request.socket.destroy();
    authorization = request.headers.authorization;
    const { resourceLogs } = logsRequest.parse(JSON.parse(await text(request)));
    if (status === 200)
      for (const { scopeLogs } of resourceLogs)
        for (const { attributes: told } of scopeLogs.flatMap(({ logRecords }) => logRecords))
          taken.push(Object.fromEntries(told.map((each) => [each.key, Object.values(each.value)[0] ?? ""])));
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  await test.drop();
});

const send = async () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens on a port");
  const actsReceiver = readLogsReceiver({
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `http://127.0.0.1:${address.port}/v1/logs`,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20t",
  });
  await sendActsToCollector({
    database: test.database,
    logger: createLogger("test", { level: "silent" }),
    actsReceiver,
  });
};
const act = (operation: string, at = 0) => ({
  organizationId: tenants[at]?.organizationId ?? 0,
  uuid: crypto.randomUUID(),
  kind: "changed" as const,
  actor: "user:1",
  userId: 1,
  operation,
  subject: { campaign_id: 7 },
  address: "192.0.2.1",
  userAgent: null,
});
const note = (operation: string, at = 0) =>
  test.database.inOrganization(tenants[at]?.organizationId ?? 0, (tx) => insertAct(tx, act(operation, at)));
const takenOperations = () => taken.map((told) => told["ringdown.operation"]);

it("acts of every organization are sent as logs, in their order, each once while all is well", async () => {
  await note("one");
  await note("two", 1);
  await send();
  await send();
  expect(takenOperations()).toEqual(["one", "two"]);
  expect(authorization).toBe("Bearer t");
  expect(taken[0]).toMatchObject({
    "ringdown.organization_id": String(tenants[0]?.organizationId),
    "ringdown.act.kind": "changed",
    "ringdown.actor": "user:1",
    "ringdown.subject.campaign_id": "7",
    "client.address": "192.0.2.1",
  });
});

it("nothing is lost while the collector is away, refuses, or was sent something and did not answer", async () => {
  taken.length = 0;
  isAway = true;
  await note("three");
  await send();
  isAway = false;
  status = 503;
  await note("four");
  await send();
  status = 200;
  for (let at = 0; at < 600; at += 1) await note(`more ${at}`);
  await send();
  expect(takenOperations()).toEqual(["three", "four", ...Array.from({ length: 600 }, (_, at) => `more ${at}`)]);
  // The answer of a request was lost with the process.
  await sql`update acts_sent set act_id = act_id - 1`.execute(test.everything);
  await send();
  expect(takenOperations().slice(-2)).toEqual(["more 599", "more 599"]);
});

it("an act whose transaction ends late is not passed over", async () => {
  taken.length = 0;
  const ours = tenants[0]?.organizationId ?? 0;
  let end = () => {};
  const goesOn = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const late = test.database.inOrganization(ours, async (tx) => {
    await insertAct(tx, act("late"));
    begun();
    await goesOn;
  });
  await hasBegun;
  await note("early");
  await send();
  expect(takenOperations()).toEqual([]);
  end();
  await late;
  await send();
  expect(takenOperations()).toEqual(["late", "early"]);
});
