import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createLogger } from "../../../infra/logger.ts";
import { reserveVoiceSlot } from "../../../infra/postgres/web-call/voice-reservation.repository.ts";
import { openReportedCallSlots } from "../../../media/process/call-slot-report.ts";
import { createTenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const logger = createLogger("media", { level: "silent", secrets: [] });

it("the place that a call takes is the one that was kept for it", async () => {
  const { organizationId } = await createTenant(test);
  const reserve = (uuid: string) =>
    test.database.inOrganization(organizationId, (tx) => reserveVoiceSlot(tx, { uuid }));
  const told = await openReportedCallSlots({ database: test.database, logger }, { calls: 2 });
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  expect([await reserve(first), await reserve(second), await reserve(third)]).toEqual([true, true, false]);
  const leave = told.slots.take(first);
  await waitUntil("what was kept has become what is taken", async () => {
    const kept = await test.everything.selectFrom("voice_reservations").select("run_uuid").execute();
    return kept.length === 1;
  });
  expect(await reserve(third)).toBe(false);
  leave();
  await waitUntil("a place is free", () => reserve(third));
  await told.withdraw();
  expect(await reserve(randomUUID())).toBe(false);
});
