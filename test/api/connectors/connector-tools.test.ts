import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import {
  listAccountsOperation,
  listActivityOperation,
  revokeAccountOperation,
} from "../../../api/connectors/connectors.operations.ts";
import { teamHomeOperation } from "../../../api/team/team.operations.ts";
import { createToolOperation } from "../../../api/tools/tools.operations.ts";
import { openTokens } from "../../../infra/postgres/connector/connector-account.repository.ts";
import { openDatabase } from "../../../infra/postgres/database.ts";
import { WORK_LIMITS } from "../../../infra/postgres/database-limits.ts";
import { createToolRig, type ToolRig } from "../../activities/tool/tool-rig.ts";
import { createTenant } from "../../factories/tenant.ts";
import { respond } from "../../harness/http-receiver.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type ConnectorsRig, startConnectorsRig } from "./connectors-rig.ts";
import { SLUG } from "./own-app.ts";

/** Tests what agents do in an app with a real OAuth server. */
let rig: ConnectorsRig;
let tools: ToolRig;
let accountId: number;

beforeAll(async () => {
  rig = await startConnectorsRig();
  const { connectors, clock } = rig.api.dependencies;
  tools = await createToolRig(rig.test, { tenant: rig.tenant, deps: { connectors, clock } });
});
afterAll(() => rig.close());
beforeEach(async () => {
  rig.clock.aheadSeconds = 0;
  await rig.test.everything.deleteFrom("connector_accounts").execute();
  await rig.connect();
  accountId = (await rig.admin.call(listAccountsOperation)).body.accounts[0]?.id ?? 0;
  rig.oauth.given.length = 0;
  rig.oauth.refused.length = 0;
  rig.app.requests.length = 0;
  rig.app.answer = (_request, response) => respond(response, 201, { note_id: "n1" });
});

const definition = (own: object = {}) => ({
  type: "connector" as const,
  config: { slug: SLUG, account_id: accountId, action: "add_note", ...own },
});
const note = async (given: object = { text: "Call Ada back" }, own: object = {}) => {
  const toolUuid = await tools.tool(definition(own));
  const id = await tools.request(toolUuid, given);
  return { id, answer: await tools.run(id), row: await tools.row(id) };
};
const tokens = async () => {
  const row = await rig.test.everything.selectFrom("connector_accounts").selectAll().executeTakeFirstOrThrow();
  return { row, opened: openTokens(row, testSecrets) };
};
/** Returns how many connections of that name wait for a lock. */
const countWaiting = async (name: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where application_name = ${name} and wait_event_type = 'Lock'`.execute(rig.test.everything);
  return rows[0]?.count ?? 0;
};
const proofs = () => rig.app.requests.map(({ headers }) => headers.authorization);

describe("an action in a connected app", () => {
  it("is carried out as the account, with what the model gave and the tool adds, and no token in its answer", async () => {
    const { opened } = await tokens();
    rig.app.answer = (request, response) => respond(response, 201, { heard: request.headers.authorization });
    const given = { text: "Call Ada back", desk: "not this one", invented: 1 };
    const { id, answer, row } = await note(given, { preset_arguments: { desk: "{{name}}'s" } });
    expect(answer).toEqual({ state: "done" });
    const [request] = rig.app.requests;
    expect(request).toMatchObject({ method: "POST", url: "/desks/Ada's/notes", body: '{"text":"Call Ada back"}' });
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${opened?.accessToken}`, "idempotency-key": id });
    expect(row).toMatchObject({ status_code: 201, error: null, result: { status: "success", status_code: 201 } });
    expect(JSON.stringify(row)).not.toContain(opened?.accessToken);
  });

  it("is not sent when what the model gave does not fit, and says why", async () => {
    const { row } = await note({ text: "" });
    expect(row).toMatchObject({ state: "failed", error: expect.stringMatching(/^The tool was not used\. text: /) });
    expect(rig.app.requests).toEqual([]);
  });

  it("an action in a connected app that is sent and not answered is not sent again: nobody knows what became of it", async () => {
    rig.app.answer = (_request, response) => void response.destroy();
    const { answer, id } = await note();
    expect(answer).toEqual({ state: "unknown" });
    expect(await tools.run(id)).toEqual({ state: "unknown" });
    expect(rig.app.requests).toHaveLength(1);
  });

  it("tells the model what the app refuses", async () => {
    rig.app.answer = (_request, response) => respond(response, 409, { message: "There is one already" });
    const { row } = await note();
    expect(row.result).toEqual({ status: "error", status_code: 409, data: { message: "There is one already" } });
    expect(row.error).toBe("Example Desk refused it (status 409)");
  });
});

describe("tokens", () => {
  it("are refreshed once before they end, however many workers ask, and the refresh token is rotated", async () => {
    const before = await tokens();
    rig.clock.aheadSeconds = 3700;
    // Each has its own connections, as two processes have.
    const another = rig.test.open({ poolSize: 5 });
    const second = await createToolRig(rig.test, { tenant: rig.tenant, deps: { ...tools.deps, database: another } });
    const toolUuid = await tools.tool(definition());
    const calls = await Promise.all(Array.from({ length: 8 }, () => tools.request(toolUuid, { text: "x" })));
    const ends = await Promise.all(calls.map((id, at) => (at % 2 ? tools : second).run(id)));
    await another.close();
    expect(ends).toEqual(calls.map(() => ({ state: "done" })));
    expect([rig.oauth.given, rig.oauth.refused]).toEqual([["refresh_token"], []]);
    const after = await tokens();
    expect(after.opened?.refreshToken).not.toBe(before.opened?.refreshToken);
    expect(new Set(proofs())).toEqual(new Set([`Bearer ${after.opened?.accessToken}`]));
  });

  it("tokens that are still good are used while somebody else gets the next ones", async () => {
    // Within the five minutes before its end.
    rig.clock.aheadSeconds = 3400;
    const { opened } = await tokens();
    const id = await tools.request(await tools.tool(definition()), { text: "x" });
    await rig.test.everything.transaction().execute(async (tx) => {
      await tx.selectFrom("connector_accounts").select("id").where("id", "=", accountId).forUpdate().execute();
      expect(await tools.run(id)).toEqual({ state: "done" });
    });
    expect(proofs()).toEqual([`Bearer ${opened?.accessToken}`]);
    expect(rig.oauth.given).toEqual([]);
    await note();
    expect(rig.oauth.given).toEqual(["refresh_token"]);
  });

  it("tokens that an app is slow to give keep no other organization from the database", async () => {
    rig.clock.aheadSeconds = 3700;
    const shared = openDatabase({
      url: rig.test.url,
      poolSize: 4,
      applicationName: "shared",
      limits: { ...WORK_LIMITS, lockTimeoutMs: PATIENCE_MS, waitMs: PATIENCE_MS },
    });
    const slow = await createToolRig(rig.test, { tenant: rig.tenant, deps: { ...tools.deps, database: shared } });
    const toolUuid = await tools.tool(definition());
    const calls = await Promise.all(Array.from({ length: 8 }, () => tools.request(toolUuid, { text: "x" })));
    const another = await createTenant(rig.test);
    const { ends } = await rig.test.everything.transaction().execute(async (tx) => {
      await tx.selectFrom("connector_accounts").select("id").where("id", "=", accountId).forUpdate().execute();
      const running = calls.map((id) => slow.run(id));
      await waitUntil("three wait for the tokens", async () => (await countWaiting("shared")) >= 3);
      await shared.inOrganization(another.organizationId, (own) =>
        own.selectFrom("organizations").select("id").execute(),
      );
      return { ends: Promise.all(running) };
    });
    expect(await ends).toEqual(calls.map(() => ({ state: "done" })));
    await shared.close();
  });

  it("tokens that the app refuses early are refreshed, and the request is sent once more", async () => {
    const { opened } = await tokens();
    rig.app.answer = (request, response) =>
      respond(response, request.headers.authorization === `Bearer ${opened?.accessToken}` ? 401 : 201, {});
    expect((await note()).answer).toEqual({ state: "done" });
    expect(proofs()).toHaveLength(2);
    expect(rig.oauth.given).toEqual(["refresh_token"]);
  });

  it("an app that refuses even the new tokens ends the account", async () => {
    rig.app.answer = (_request, response) => respond(response, 401, {});
    const { row } = await note();
    expect(row).toMatchObject({
      state: "failed",
      error: expect.stringContaining("the sign-in to Example Desk"),
    });
    expect((await tokens()).row).toMatchObject({ status: "expired", tokens_sealed: null });
    expect(rig.app.requests).toHaveLength(2);
  });

  it("are kept when the app's authorization is out of order, and the agent is told to come again", async () => {
    rig.clock.aheadSeconds = 3700;
    const { guardedRequests } = tools.deps;
    const broken = {
      ...guardedRequests,
      send: async (request: Parameters<typeof guardedRequests.send>[0]) =>
        request.url.endsWith("/token")
          ? { status: 503, headers: {}, body: "", truncated: false }
          : guardedRequests.send(request),
    };
    const other = await createToolRig(rig.test, {
      tenant: rig.tenant,
      deps: { ...tools.deps, guardedRequests: broken },
    });
    const id = await other.request(await tools.tool(definition()), { text: "x" });
    await other.run(id);
    expect(await other.row(id)).toMatchObject({ state: "failed", error: expect.stringContaining("in a few minutes") });
    expect((await tokens()).row.status).toBe("connected");
  });
});

describe("consent that was withdrawn", () => {
  it("expires the account: the agent hears it in words, Home shows it, and signing in again mends it", async () => {
    await rig.oauth.withdrawConsent();
    rig.clock.aheadSeconds = 3700;
    const { row } = await note();
    expect(row.error).toMatch(/the sign-in to Example Desk as ada@example.com has ended.*Tell the person/);
    expect(rig.app.requests).toEqual([]);
    expect((await rig.admin.call(listAccountsOperation)).body.accounts).toMatchObject([
      { id: accountId, status: "expired", status_reason: "Example Desk gave no token: invalid_grant" },
    ]);
    // A second call asks the app no more.
    rig.oauth.refused.length = 0;
    expect((await note()).row.error).toMatch(/the sign-in to .* has ended/);
    expect(rig.oauth.refused).toEqual([]);
    const { needs_attention } = (await rig.admin.call(teamHomeOperation)).body;
    const [item, ...others] = needs_attention.filter(({ kind }) => kind === "connector_expired");
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      summary: expect.stringContaining("sign in to generic-oauth2 again as ada@example.com"),
    });
    const event = await rig.test.everything
      .selectFrom("timeline_events")
      .select("summary")
      .where("id", "=", item?.timeline_event_id ?? 0)
      .executeTakeFirstOrThrow();
    expect(event.summary).toContain("Somebody has to sign in to Example Desk again");
    rig.clock.aheadSeconds = 0;
    await rig.connect();
    expect((await note()).answer).toEqual({ state: "done" });
    const home = (await rig.admin.call(teamHomeOperation)).body;
    expect(home.needs_attention.filter(({ kind }) => kind === "connector_expired")).toEqual([]);
  });
});

describe("activity", () => {
  it("lists what agents did there, newest first, by account and page by page", async () => {
    const done = await note();
    rig.app.answer = (_request, response) => respond(response, 409, {});
    const refused = await note();
    rig.app.answer = (_request, response) => void response.destroy();
    const lost = await note();
    const { body } = await rig.admin.call(listActivityOperation, { query: { account_id: String(accountId) } });
    expect(body.activity.map(({ tool_call_id, outcome, status_code }) => [tool_call_id, outcome, status_code])).toEqual(
      [
        [lost.id, "unknown", null],
        [refused.id, "refused", 409],
        [done.id, "done", 201],
      ],
    );
    expect(body.activity[0]).toMatchObject({
      account_id: accountId,
      slug: SLUG,
      account_label: "ada@example.com",
      action: "add_note",
      tool_name: "A tool",
      is_compensation: false,
    });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await rig.admin.call(listActivityOperation, {
        query: { account_id: String(accountId), limit: "1", ...(cursor && { cursor }) },
      });
      seen.push(...page.body.activity.map(({ tool_call_id }) => tool_call_id));
      cursor = page.body.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([lost.id, refused.id, done.id]);
    expect((await rig.admin.call(listActivityOperation, { query: { slug: "slack" } })).body.activity).toEqual([]);
    const other = rig.api.client({ token: (await createTenant(rig.test)).viewer.token });
    expect((await other.call(listActivityOperation)).body.activity).toEqual([]);
  });
});

describe("a tool of the category connector", () => {
  const create = (own: object, rest: object = {}) =>
    rig.admin.refused(createToolOperation, {
      body: { name: "Notes", category: "connector", definition: definition(own), ...rest },
    });

  it("is saved with an account of the app and an action that it has", async () => {
    const body = { name: "Notes", category: "connector" as const, definition: definition() };
    expect((await rig.admin.call(createToolOperation, { body })).body).toMatchObject({ category: "connector" });
  });

  it.each([
    [{ slug: "slak" }, "slug", /no such app/],
    [{ slug: "slack" }, "account_id", /No such account of Slack/],
    [{ account_id: 999_999 }, "account_id", /No such account of Example Desk/],
    [{ action: "fly" }, "action", /it has add_note, remove_note/],
    [{ preset_arguments: { colour: "red" } }, "colour", /no parameter of this name; it has text, desk/],
    [{ preset_arguments: { desk: 7 } }, "desk", /expected string/],
  ])("is refused with %j, at its place", async (own, field, words) => {
    const answer = await create(own);
    expect(answer.status).toBe(422);
    expect(answer.detail).toContainEqual(
      expect.objectContaining({ loc: expect.arrayContaining([field]), msg: expect.stringMatching(words) }),
    );
  });

  it("is taken back by another action of the app, and by no other means", async () => {
    expect(await create({}, { compensation: { function: "fly" } })).toMatchObject({ status: 422 });
    expect(await create({}, { compensation: { url: "https://example.com" } })).toMatchObject({ status: 422 });
    const uuid = await tools.tool(definition());
    await rig.test.everything
      .updateTable("tools")
      .set({ compensation: { function: "remove_note", arguments: { note_id: "{{result.note_id}}" } } })
      .where("tool_uuid", "=", uuid)
      .execute();
    const call = await tools.request(uuid, { note_id: "n1" });
    await rig.test.everything
      .updateTable("tool_calls")
      .set({ is_compensation: true })
      .where("uuid", "=", call)
      .execute();
    expect(await tools.run(call)).toEqual({ state: "done" });
    expect(rig.app.requests).toMatchObject([{ method: "DELETE", url: "/notes/n1" }]);
  });

  it("a connector's tool tells the agent that its account was disconnected", async () => {
    await rig.admin.call(revokeAccountOperation, { params: { account_id: accountId } });
    expect((await note()).row).toMatchObject({
      state: "failed",
      error: expect.stringContaining("the sign-in to"),
    });
    expect(await create({})).toMatchObject({ status: 422 });
  });
});
