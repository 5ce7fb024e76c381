import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { z } from "zod";
import { createApiKeyOperation } from "../../../api/api-keys/api-keys.operations.ts";
import { getCampaignOperation, pauseCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { createChannelOperation } from "../../../api/channels/channels.operations.ts";
import { HttpError } from "../../../api/http/http-error.ts";
import { fillTables } from "../../factories/tenant-rows.ts";
import { captureLog } from "../../harness/captured-log.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";
import { startTestApi } from "../../harness/test-api.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const KEYS = "/api/v1/users/api-keys";

const captured = captureLog();

const { test, api, tenant, admin } = await useTenantApi({ dependencies: { logger: captured.logger } });

const post = (body: string | Uint8Array<ArrayBuffer>, contentType: string | null = "application/json") =>
  admin.fetch(KEYS, { method: "POST", body, headers: contentType ? { "content-type": contentType } : {} });

describe("a request that is not understood", () => {
  it("names every faulty field at once, in the given shape", async () => {
    const refusal = await admin.refused(createApiKeyOperation, {
      body: { name: 7, environment: "moon", max_concurency: 3 },
    });
    expect(refusal.status).toBe(422);
    expect(refusal.detail).toEqual([
      { loc: ["body", "name"], msg: expect.any(String), type: "invalid_type" },
      { loc: ["body", "environment"], msg: expect.any(String), type: "invalid_value" },
      { loc: ["body", "max_concurency"], msg: expect.any(String), type: "unknown_field" },
    ]);
  });

  it("says which path parameter or query field is wrong", async () => {
    const path = await admin.fetch(`${KEYS}/seven`, { method: "DELETE" });
    expect(await path.json()).toMatchObject({ detail: [{ loc: ["path", "api_key_id"] }] });
    const query = await admin.fetch(`${KEYS}?include_archived=perhaps`);
    expect(await query.json()).toMatchObject({ detail: [{ loc: ["query", "include_archived"] }] });
    expect([path.status, query.status]).toEqual([422, 422]);
  });

  it("says of each field what to send instead", async () => {
    const sentencesOf = async (path: string, body?: object) => {
      const how = body && {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      };
      const answer: unknown = await (await admin.fetch(path, how)).json();
      const { detail } = z
        .object({ detail: z.array(z.object({ loc: z.array(z.unknown()), msg: z.string() })) })
        .parse(answer);
      return detail.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`);
    };
    const campaign = {
      name: "",
      workflow_id: "3",
      contact_list_id: 1.5,
      max_concurrency: 1001,
      consent_attested: "true",
    };
    expect(await sentencesOf("/api/v1/campaigns/create", campaign)).toEqual([
      "name: Must have at least 1 character",
      "workflow_id: Must be a number, without quotation marks",
      "contact_list_id: Must be a whole number",
      "max_concurrency: Must be at most 1000",
      "consent_attested: Must be true or false, without quotation marks",
    ]);
    expect(await sentencesOf(KEYS, {})).toEqual(["name: Is missing; must be a text"]);
    expect(await sentencesOf(KEYS, [])).toEqual([": Must be an object, not a list"]);
    expect(await sentencesOf("/api/v1/campaigns/seven")).toEqual(["campaign_id: Must be a number"]);
    expect(await sentencesOf("/api/v1/campaigns/0")).toEqual(["campaign_id: Must be more than 0"]);
    expect(await sentencesOf("/api/v1/campaigns/9223372036854775808")).toEqual([
      "campaign_id: Must be at most 9007199254740991",
    ]);
    expect(await sentencesOf(KEYS, { name: "a key", environment: "staging" })).toEqual([
      "environment: Must be production or sandbox",
    ]);
    expect(await sentencesOf("/api/v1/campaigns?state=over&with_progress=perhaps")).toEqual([
      "state: Must be draft, scheduled, running, paused, completed, failed or canceled",
      "with_progress: Must be true, 1, false or 0",
    ]);
    expect(await sentencesOf("/api/v1/team/invitations", { email: "nobody", role: "viewer" })).toEqual([
      "email: Must be an e-mail address",
    ]);
    expect(await sentencesOf("/api/v1/knowledge-base/documents/one")).toEqual([
      "document_uuid: Must be a UUID, such as 3f2b8a52-6c1d-4e0f-9a77-0c5d2b1e4f60",
    ]);
    for (const list of ["do-not-call", "missed-calls", "campaigns", "connectors/activity"])
      expect(await sentencesOf(`/api/v1/${list}?cursor=zzz`)).toEqual([
        "cursor: This is not the next_cursor of an earlier page: send it as it was",
      ]);
    expect(await sentencesOf("/api/v1/timeline?before_at=2026-01-31T09:00:00&limit=0")).toEqual([
      "limit: Must be at least 1",
      "before_at: Must be a time with its zone, such as 2026-01-31T09:00:00Z",
    ]);
    // An address reads the plus sign of a zone as a space.
    expect(await sentencesOf("/api/v1/timeline?before_at=2026-01-31T09:00:00+01:00")).toEqual([
      "before_at: Must be a time with its zone, such as 2026-01-31T09:00:00Z; in an address its + is written as %2B",
    ]);
    expect(
      await sentencesOf("/api/v1/organizations/usage/runs?start_date=yesterday&end_date=2026-01-31T09:00:00+01:00"),
    ).toEqual([
      "start_date: Must be a date or a time, such as 2026-01-31 or 2026-01-31T09:00:00Z",
      "end_date: Must be a date or a time, such as 2026-01-31 or 2026-01-31T09:00:00Z; in an address its + is written as %2B",
    ]);
  });

  it.each([
    ["no JSON", "{name:", 422, "json_invalid"],
    ["an empty body", "", 422, "invalid_type"],
    ["a body that is a number", "7", 422, "invalid_type"],
    ["a text that PostgreSQL cannot store", '{"name":"a\\u0000b"}', 422, "text_invalid"],
    ["half a surrogate pair", '{"name":"\\ud800"}', 422, "text_invalid"],
    ["null", "null", 422, "invalid_type"],
    ["a body nested thousands deep", `{"name":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, 422, "too_deep"],
    ["a body of a hundred thousand values", `{"name":[${"0,".repeat(100_000)}0]}`, 422, "too_many_values"],
  ])("%s is refused", async (_what, body, status, type) => {
    const response = await post(body);
    expect(await response.json()).toMatchObject({ detail: [{ loc: expect.arrayContaining(["body"]), type }] });
    expect(response.status).toBe(status);
  });

  it("names a hundred faults at most", async () => {
    const fields = Array.from({ length: 20_000 }, (_, at) => `"unknown${at}":"\\u0000"`);
    for (const body of [`{"name":"x",${fields.join(",").replaceAll("\\u0000", "")}}`, `{${fields.join(",")}}`]) {
      const response = await post(body);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ detail: { length: 100 } });
    }
  });

  it("is 415 in another media type, with or without a name for it", async () => {
    expect((await post("name=x", "application/x-www-form-urlencoded")).status).toBe(415);
    expect((await post(new Uint8Array([123, 125]), null)).status).toBe(415);
    expect((await post('{"name":"json of a kind"}', "application/vnd.api+json")).status).toBe(415);
  });

  const postCompressed = (body: Uint8Array<ArrayBuffer>, encoding: string) =>
    admin.fetch(KEYS, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "content-encoding": encoding },
    });
  const plain = Buffer.from('{"name":"sent as it is"}');

  it.each([
    ["gzip", plain],
    ["br", plain],
    ["deflate", plain],
    ["zstd", plain],
    ["gzip", gzipSync(plain).subarray(0, 20)],
    ["br", brotliCompressSync(plain).subarray(0, 20)],
  ])("is 422 with a body that is no whole %s, and says so", async (encoding, body) => {
    const response = await postCompressed(body, encoding);
    expect(await response.json()).toEqual({
      detail: [{ loc: ["body"], msg: "The body is not compressed as Content-Encoding says", type: "encoding_invalid" }],
      code: "validation_error",
    });
    expect(response.status).toBe(422);
  });

  it("is 415 in an encoding that is not read here, which a compressed body in gzip is not", async () => {
    expect((await postCompressed(gzipSync('{"name":"compressed"}'), "gzip")).status).toBe(200);
    expect((await postCompressed(zstdCompressSync('{"name":"compressed"}'), "zstd")).status).toBe(200);
    const answers = [
      await postCompressed(plain, "lzma"),
      await post('{"name":"x"}', "application/json; charset=latin1"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([415, 415]);
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      { detail: expect.stringContaining("gzip, deflate, br or zstd"), code: "unsupported_media_type" },
      { detail: "Send the body in UTF-8", code: "unsupported_media_type" },
    ]);
  });

  it("is 413 above a megabyte", async () => {
    const response = await post(JSON.stringify({ name: "x".repeat(1024 * 1024) }));
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ detail: expect.stringContaining("1 MB"), code: "body_too_large" });
  });

  it.each(["/api/v1/nothing", "/nothing", "/api/v2/health", `${KEYS}/1/2/3`])("%s is 404", async (path) => {
    const response = await admin.fetch(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "no_such_route" });
  });

  it("is 405 with a method that the path does not have, and says which it has", async () => {
    const response = await admin.fetch("/api/v1/campaigns/create", { method: "DELETE" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    expect(await response.json()).toMatchObject({
      code: "method_not_allowed",
      detail: expect.stringContaining("POST"),
    });
    const options = await admin.fetch(KEYS, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, "POST, GET, HEAD"]);
  });

  it("is 400 with a path that cannot be decoded", async () => {
    expect((await admin.fetch(`${KEYS}/%E0%A4%A`, { method: "DELETE" })).status).toBe(400);
  });
});

it("leads whoever opens the API's own address to its page", async () => {
  const response = await admin.fetch("/api/v1", { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([302, "/docs"]);
});

it("refuses query fields that it does not know", async () => {
  expect((await admin.fetch(`${KEYS}?utm_source=mail`)).status).toBe(422);
});

describe("an error of ours", () => {
  it("shows its id and nothing else; the log has the rest", async () => {
    const log = captureLog({ level: "error" });
    const fail = () => Promise.reject(new Error("secret of the inside"));
    const database = { ...api.dependencies.database, inOrganization: fail, withEntities: fail };
    const broken = await startTestApi(test, {
      dependencies: { database, logger: log.logger },
    });
    const response = await broken
      .client({ token: tenant.admin.token })
      .fetch(KEYS, { headers: { "x-request-id": "request-1" } });
    await broken.close();
    expect(response.status).toBe(500);
    expect(response.headers.get("x-request-id")).toBe("request-1");
    const text = await response.text();
    expect(text).toContain("request-1");
    expect(text).not.toMatch(/secret|inside|stack|\.ts/);
    expect(log.lines()).toMatchObject([
      { msg: "request failed", err: { message: "secret of the inside" }, request_id: "request-1" },
    ]);
  });

  it("keeps its cause", () => {
    const cause = new Error("below");
    expect(new HttpError(502, "x", "above", { cause }).cause).toBe(cause);
  });
});

describe("a part that has no room", () => {
  it("is 503 with a sentence where it is the database, and nothing is changed", async () => {
    const refuse = sql`create function refuse_for_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`;
    await refuse.execute(test.everything);
    await sql`create trigger no_room before insert on folders execute function refuse_for_room()`.execute(
      test.everything,
    );
    const refusal = await admin.refused(createChannelOperation, { body: { name: "No room" } });
    await sql`drop trigger no_room on folders`.execute(test.everything);
    expect(refusal).toMatchObject({ status: 503, detail: expect.stringMatching(/no room left; nothing was changed/) });
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
    await admin.call(createChannelOperation, { body: { name: "No room" } });
  });
});

describe("requests that meet in the database", () => {
  it.each([
    [
      "a deadlock",
      "deadlock_detected",
      "",
      { status: 503, code: "unavailable", detail: expect.stringMatching(/try again/) },
    ],
    [
      "a row that was deleted meanwhile",
      "foreign_key_violation",
      'Key (agent_id)=(7) is not present in table "agents".',
      { status: 409, code: "deleted_meanwhile" },
    ],
    [
      "a row that has come into use meanwhile",
      "foreign_key_violation",
      'Key (id)=(7) is still referenced from table "agents".',
      { status: 409, code: "used_meanwhile" },
    ],
  ])("%s is answered with what to do, and a broken reference is logged", async (_what, code, detail, answer) => {
    const before = captured.lines().length;
    await sql`create function meet() returns trigger language plpgsql as
      $$ begin raise exception 'met' using errcode = '${sql.raw(code)}', detail = '${sql.raw(detail)}'; end $$`.execute(
      test.everything,
    );
    await sql`create trigger meets before insert on folders execute function meet()`.execute(test.everything);
    const refusal = await admin
      .refused(createChannelOperation, { body: { name: "Met" } })
      .finally(() => sql`drop function meet() cascade`.execute(test.everything));
    expect(refusal).toMatchObject(answer);
    const logged = captured.lines().slice(before);
    expect(logged.some(({ msg }) => msg === "the database refused a reference between rows")).toBe(detail !== "");
    expect(refusal.headers.has("retry-after")).toBe(answer.status === 503);
  });
});

describe("a database that is away", () => {
  it("is 503 with Retry-After, and health still answers", async () => {
    const environment = { DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none" };
    const { openDatabase } = await import("../../../infra/postgres/database.ts");
    const database = openDatabase({ url: environment.DATABASE_URL, poolSize: 2, applicationName: "test" });
    const cut = await startTestApi(test, { environment, dependencies: { database } });
    const client = cut.client({ token: tenant.admin.token });
    const response = await client.fetch(KEYS);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: "unavailable" });
    expect((await client.fetch("/api/v1/health")).status).toBe(200);
    await cut.close();
    await database.close();
  });

  it("a database that was away is used again when it comes back, without a restart", async () => {
    await admin.fetch(KEYS);
    const { sql } = await import("kysely");
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      .execute(test.everything)
      .catch(() => {});
    // A connection ends when its process comes to it.
    await waitUntil("they have ended", async () => {
      const { rows } =
        await sql`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
          test.everything,
        );
      return rows.length === 0;
    });
    const statuses: number[] = [];
    await waitUntil(
      "it is used again",
      async () => statuses[statuses.push((await admin.fetch(KEYS)).status) - 1] === 200,
    );
    expect(statuses.slice(0, -1).every((status) => status === 200 || status === 503)).toBe(true);
  });
});

describe("a workflow engine that is away", () => {
  it("is 503 with Retry-After for what needs it, and the rest goes on", async () => {
    const cut = await startTestApi(test, { environment: { TEMPORAL_ADDRESS: "127.0.0.1:9" } });
    const { operator, pathParameters } = await fillTables(test, "cut off");
    await test.everything.updateTable("campaigns").set({ state: "running" }).execute();
    const client = cut.client(operator);
    const params = { campaign_id: pathParameters["campaign_id"] };
    const refusal = await client.refused(pauseCampaignOperation, { params });
    expect(refusal).toMatchObject({ status: 503, code: "unavailable" });
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
    // Its row is paused all the same: no call of it is admitted until the pause is given again.
    const { body: campaign } = await client.call(getCampaignOperation, { params });
    expect([campaign.state, campaign.logs[0]?.event]).toEqual(["paused", "paused"]);
    expect((await client.fetch("/api/v1/auth/me")).status).toBe(200);
    await cut.close();
  });
});
