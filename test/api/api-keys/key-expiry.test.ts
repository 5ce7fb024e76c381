import { describe, expect, it } from "@jest/globals";
import {
  archiveApiKeyOperation,
  createApiKeyOperation,
  listApiKeysOperation,
  reactivateApiKeyOperation,
  updateApiKeyOperation,
} from "../../../api/api-keys/api-keys.operations.ts";
import { teamHomeOperation } from "../../../api/team/team.operations.ts";
import { createKey } from "../../factories/tenant.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const fromNow = (ms: number) => new Date(Date.now() + ms);

const { test, api, tenant, admin } = await useTenantApi();

const make = async (expiresAt: Date) =>
  (await admin.call(createApiKeyOperation, { body: { name: "a guest", expires_at: expiresAt.toISOString() } })).body;

/** Moves the end into the past in its row. */
const expire = (id: number) =>
  test.everything
    .updateTable("api_keys")
    .set({ expires_at: fromNow(-HOUR_MS) })
    .where("id", "=", id)
    .execute();

const listed = async (id: number) => (await admin.call(listApiKeysOperation)).body.find((key) => key.id === id);

describe("a key with an end", () => {
  it("works until then, and is refused from then on in words of its own", async () => {
    const key = await make(fromNow(DAY_MS));
    const holder = api.client({ apiKey: key.api_key });
    await holder.call(listApiKeysOperation);
    await expire(key.id);
    expect(await holder.refused(listApiKeysOperation)).toMatchObject({
      status: 401,
      code: "key_expired",
      detail: expect.stringMatching(/^This API key expired at .+Z: an admin extends it with PATCH/),
    });
    expect(await listed(key.id)).toMatchObject({ is_active: false, is_expired: true, archived_at: null });
  });

  it("works again when its end is moved, and the timeline tells of it", async () => {
    const key = await make(fromNow(DAY_MS));
    await expire(key.id);
    const later = fromNow(2 * DAY_MS).toISOString();
    const params = { api_key_id: key.id };
    const { body } = await admin.call(updateApiKeyOperation, { params, body: { expires_at: later } });
    expect(body).toMatchObject({ is_active: true, is_expired: false, expires_at: later });
    await api.client({ apiKey: key.api_key }).call(listApiKeysOperation);
    const events = await test.everything
      .selectFrom("timeline_events")
      .select("summary")
      .where("summary", "like", `%${key.key_prefix}%expires at ${later} now`)
      .execute();
    expect(events).toHaveLength(1);
    await admin.call(updateApiKeyOperation, { params, body: { expires_at: null } });
    expect(await listed(key.id)).toMatchObject({ expires_at: null });
  });

  it("cannot end in the past", async () => {
    const past = fromNow(-HOUR_MS).toISOString();
    const fault = { status: 422, detail: [expect.objectContaining({ loc: ["body", "expires_at"] })] };
    expect(await admin.refused(createApiKeyOperation, { body: { name: "late", expires_at: past } })).toMatchObject(
      fault,
    );
    const { id } = await make(fromNow(DAY_MS));
    const params = { api_key_id: id };
    expect(await admin.refused(updateApiKeyOperation, { params, body: { expires_at: past } })).toMatchObject(fault);
  });

  it("an archived key that has expired meanwhile is not reactivated before its end is moved", async () => {
    const { id } = await make(fromNow(DAY_MS));
    const params = { api_key_id: id };
    await admin.call(archiveApiKeyOperation, { params });
    await expire(id);
    expect(await admin.refused(reactivateApiKeyOperation, { params })).toMatchObject({
      status: 409,
      code: "key_expired",
    });
  });

  it("makes and extends no key that outlives it, itself included", async () => {
    const key = await make(fromNow(DAY_MS));
    const holder = api.client({ apiKey: key.api_key });
    const tooWide = { status: 403, code: "key_too_wide" };
    expect(await holder.refused(createApiKeyOperation, { body: { name: "endless" } })).toMatchObject(tooWide);
    const body = { expires_at: fromNow(2 * DAY_MS).toISOString() };
    expect(await holder.refused(updateApiKeyOperation, { params: { api_key_id: key.id }, body })).toMatchObject(
      tooWide,
    );
  });

  it("is among what needs attention from seven days before", async () => {
    const soon = await make(fromNow(6 * DAY_MS));
    const later = await make(fromNow(8 * DAY_MS));
    const home = async () =>
      (await admin.call(teamHomeOperation)).body.needs_attention.filter(({ kind }) => kind === "key_expires");
    const summaries = (await home()).map(({ summary }) => summary);
    expect(summaries.filter((summary) => summary.includes(soon.key_prefix))).toHaveLength(1);
    expect(summaries.filter((summary) => summary.includes(later.key_prefix))).toEqual([]);
    await admin.call(archiveApiKeyOperation, { params: { api_key_id: soon.id } });
    expect((await home()).map(({ summary }) => summary).join()).not.toContain(soon.key_prefix);
  });

  it("ends its open streams when it expires", async () => {
    const { id, apiKey } = await createKey(test, { tenant, expiresAt: fromNow(DAY_MS) });
    const response = await api.client({ apiKey }).fetch("/api/v1/organizations/stream");
    expect(response.status).toBe(200);
    await expire(id);
    expect(await response.text()).toContain("data: ");
  });
});
