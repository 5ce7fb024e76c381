import { beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { operations } from "../../api/areas.ts";
import type { AnyOperation } from "../../api/http/operation.ts";
import { validBodies } from "../factories/request-bodies.ts";
import { fillTables, type TenantRows } from "../factories/tenant-rows.ts";
import { pathOf } from "../harness/operation-walk.ts";
import { useTestApi } from "../harness/tenant-api.ts";

const MOST_BYTES = 1_000_000;

let full: TenantRows;
let other: TenantRows;

const { test, api } = await useTestApi({ environment: { ROW_BYTES_PER_ORGANIZATION: String(MOST_BYTES) } });
beforeAll(async () => {
  full = await fillTables(test, "Full");
  other = await fillTables(test, "Other");
  await measured(full, MOST_BYTES + 1);
  await measured(other, MOST_BYTES);
});

const measured = ({ organizationId }: TenantRows, bytes: number) =>
  sql`insert into organization_rows (organization_id, bytes, measured_at) values (${organizationId}, ${bytes}, now())
    on conflict (organization_id) do update set bytes = excluded.bytes`.execute(test.everything);

/** Sends what the operation accepts. */
const send = async (rows: TenantRows, operation: AnyOperation) => {
  const form = new FormData();
  form.set("file", new Blob(["+12025550101"], { type: "text/csv" }), "numbers.csv");
  const json = JSON.stringify(validBodies(rows)[operation.id] ?? {});
  const response = await fetch(`${api.baseUrl}${pathOf(operation, { template_id: "any", ...rows.pathParameters })}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${rows.admin.token}`,
      ...(operation.bodyKind !== "multipart" && { "content-type": "application/json" }),
    },
    body: operation.bodyKind === "multipart" ? form : json,
  });
  return { status: response.status, body: await response.text() };
};

const adding = operations.filter(({ addsRows }) => addsRows);

describe("an organization whose rows exceed their limit", () => {
  it.each(adding.map((operation) => [operation.id, operation] as const))("is refused %s", async (_id, operation) => {
    const { status, body } = await send(full, operation);
    expect(`${status} ${body}`).toContain('402 {"detail":"Your organization\'s contacts');
    expect(body).toContain("row_quota");
  });

  it.each(adding.map((operation) => [operation.id, operation] as const))(
    "does not keep another one from %s",
    async (_id, operation) => {
      expect((await send(other, operation)).body).not.toContain("row_quota");
    },
  );

  it("goes on with what is under way, asks not to be called, and makes room", async () => {
    const walked = [
      "contacts.doNotCall.add",
      "textSessions.message",
      "calls.start",
      "campaigns.pause",
      "campaigns.resume",
    ];
    for (const operation of operations.filter(
      ({ id }) => walked.includes(id) || /\.(delete|remove|archive)$/.test(id),
    )) {
      expect((await send(full, operation)).body).not.toContain("row_quota");
    }
  });

  it("adds again when it holds no more than it may", async () => {
    const [operation] = adding.filter(({ id }) => id === "agents.create");
    if (!operation) throw new Error("agents are no longer created");
    await measured(full, MOST_BYTES);
    expect((await send(full, operation)).status).toBe(operation.success.status);
  });
});
