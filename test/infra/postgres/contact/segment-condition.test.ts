import { afterAll, beforeAll, expect, it } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import { isInSegment, parseSegment } from "../../../../domain/contact/segment.ts";
import { showClock } from "../../../../domain/time/clock-time.ts";
import { buildSegmentCondition } from "../../../../infra/postgres/contact/segment-condition.ts";
import { createContactListRows } from "../../../factories/campaigns.ts";
import { attributeValue, segmentExpression } from "../../../factories/segments.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

const ZONE = "Asia/Tokyo";
const someContact = fc.record({
  name: fc.constantFrom(null, "Ada", "Berlin", ""),
  timezone: fc.constantFrom(null, "Europe/Berlin"),
  priority: fc.constantFrom(null, 0, 9),
  attributes: fc.dictionary(fc.constantFrom("city", "due", "owed", "first name", "nobody's"), attributeValue),
});

it("selects exactly the contacts that the expression is true of, whatever it and they are", async () => {
  await test.everything
    .updateTable("organizations")
    .set({ timezone: ZONE })
    .where("id", "=", tenant.organizationId)
    .execute();
  const owner = {
    organization_id: tenant.organizationId,
    contact_list_id: await createContactListRows(test, tenant, []),
  };
  const drawn = fc.sample(someContact, { numRuns: 300, seed: 7 });
  const contacts = drawn.map((contact, at) => ({ ...contact, phone_number: `+4915${String(at).padStart(8, "0")}` }));
  await test.everything
    .insertInto("contacts")
    .values(contacts.map((contact) => ({ ...contact, ...owner })))
    .execute();
  await fc.assert(
    fc.asyncProperty(segmentExpression, async (where) => {
      const parsed = parseSegment(where);
      if (!parsed.ok) throw new Error(`${where}: ${parsed.fault.message}`);
      const today = showClock(ZONE, Date.now()).slice(0, "2026-12-01".length);
      const rows = await test.database.inOrganization(tenant.organizationId, async (tx) => {
        const place = { contacts: "c", organizationId: tenant.organizationId };
        const found = await sql<{ phone_number: string }>`
          select c.phone_number from contacts c
          where c.contact_list_id = ${owner.contact_list_id} and ${buildSegmentCondition(parsed.segment, place)}
          order by 1`.execute(tx);
        return found.rows;
      });
      const expected = contacts.filter((contact) =>
        isInSegment(parsed.segment, { ...contact, priority: contact.priority ?? 0 }, today),
      );
      expect(rows.map(({ phone_number: number }) => number)).toEqual(
        expected.map(({ phone_number: number }) => number),
      );
    }),
    { numRuns: 400 },
  );
});
