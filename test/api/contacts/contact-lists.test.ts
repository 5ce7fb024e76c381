import { beforeEach, describe, expect, it } from "@jest/globals";
import {
  createContactListOperation,
  deleteContactListOperation,
  deleteContactOperation,
  listContactListsOperation,
  listContactsOperation,
  updateContactListOperation,
} from "../../../api/contacts/contacts.operations.ts";
import { plainSettings } from "../../factories/campaigns.ts";
import { createContactList, fictionalContacts } from "../../factories/contacts.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

let tenant: Tenant;
let operator: ApiClient;

const { test, api } = await useTestApi();
beforeEach(async () => {
  tenant = await createTenant(test);
  operator = api.client(tenant.operator);
});

const listWith = async (contacts: Parameters<typeof createContactList>[1]["contacts"], name = "Customers") =>
  createContactList(test, { organizationId: tenant.organizationId, name, ...(contacts && { contacts }) });
const namesOfLists = async () =>
  (await operator.call(listContactListsOperation)).body.contact_lists.map(({ name }) => name);

const campaignOn = async (contactListId: number, state: "draft" | "running" | "paused" | "completed" | "failed") => {
  const organization_id = tenant.organizationId;
  const agent = await test.everything
    .insertInto("agents")
    .values({ organization_id, name: "Ava", workflow_uuid: crypto.randomUUID() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const campaign = test.everything.insertInto("campaigns").values({
    organization_id,
    name: "July",
    state,
    agent_id: agent.id,
    source_type: "contact_list",
    source_id: String(contactListId),
    contact_list_id: contactListId,
    ...plainSettings,
  });
  return (await campaign.returning("id").executeTakeFirstOrThrow()).id;
};

describe("contact lists", () => {
  it("are made, renamed, listed newest first and deleted", async () => {
    const { body: made } = await operator.call(createContactListOperation, {
      body: { name: " Leads ", description: "of July" },
    });
    expect(made).toMatchObject({ name: "Leads", description: "of July", contact_count: 0 });
    await operator.call(createContactListOperation, { body: { name: "Newer" } });
    const params = { contact_list_id: made.id };
    const { body: renamed } = await operator.call(updateContactListOperation, { params, body: { name: "Prospects" } });
    expect(renamed).toEqual({ ...made, name: "Prospects" });
    expect(await namesOfLists()).toEqual(["Newer", "Prospects"]);
    await operator.call(deleteContactListOperation, { params });
    expect(await namesOfLists()).toEqual(["Newer"]);
    expect(await operator.refused(deleteContactListOperation, { params })).toMatchObject({ status: 404 });
    const events = await test.everything
      .selectFrom("timeline_events")
      .select("summary")
      .where("organization_id", "=", tenant.organizationId)
      .orderBy("id")
      .execute();
    expect(events.map(({ summary }) => summary)).toEqual([
      "Contact list Leads was made",
      "Contact list Newer was made",
      "Contact list Leads is now Prospects",
      "Contact list Prospects was deleted with its 0 contacts",
    ]);
  });

  it("contact lists of one campaign's file are not shown", async () => {
    const values = { organization_id: tenant.organizationId, name: "hidden", is_hidden: true };
    await test.everything.insertInto("contact_lists").values(values).execute();
    expect(await namesOfLists()).toEqual([]);
  });

  it.each([[{}], [{ name: "" }], [{ name: "x".repeat(256) }], [{ name: "a", descripton: "b" }]])(
    "refuse %j",
    async (body) => {
      expect(await operator.refused(createContactListOperation, { body })).toMatchObject({ status: 422 });
    },
  );

  it.each(["draft", "running", "paused", "failed"] as const)("stay while a %s campaign uses them", async (state) => {
    const { contactListId } = await listWith(fictionalContacts(1));
    await campaignOn(contactListId, state);
    const refusal = await operator.refused(deleteContactListOperation, { params: { contact_list_id: contactListId } });
    expect(refusal).toMatchObject({
      status: 409,
      code: "contact_list_in_use",
      detail: expect.stringContaining(`July (${state})`),
    });
    expect(await namesOfLists()).toEqual(["Customers"]);
  });

  it("go once a failed campaign has taken its contacts: it needs them no more to be resumed", async () => {
    const { contactListId } = await listWith(fictionalContacts(1));
    const campaignId = await campaignOn(contactListId, "failed");
    await test.everything
      .updateTable("campaigns")
      .set({ snapshot_at: new Date() })
      .where("id", "=", campaignId)
      .execute();
    await operator.call(deleteContactListOperation, { params: { contact_list_id: contactListId } });
    expect(await namesOfLists()).toEqual([]);
  });

  it("go after the campaign has ended, which stays", async () => {
    const { contactListId } = await listWith(fictionalContacts(1));
    const campaignId = await campaignOn(contactListId, "completed");
    await operator.call(deleteContactListOperation, { params: { contact_list_id: contactListId } });
    const campaign = test.everything.selectFrom("campaigns").select("contact_list_id").where("id", "=", campaignId);
    expect(await campaign.executeTakeFirst()).toEqual({ contact_list_id: null });
  });

  it("contact lists of another organization do not exist, and viewers change nothing", async () => {
    const { contactListId, contactIds } = await listWith(fictionalContacts(1));
    const stranger = api.client((await createTenant(test)).operator);
    const viewer = api.client(tenant.viewer);
    const params = { contact_list_id: contactListId, contact_id: contactIds[0] };
    for (const operation of [updateContactListOperation, deleteContactListOperation, deleteContactOperation]) {
      const body = operation === updateContactListOperation ? { name: "Mine" } : undefined;
      expect(await stranger.refused(operation, { params, body })).toMatchObject({ status: 404 });
      expect(await viewer.refused(operation, { params, body })).toMatchObject({ status: 403 });
    }
    expect(await stranger.refused(listContactsOperation, { params })).toMatchObject({ status: 404 });
    expect((await viewer.call(listContactsOperation, { params })).body.total_count).toBe(1);
  });
});

describe("contacts of a list", () => {
  it("come in pages, in the order of import", async () => {
    const { contactListId } = await listWith([
      { phone_number: "+12025550101", name: "Ann", timezone: "Europe/Rome", attributes: { plan: "a" } },
      ...fictionalContacts(120).slice(2),
    ]);
    const params = { contact_list_id: contactListId };
    const { body: first } = await operator.call(listContactsOperation, { params });
    expect(first).toMatchObject({ total_count: 119, page: 1, limit: 50, total_pages: 3 });
    expect(first.contacts[0]).toEqual({
      id: expect.any(Number),
      contact_list_id: contactListId,
      phone_number: "+12025550101",
      priority: 0,
      name: "Ann",
      timezone: "Europe/Rome",
      attributes: { plan: "a" },
      consent: { status: "unknown", at: null, source: null },
      created_at: expect.stringMatching(/Z$/),
    });
    const { body: last } = await operator.call(listContactsOperation, { params, query: { page: 3 } });
    expect(last.contacts).toHaveLength(19);
    expect(await operator.refused(listContactsOperation, { params, query: { limit: 101 } })).toMatchObject({
      status: 422,
    });
  });

  it("are searched by part of name or number, wildcards taken literally", async () => {
    const { contactListId } = await listWith([
      { phone_number: "+12025550101", name: "Ann 100%" },
      { phone_number: "+12025550102", name: "Bob" },
      { phone_number: "+13035550103", name: null },
    ]);
    const params = { contact_list_id: contactListId };
    const found = async (q: string) => {
      const { body } = await operator.call(listContactsOperation, { params, query: { q } });
      expect(body.total_count).toBe(body.contacts.length);
      return body.contacts.map(({ phone_number }) => phone_number);
    };
    expect(await found("ann")).toEqual(["+12025550101"]);
    expect(await found("%")).toEqual(["+12025550101"]);
    expect(await found("+1303")).toEqual(["+13035550103"]);
    expect(await found("(303) 555-01.03")).toEqual(["+13035550103"]);
    expect(await found("nobody")).toEqual([]);
  });

  it("are removed with a word about the campaigns that call them all the same", async () => {
    const { contactListId, contactIds } = await listWith(fictionalContacts(2));
    const take = async (at: number, state: "running" | "completed", contactState: "pending" | "finished") => {
      const campaign_id = await campaignOn(contactListId, state);
      const contact = { contact_id: contactIds[at] ?? 0, phone_number: `+1202555010${at}`, state: contactState };
      await test.everything
        .insertInto("campaign_contacts")
        .values({ ...contact, campaign_id, organization_id: tenant.organizationId })
        .execute();
    };
    await take(0, "running", "pending");
    await take(0, "completed", "pending");
    await take(1, "running", "finished");
    const remove = async (at: number) => {
      const params = { contact_list_id: contactListId, contact_id: contactIds[at] ?? 0 };
      return (await operator.call(deleteContactOperation, { params })).body.message;
    };
    expect(await remove(0)).toBe(
      "The contact was removed from the list, but campaigns that have taken it still call it: July. " +
        "Put the number on the do-not-call list to end that",
    );
    expect(await remove(1)).toBe("The contact was removed");
  });

  it("are removed, and the count with them", async () => {
    const { contactListId, contactIds } = await listWith(fictionalContacts(3));
    const other = await listWith(fictionalContacts(1), "Others");
    const params = { contact_list_id: contactListId, contact_id: contactIds[1] ?? 0 };
    await operator.call(deleteContactOperation, { params });
    expect(await operator.refused(deleteContactOperation, { params })).toMatchObject({ status: 404 });
    const foreign = { contact_list_id: contactListId, contact_id: other.contactIds[0] };
    expect(await operator.refused(deleteContactOperation, { params: foreign })).toMatchObject({ status: 404 });
    const { body } = await operator.call(listContactListsOperation);
    expect(body.contact_lists.map(({ contact_count }) => contact_count)).toEqual([1, 2]);
  });
});
