import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { createToolOperation, getToolOperation } from "../../../api/tools/tools.operations.ts";
import { createLogger } from "../../../infra/logger.ts";
import { runAsWork } from "../../../infra/telemetry/current-work.ts";
import { openOtlpTracing } from "../../../infra/telemetry/otlp-tracing.ts";
import type { Tracing } from "../../../infra/telemetry/tracing.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { type OtlpReceiver, startOtlpReceiver } from "../../harness/otlp-receiver.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let collector: OtlpReceiver;
let tracing: Tracing;
let api: TestApi;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
  collector = await startOtlpReceiver();
  tracing = openOtlpTracing({
    endpoint: collector.endpoint,
    service: "ringdown",
    logger: createLogger("test", { level: "silent" }),
    OTEL_EXPORTER_OTLP_HEADERS: undefined,
    OTEL_TRACES_SAMPLER: "always_on",
    OTEL_TRACES_SAMPLER_ARG: 1,
  });
  api = await startTestApi(test, { dependencies: { tracing } });
  await askForEverything();
  await tracing.close();
});
afterAll(async () => {
  await api.close();
  await collector.close();
  await test.drop();
});

const UNKNOWN_TOOL = { params: { tool_uuid: "00000000-0000-4000-8000-000000000000" } };

/** A request that succeeds, two that are refused, and a transaction that PostgreSQL refuses. */
const askForEverything = async () => {
  const admin = api.client({ token: tenant.admin.token });
  const definition = { type: "calculator" as const };
  await admin.call(createToolOperation, { body: { name: "Sums", definition } });
  expect(await admin.refused(getToolOperation, UNKNOWN_TOOL)).toMatchObject({ status: 404 });
  const body = { name: "Sums", category: "end_call" as const, definition };
  expect(await admin.refused(createToolOperation, { body })).toMatchObject({ status: 422 });
  const span = tracing.start({ name: "broken" });
  const broken = runAsWork({ fields: {}, span }, () =>
    api.dependencies.database.inOrganization(tenant.organizationId, (tx) => sql`select 1 / 0`.execute(tx)),
  );
  await expect(broken).rejects.toThrow("division by zero");
  span?.end();
};

const transactionsOf = (name: string) => {
  const parent = collector.spans().filter((span) => span.name === name);
  const ids = new Set(parent.map(({ spanId }) => spanId));
  return collector.spans().filter((span) => ids.has(span.parentSpanId ?? "") && span.name.startsWith("postgresql"));
};

describe("the spans of transactions", () => {
  it("show no fault where a request was refused", () => {
    const [read, create] = [transactionsOf("GET /api/v1/tools/{tool_uuid}"), transactionsOf("POST /api/v1/tools/")];
    expect(read.length).toBeGreaterThan(0);
    expect(create.length).toBeGreaterThan(1);
    expect([...read, ...create].filter(({ failed }) => failed)).toEqual([]);
  });

  it("show what PostgreSQL refused as a fault", () => {
    expect(transactionsOf("broken").map(({ failed }) => failed)).toEqual([true]);
  });
});

it("every span comes from a service whose version is named", () => {
  expect(new Set(collector.spans().map(({ version }) => version))).toEqual(new Set([packageJson.version]));
});
