import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { takeSnapshot } from "../../../../activities/campaign/take-snapshot.ts";
import { NUMBER_KINDS } from "../../../../domain/number/number-kinds.rules.ts";
import { recordConsents } from "../../../../infra/postgres/contact/consent.repository.ts";
import { addToDoNotCall } from "../../../../infra/postgres/contact/do-not-call.repository.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { createContactListRows, plainSettings, someContacts } from "../../../factories/campaigns.ts";
import { fillNationalList } from "../../../factories/national-lists.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

const HOUR_MS = 3_600_000;
const contacts = [...someContacts(7), { phone_number: "+19005550123", name: "Premium" }];
const numberAt = (index: number) => contacts[index]?.phone_number ?? "";

const allowKinds = (kinds: string[] | null) =>
  test.everything
    .updateTable("organizations")
    .set({ allowed_number_kinds: kinds })
    .where("id", "=", tenant.organizationId)
    .execute();

const startCampaign = async (values: object): Promise<number> => {
  const { organizationId } = tenant;
  const agent = await createAgentRows(test, tenant);
  const contactListId = await createContactListRows(test, tenant, contacts);
  const { id } = await test.everything
    .insertInto("campaigns")
    .values({
      organization_id: organizationId,
      name: "Spring",
      agent_id: agent.agentId,
      source_type: "contact_list",
      source_id: String(contactListId),
      contact_list_id: contactListId,
      ...plainSettings,
      ...values,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await test.everything
    .insertInto("campaign_figures")
    .values({ campaign_id: id, organization_id: organizationId })
    .execute();
  const address = { organizationId, campaignId: id };
  await test.database.inOrganization(organizationId, (tx) => takeSnapshot(tx, address, new Date()));
  return id;
};

it("takes nobody into a redial who is being called", async () => {
  const parent = await startCampaign({});
  const ofParent = () => test.everything.updateTable("campaign_contacts").where("campaign_id", "=", parent);
  await ofParent().set({ state: "finished", last_outcome: "no_answer" }).execute();
  await ofParent().set({ state: "in_flight" }).where("phone_number", "=", numberAt(2)).execute();
  const redial = await startCampaign({ parent_campaign_id: parent, redial_outcomes: ["no_answer"] });
  const taken = await test.everything
    .selectFrom("campaign_contacts")
    .select("phone_number")
    .where("campaign_id", "=", redial)
    .execute();
  const numbers = contacts.map(({ phone_number }) => phone_number).filter((number) => number !== numberAt(2));
  expect(taken.map(({ phone_number }) => phone_number).toSorted()).toEqual(numbers.toSorted());
});

const outcomesOf = async (campaignId: number) => {
  const rows = await test.everything
    .selectFrom("campaign_contacts")
    .select(["phone_number", "state", "last_outcome"])
    .where("campaign_id", "=", campaignId)
    .orderBy("phone_number")
    .execute();
  return rows.map(({ state, last_outcome }) => `${state} ${last_outcome}`);
};

it("suppresses who must not be called at the start of a campaign and of its redial", async () => {
  const { organizationId } = tenant;
  await allowKinds([...NUMBER_KINDS]);
  const parent = await startCampaign({});
  expect(await outcomesOf(parent)).toEqual(contacts.map(() => "pending null"));
  await test.everything
    .updateTable("campaign_contacts")
    .set({ state: "finished", last_outcome: "no_answer" })
    .where("campaign_id", "=", parent)
    .execute();

  await allowKinds(null);
  const statement = { organizationId, source: "letter", actor: "system" };
  await test.database.inOrganization(organizationId, async (tx) => {
    await recordConsents(tx, [numberAt(0)], { ...statement, status: "withdrawn" });
    await recordConsents(tx, [numberAt(1)], { ...statement, status: "granted" });
    await addToDoNotCall(tx, { organizationId, phoneNumbers: [numberAt(2)], source: "manual" });
    // An entry that ends binds until then.
    for (const [index, hours] of [
      [3, -1],
      [6, 1],
    ] as const)
      await addToDoNotCall(tx, {
        organizationId,
        phoneNumbers: [numberAt(index)],
        source: "manual",
        expiresAt: new Date(Date.now() + hours * HOUR_MS),
      });
  });
  // National lists bind where consent was not granted.
  await fillNationalList(test.everything, { organizationId, numbers: [numberAt(1), numberAt(5)] });
  // The do-not-call list of another organization does not apply here.
  const stranger = (await createTenant(test)).organizationId;
  await test.database.inOrganization(stranger, (tx) =>
    recordConsents(tx, [numberAt(4)], { ...statement, organizationId: stranger, status: "withdrawn" }),
  );

  const expected = [
    "suppressed blocked_consent",
    "pending null",
    "suppressed blocked_dnc",
    "pending null",
    "pending null",
    "suppressed blocked_dnc",
    "suppressed blocked_dnc",
    "suppressed blocked_number_kind",
  ];
  expect(await outcomesOf(await startCampaign({}))).toEqual(expected);
  const redial = { parent_campaign_id: parent, redial_outcomes: ["no_answer"] };
  expect(await outcomesOf(await startCampaign(redial))).toEqual(expected);
});
