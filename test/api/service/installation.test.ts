import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getInstallationOperation } from "../../../api/service/service.operations.ts";
import { createExamination } from "../../../infra/doctor/examination.ts";
import { fault, warning } from "../../../infra/doctor/finding.ts";
import { noteBackup } from "../../../infra/postgres/installation/installation.repository.ts";
import { version } from "../../../infra/version.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let operator: Tenant;
let other: Tenant;
let api: TestApi;
let nobodys: TestApi;
let looks = 0;

const clock = { now: () => new Date("2026-11-29T10:00:00.000Z") };
beforeAll(async () => {
  test = await createTestDatabase();
  [operator, other] = [await createTenant(test), await createTenant(test, "Another")];
  const look = async () => {
    looks += 1;
    return [
      { part: "mail" as const, ...warning("mail_unset") },
      { part: "schema" as const, ...fault("schema_missing"), command: "node infra/postgres/migrate.ts" },
    ];
  };
  const environment = { OPERATOR_ORGANIZATION_ID: String(operator.organizationId) };
  api = await startTestApi(test, { environment, dependencies: { examination: createExamination(look, clock) } });
  nobodys = await startTestApi(test);
  await noteBackup(test.superuserUrl, { takenAt: "2026-11-28T02:00:00.000Z", rows: 12, objects: 3 });
});
afterAll(async () => {
  await api?.close();
  await nobodys?.close();
  await test?.drop();
});

const readAs = (running: TestApi, token: string) => running.client({ token }).call(getInstallationOperation);
const refusedTo = async (running: TestApi, credentials: { token?: string; apiKey?: string }) => {
  const { status, code } = await running.client(credentials).refused(getInstallationOperation);
  return [status, code];
};

describe("GET /service/status", () => {
  it("shows the operator's owners the version, what was found, the last backup and the counts", async () => {
    const { status, body } = await readAs(api, operator.owner.token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version,
      node_version: process.versions.node,
      examined_at: "2026-11-29T10:00:00.000Z",
      findings: [
        { part: "Mail", level: "warning", code: "mail_unset", remedy: "Set SMTP_URL", command: null },
        { part: "PostgreSQL's schema", level: "fault", command: "node infra/postgres/migrate.ts" },
      ],
      last_backup: { taken_at: "2026-11-28T02:00:00.000Z", rows: 12, objects: 3 },
      figures: { callbacks_late: 0, keys_expiring: 0 },
    });
  });

  it("says what was found in German to who reads German", async () => {
    const { body } = await api
      .client({ token: operator.owner.token })
      .call(getInstallationOperation, { query: { language: "de" } });
    expect(body.findings).toMatchObject([
      { part: "E-Mail", code: "mail_unset", remedy: "Setzen Sie SMTP_URL" },
      { part: "PostgreSQL: Schema", text: "Es gibt keine Tabellen von Ringdown" },
    ]);
  });

  it("looks once for whoever asks within a minute", async () => {
    looks = 0;
    const later = createExamination(async () => ((looks += 1), []), clock);
    await Promise.all([later(), later()]);
    await later();
    expect(looks).toBe(1);
  });

  it("is closed to owners of other organizations, to lesser roles and to keys", async () => {
    expect(await refusedTo(api, { token: other.owner.token })).toEqual([403, "not_operator"]);
    expect(await refusedTo(api, { token: operator.admin.token })).toEqual([403, "role_insufficient"]);
    const { apiKey } = await createKey(test, { tenant: operator });
    expect(await refusedTo(api, { apiKey })).toEqual([403, "role_insufficient"]);
  });

  it("is closed to everybody where no organization is named", async () => {
    expect(await refusedTo(nobodys, { token: operator.owner.token })).toEqual([403, "not_operator"]);
  });
});
