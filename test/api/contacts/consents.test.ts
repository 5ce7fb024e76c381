import { beforeEach, describe, expect, it } from "@jest/globals";
import { getConsentOperation, recordConsentOperation } from "../../../api/contacts/consents.operations.ts";
import { listContactsOperation, updateContactOperation } from "../../../api/contacts/contacts.operations.ts";
import { createContactList } from "../../factories/contacts.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

const NUMBER = "+12025550123";

let tenant: Tenant;
let operator: ApiClient;

const { test, api } = await useTestApi();
beforeEach(async () => {
  tenant = await createTenant(test);
  operator = api.client(tenant.operator);
});

type Status = "granted" | "unknown" | "withdrawn";
const record = async (status: Status, more: { wording?: string; client?: ApiClient } = {}) => {
  const { client = operator, ...rest } = more;
  const body = { phone_number: NUMBER, status, source: "letter", ...rest };
  return (await client.call(recordConsentOperation, { body })).body;
};
const read = async (query: { limit?: number; cursor?: number } = {}, client = operator) =>
  (await client.call(getConsentOperation, { query: { phone_number: NUMBER, ...query } })).body;

describe("the consent of a number", () => {
  it("is unknown until somebody speaks of it", async () => {
    expect(await read()).toEqual({
      phone_number: NUMBER,
      status: "unknown",
      at: null,
      source: null,
      wording: null,
      history: [],
      next_cursor: null,
    });
  });

  it("is kept with every change: who, when, source and wording", async () => {
    const key = await createKey(test, { tenant });
    const granted = await record("granted", { wording: "Call me about my order" });
    expect(granted).toMatchObject({ phone_number: NUMBER, status: "granted", source: "letter" });
    await record("withdrawn", { client: api.client(key) });
    const { history, ...now } = await read();
    expect(now).toMatchObject({ status: "withdrawn", source: "letter", wording: null });
    const at = expect.stringMatching(/Z$/);
    expect(history).toEqual([
      { status: "withdrawn", at, source: "letter", wording: null, by: `api_key:${key.id}` },
      {
        status: "granted",
        at: granted.at,
        source: "letter",
        wording: "Call me about my order",
        by: `user:${tenant.operator.userId}`,
      },
    ]);
  });

  it("comes with its history in pages", async () => {
    await record("granted");
    await record("withdrawn");
    await record("granted");
    const first = await read({ limit: 2 });
    expect(first.history.map(({ status }) => status)).toEqual(["granted", "withdrawn"]);
    const second = await read({ limit: 2, cursor: first.next_cursor ?? 0 });
    expect([second.history.map(({ status }) => status), second.next_cursor]).toEqual([["granted"], null]);
  });

  it("once withdrawn, is ended by a grant alone", async () => {
    await record("withdrawn");
    const body = { phone_number: NUMBER, status: "unknown" as const, source: "letter" };
    expect(await operator.refused(recordConsentOperation, { body })).toMatchObject({
      status: 409,
      code: "consent_withdrawn",
    });
    expect(await read()).toMatchObject({ status: "withdrawn", history: [{ status: "withdrawn" }] });
    await record("granted");
    expect(await read()).toMatchObject({ status: "granted" });
  });

  it("is one organization's own, and viewers only read it", async () => {
    await record("withdrawn");
    const stranger = api.client((await createTenant(test)).operator);
    expect(await read({}, stranger)).toMatchObject({ status: "unknown", history: [] });
    const viewer = api.client(tenant.viewer);
    expect(await read({}, viewer)).toMatchObject({ status: "withdrawn" });
    const body = { phone_number: NUMBER, status: "granted" as const, source: "letter" };
    expect(await viewer.refused(recordConsentOperation, { body })).toMatchObject({ status: 403 });
  });

  it("belongs to a number", async () => {
    const body = { phone_number: "12", status: "granted" as const, source: "letter" };
    expect(await operator.refused(recordConsentOperation, { body })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "phone_number"] }],
    });
    expect(await operator.refused(getConsentOperation, { query: { phone_number: "12" } })).toMatchObject({
      status: 422,
      detail: [{ loc: ["query", "phone_number"] }],
    });
  });
});

describe("a contact", () => {
  const listWith = (name: string) =>
    createContactList(test, {
      organizationId: tenant.organizationId,
      contacts: [{ phone_number: NUMBER, name, timezone: "Europe/Rome", attributes: { plan: "a" } }],
    });
  const contactIn = async (contactListId: number) => {
    const { body } = await operator.call(listContactsOperation, { params: { contact_list_id: contactListId } });
    return body.contacts[0];
  };

  it("changes name, zone and attributes, each when it is given", async () => {
    const { contactListId, contactIds } = await listWith("Ann");
    const params = { contact_list_id: contactListId, contact_id: contactIds[0] ?? 0 };
    const { body } = await operator.call(updateContactOperation, { params, body: { name: "Anna" } });
    expect(body).toMatchObject({ name: "Anna", timezone: "Europe/Rome", attributes: { plan: "a" } });
    await operator.call(updateContactOperation, { params, body: { timezone: "", attributes: { city: "Oslo" } } });
    expect(await contactIn(contactListId)).toMatchObject({
      name: "Anna",
      timezone: null,
      attributes: { city: "Oslo" },
    });
    const wrong = await operator.refused(updateContactOperation, { params, body: { timezone: "BST" } });
    expect(JSON.stringify(wrong.detail)).toContain("BST: write Europe/London or Asia/Dhaka");
    for (const body of [{ timezone: "Mars/Base" }, { attributes: { text: "x".repeat(70_000) } }, { nme: "A" }]) {
      const refusal = await operator.fetch(`/api/v1/contact-lists/${contactListId}/contacts/${params.contact_id}`, {
        method: "PATCH",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      });
      expect(refusal.status).toBe(422);
    }
  });

  it("shows its number's consent, in whichever list it was changed", async () => {
    const [ours, other] = [await listWith("Ann"), await listWith("Ann again")];
    const params = { contact_list_id: ours.contactListId, contact_id: ours.contactIds[0] ?? 0 };
    const consent = { status: "withdrawn" as const, source: "call" };
    const { body } = await operator.call(updateContactOperation, { params, body: { consent } });
    const shown = { status: "withdrawn", source: "call", at: expect.stringMatching(/Z$/) };
    expect(body.consent).toEqual(shown);
    expect((await contactIn(other.contactListId))?.consent).toEqual(shown);
    expect(await read()).toMatchObject({ history: [{ status: "withdrawn", by: `user:${tenant.operator.userId}` }] });
    const unknown = { status: "unknown" as const, source: "call" };
    const refused = await operator.refused(updateContactOperation, { params, body: { name: "No", consent: unknown } });
    expect(refused).toMatchObject({ status: 409, code: "consent_withdrawn" });
    expect(await contactIn(ours.contactListId)).toMatchObject({ name: "Ann" });
  });

  it("is changed in its own list and organization alone", async () => {
    const { contactListId, contactIds } = await listWith("Ann");
    const other = await listWith("Bob");
    const contact_id = contactIds[0] ?? 0;
    const body = { name: "Changed" };
    const inOther = { contact_list_id: other.contactListId, contact_id };
    expect(await operator.refused(updateContactOperation, { params: inOther, body })).toMatchObject({ status: 404 });
    const stranger = api.client((await createTenant(test)).operator);
    const params = { contact_list_id: contactListId, contact_id };
    expect(await stranger.refused(updateContactOperation, { params, body })).toMatchObject({ status: 404 });
    expect(await contactIn(contactListId)).toMatchObject({ name: "Ann" });
  });
});
