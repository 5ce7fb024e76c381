import { beforeAll, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { getConsentOperation } from "../../../api/contacts/consents.operations.ts";
import {
  createContactListOperation,
  listContactsOperation,
  putContactOperation,
} from "../../../api/contacts/contacts.operations.ts";
import {
  createIntakeOperation,
  deleteIntakeOperation,
  listIntakesOperation,
  updateIntakeOperation,
} from "../../../api/contacts/intakes.operations.ts";
import {
  INTAKE_TOLERANCE_SECONDS,
  LARGEST_INTAKE_BYTES,
  MOST_INTAKE_FAULTS,
  TAKEN_BY_INTAKE,
} from "../../../domain/contact/intake.ts";
import { signWebhook } from "../../../infra/postgres/webhook/webhook-secret.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const { api, operator, tenant, test } = await useTenantApi();
const mapping = {
  phone_number: "/phone",
  name: "/name",
  key: "/submission",
  attributes: { city: "/answers/city" },
  consent: { granted_by: "/agreed", source: "https://example.com/form", wording: "Call me" },
};
let contact_list_id: number;
const params = () => ({ contact_list_id });

beforeAll(async () => {
  contact_list_id = (await operator.call(createContactListOperation, { body: { name: "Leads" } })).body.id;
});

const create = async () =>
  (await operator.call(createIntakeOperation, { params: params(), body: { name: "The form", mapping } })).body;
type Intake = Pick<Awaited<ReturnType<typeof create>>, "url"> & { secret: string | null };

interface Sent {
  id?: string;
  secret?: string;
  at?: number;
  body?: string;
}

const send = async (intake: Intake, payload: unknown, sent: Sent = {}) => {
  const { id = crypto.randomUUID(), secret = intake.secret ?? "", at = Math.floor(Date.now() / 1000) } = sent;
  const body = sent.body ?? JSON.stringify(payload);
  const response = await fetch(new URL(new URL(intake.url ?? "").pathname, api.baseUrl), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(at),
      "webhook-signature": signWebhook(secret, { id, timestamp: at, body: JSON.stringify(payload) }),
    },
    body,
  });
  const answer = z.object({ result: z.string(), contact_id: z.number().nullable(), code: z.string() }).partial();
  return { status: response.status, body: answer.parse(await response.json()) };
};

const listContacts = async () =>
  (await operator.call(listContactsOperation, { params: params(), query: {} })).body.contacts;
const payload = { phone: "+12125550143", name: "Ada", submission: "s-1", answers: { city: "Berlin" }, agreed: true };

describe("an intake of a list", () => {
  it("takes a contact once for each key, with attributes and consent", async () => {
    const intake = await create();
    const first = await send(intake, payload);
    expect(first).toMatchObject({ status: 200, body: { result: "added" } });
    expect(await send(intake, payload)).toMatchObject({ status: 200, body: { ...first.body, result: "repeated" } });
    expect(await send(intake, { ...payload, submission: "s-2", name: "Ada Example" })).toMatchObject({
      body: { result: "changed", contact_id: first.body.contact_id },
    });
    const mine = (await listContacts()).filter(({ phone_number: number }) => number === payload.phone);
    expect(mine).toMatchObject([
      { name: "Ada Example", attributes: { city: "Berlin" }, consent: { status: "granted" } },
    ]);
    const consent = await operator.call(getConsentOperation, { query: { phone_number: payload.phone } });
    expect(consent.body.history[0]).toMatchObject({ source: mapping.consent.source, wording: "Call me" });
    const [listed] = (await operator.call(listIntakesOperation, { params: params() })).body.intakes;
    expect(listed).toMatchObject({ taken: 2, faults: [] });
    expect(listed).not.toHaveProperty("secret");
  });

  it("takes simultaneous submissions of one key once", async () => {
    const intake = await create();
    const all = await Promise.all(
      Array.from({ length: 8 }, () => send(intake, { ...payload, phone: "+12125550144", submission: "s-3" })),
    );
    expect(all.map(({ body }) => body.result).sort()).toEqual(["added", ...Array(7).fill("repeated")]);
  });

  it("takes nothing without a good signature of lately, and keeps nothing of it", async () => {
    const intake = await create();
    const other = await create();
    const now = Math.floor(Date.now() / 1000);
    const tries: Sent[] = [
      { secret: other.secret ?? "" },
      { at: now - 2 * INTAKE_TOLERANCE_SECONDS },
      // Still far ahead when a busy machine comes to it.
      { at: now + 86_400 },
      { body: JSON.stringify({ ...payload, phone: "+12125550199" }) },
    ];
    for (const sent of tries)
      expect(await send(intake, payload, sent)).toMatchObject({ status: 403, body: { code: "signature_refused" } });
    const bare = await fetch(new URL(new URL(intake.url ?? "").pathname, api.baseUrl), { method: "POST", body: "{}" });
    expect(bare.status).toBe(403);
    const { intakes } = (await operator.call(listIntakesOperation, { params: params() })).body;
    expect(intakes.find(({ intake_id: id }) => id === intake.intake_id)).toMatchObject({ taken: 0, faults: [] });
  });

  it("keeps what it cannot take with the reason, the newest hundred", async () => {
    const intake = await create();
    const refused = await send(intake, { ...payload, phone: "nonsense", submission: "s-4" });
    expect(refused).toMatchObject({ status: 422, body: { code: "payload_refused" } });
    expect(await send(intake, { submission: "s-5" })).toMatchObject({ status: 422 });
    // Its key was not spent.
    expect(await send(intake, { ...payload, phone: "+12125550145", submission: "s-4" })).toMatchObject({ status: 200 });
    const row = { organization_id: tenant.organizationId, intake_id: intake.intake_id, reason: "old", payload: "" };
    await test.everything
      .insertInto("contact_intake_faults")
      .values(Array.from({ length: MOST_INTAKE_FAULTS }, () => row))
      .execute();
    await send(intake, { phone: "", submission: "s-6" });
    const kept = await test.everything
      .selectFrom("contact_intake_faults")
      .selectAll()
      .where("intake_id", "=", intake.intake_id)
      .execute();
    expect(kept).toHaveLength(MOST_INTAKE_FAULTS);
    const { intakes } = (await operator.call(listIntakesOperation, { params: params() })).body;
    const shown = intakes.find(({ intake_id: id }) => id === intake.intake_id)?.faults ?? [];
    expect(shown[0]).toMatchObject({
      reason: "There is no number at /phone",
      payload: '{"phone":"","submission":"s-6"}',
    });
  });

  it("has a new secret when it is rotated, and takes the former one for another day", async () => {
    const intake = await create();
    const update = { params: { ...params(), intake_id: intake.intake_id } };
    const { secret } = (await operator.call(updateIntakeOperation, { ...update, body: { rotate_secret: true } })).body;
    const submission = () => ({ ...payload, submission: crypto.randomUUID() });
    expect(secret).not.toBe(intake.secret);
    expect((await send(intake, submission())).status).toBe(200);
    expect((await send(intake, submission(), { secret: secret ?? "" })).status).toBe(200);
    await test.everything.updateTable("contact_intakes").set({ previous_secret_until: new Date() }).execute();
    expect((await send(intake, submission())).status).toBe(403);
    await operator.call(updateIntakeOperation, { ...update, body: { is_active: false } });
    expect((await send(intake, submission(), { secret: secret ?? "" })).status).toBe(404);
  });

  it("is limited in size and number, and takes nothing once it is deleted", async () => {
    const intake = await create();
    const large = await send(intake, { ...payload, more: "x".repeat(LARGEST_INTAKE_BYTES) });
    expect(large).toMatchObject({ status: 413 });
    const owner = { organization_id: tenant.organizationId, intake_id: intake.intake_id };
    await test.everything
      .insertInto("contact_intake_keys")
      .values(
        Array.from({ length: TAKEN_BY_INTAKE.most }, (_, at) => ({ ...owner, key_mark: Buffer.from(String(at)) })),
      )
      .execute();
    expect((await send(intake, { ...payload, submission: "s-9" })).status).toBe(429);
    await operator.call(deleteIntakeOperation, { params: { ...params(), intake_id: intake.intake_id } });
    expect((await send(intake, { ...payload, submission: "s-9" })).status).toBe(404);
  });

  it("refuses a mapping with a pointer that is none", async () => {
    const body = { name: "Bad", mapping: { phone_number: "phone" } };
    expect(await operator.refused(createIntakeOperation, { params: params(), body })).toMatchObject({ status: 422 });
  });

  it("grants no consent that was withdrawn without anybody's asking", async () => {
    const intake = await create();
    const phone = "+12125550146";
    await operator.call(putContactOperation, {
      params: { ...params(), phone_number: phone },
      body: { consent: { status: "withdrawn", source: "a letter" } },
    });
    await send(intake, { ...payload, phone, agreed: false, submission: "s-10" });
    const { body } = await operator.call(getConsentOperation, { query: { phone_number: phone } });
    expect(body.status).toBe("withdrawn");
  });
});
