import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { refuseListed, refuseWithdrawn } from "../../../../domain/call/number-permission.rules.ts";
import { CONSENT_STATUSES } from "../../../../domain/contact/consent.rules.ts";
import { recordConsents } from "../../../../infra/postgres/contact/consent.repository.ts";
import { addToDoNotCall } from "../../../../infra/postgres/contact/do-not-call.repository.ts";
import {
  CONSENT,
  IS_LISTED,
  joinPermission,
  readNumberPermission,
  toPermission,
} from "../../../../infra/postgres/contact/number-permission.ts";
import { eraseDoNotCall } from "../../../../infra/postgres/privacy/erase-permissions.ts";
import { fillNationalList } from "../../../factories/national-lists.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;
let lastErased = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

const CASES = [true, false].flatMap((onOwnList) =>
  [true, false].flatMap((onNationalList) =>
    CONSENT_STATUSES.map((consent) => ({ onOwnList, onNationalList, consent })),
  ),
);
const numberAt = (index: number) => `+1415555${String(index).padStart(4, "0")}`;

/** A campaign suppresses by the statement, and a call is refused by the rule: both must say the same. */
it("the statement's IS_LISTED and CONSENT refuse the numbers that refuseListed and refuseWithdrawn refuse", async () => {
  const { organizationId } = tenant;
  const numbersOf = (chooses: (one: (typeof CASES)[number]) => boolean) =>
    CASES.flatMap((one, index) => (chooses(one) ? [numberAt(index)] : []));
  await fillNationalList(test.everything, {
    organizationId,
    numbers: numbersOf(({ onNationalList }) => onNationalList),
  });
  await test.database.inOrganization(organizationId, async (tx) => {
    const phoneNumbers = numbersOf(({ onOwnList }) => onOwnList);
    await addToDoNotCall(tx, { organizationId, phoneNumbers, source: "manual" });
    for (const status of CONSENT_STATUSES) {
      if (status === "unknown") continue;
      const statement = { organizationId, source: "letter", actor: "system", status };
      await recordConsents(
        tx,
        numbersOf(({ consent }) => consent === status),
        statement,
      );
    }
  });
  for (const [index, one] of CASES.entries()) {
    const number = { organizationId, phoneNumber: numberAt(index), environment: "production" as const };
    const { permission, row } = await test.database.inOrganization(organizationId, async (tx) => ({
      permission: await readNumberPermission(tx, number),
      row: (
        await sql<{ listed: boolean; consent: string }>`
          select ${IS_LISTED} as listed, ${CONSENT} as consent from (values (1)) one ${joinPermission(tx, number)}`.execute(
          tx,
        )
      ).rows[0],
    }));
    const said = { ...one, listed: row?.listed, withdrawn: row?.consent === "withdrawn" };
    const decided = { listed: refuseListed(permission) !== null, withdrawn: refuseWithdrawn(permission) !== null };
    expect(said).toEqual({ ...one, ...decided });
  }
});

const permissionOf = (phoneNumber: string, environment: "production" | "sandbox") =>
  test.database.inOrganization(tenant.organizationId, (tx) =>
    readNumberPermission(tx, { organizationId: tenant.organizationId, phoneNumber, environment }),
  );

it("a consent of the sandbox binds calls of the sandbox alone", async () => {
  const { organizationId } = tenant;
  const phoneNumber = "+14155550901";
  await test.database.inOrganization(organizationId, (tx) =>
    recordConsents(tx, [phoneNumber], {
      organizationId,
      environment: "sandbox",
      status: "withdrawn",
      source: "letter",
      actor: "system",
    }),
  );
  expect((await permissionOf(phoneNumber, "sandbox")).consent).toBe("withdrawn");
  expect((await permissionOf(phoneNumber, "production")).consent).toBe("unknown");
});

it("an entry that has expired binds calls of neither environment", async () => {
  const { organizationId } = tenant;
  const phoneNumber = "+14155550902";
  await test.everything
    .insertInto("do_not_call")
    .values({
      organization_id: organizationId,
      phone_number: phoneNumber,
      source: "manual",
      expires_at: new Date(Date.now() - 1_000),
    })
    .execute();
  expect((await permissionOf(phoneNumber, "sandbox")).onDoNotCall).toBe(false);
  expect((await permissionOf(phoneNumber, "production")).onDoNotCall).toBe(false);
});

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.UTC(2100, 0, 1) + days * DAY_MS);

/** Null: for good. */
it.each([
  { of: "an erased person", erased: null, again: undefined, until: null },
  { of: "an erased person, for some time", erased: 2, again: undefined, until: 2 },
  { of: "an erased person, added again for longer", erased: 2, again: 3, until: 3 },
  { of: "an erased person, added again for a shorter time", erased: 2, again: 1, until: 2 },
  { of: "an erased person, added again for good", erased: 2, again: null, until: null },
  { of: "a person erased for good, added again for some time", erased: null, again: 1, until: null },
])("the entry of $of binds that number alone, as long as it lasts", async ({ erased, again, until }) => {
  const { organizationId } = tenant;
  const phoneNumber = `+141555519${String((lastErased += 1)).padStart(2, "0")}`;
  const add = (days: number | null) =>
    test.database.inOrganization(organizationId, (tx) =>
      addToDoNotCall(tx, {
        organizationId,
        phoneNumbers: [phoneNumber],
        source: "manual",
        ...(days !== null && { expiresAt: inDays(days) }),
      }),
    );
  await add(erased);
  await test.database.inOrganization(organizationId, (tx) =>
    eraseDoNotCall(tx, { organizationId, numbers: [phoneNumber], keepDoNotCall: true }),
  );
  if (again !== undefined) await add(again);
  expect(await permissionOf(phoneNumber, "production")).toMatchObject({
    onDoNotCall: true,
    doNotCallUntilMs: until === null ? null : inDays(until).getTime(),
  });
  expect(await permissionOf("+14155551999", "production")).toMatchObject({
    onDoNotCall: false,
    doNotCallUntilMs: null,
  });
});

it("the permission of a number that is unknown yet has no class", () => {
  const row = {
    on_do_not_call: false,
    do_not_call_until: null,
    consent: "unknown",
    national_source: null,
    national_as_of: null,
    allowed_countries: null,
    allowed_number_kinds: null,
  };
  expect(toPermission(row, null).numberClass).toBeNull();
  expect(toPermission(row, "+4915123456789").numberClass).toEqual({ kind: "mobile", country: "DE" });
});
