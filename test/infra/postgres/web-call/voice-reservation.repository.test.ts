import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { deleteMediaProcess, reportCallSlots } from "../../../../infra/postgres/web-call/media-process.repository.ts";
import {
  keepVoiceSlotUnlessFull,
  releaseVoiceSlot,
  reserveVoiceSlot,
} from "../../../../infra/postgres/web-call/voice-reservation.repository.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { createRunRow } from "../../../factories/calls.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenants: Tenant[];
beforeAll(async () => {
  test = await createTestDatabase();
  tenants = [await createTenant(test), await createTenant(test)];
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.everything.deleteFrom("call_runs").execute();
  await test.everything.deleteFrom("voice_reservations").execute();
  await test.everything.deleteFrom("media_processes").execute();
});

const PROCESS = randomUUID();
const tell = (places: number, taken: number, takenBy: string[] = []) =>
  reportCallSlots(test.database, { uuid: PROCESS, places, taken, takenBy });
const reserve = (uuid: string, tenant = 0, seconds?: number) =>
  test.database.inOrganization(tenants[tenant]?.organizationId ?? 0, (tx) => reserveVoiceSlot(tx, { uuid }, seconds));

it("gives each place once, however many ask for one in the same instant", async () => {
  await tell(3, 1);
  const given = await Promise.all(Array.from({ length: 8 }, (_, at) => reserve(randomUUID(), at % 2)));
  expect(given.filter((isGiven) => isGiven)).toHaveLength(2);
});

it("keeps a place for whoever has one, and frees it when they have sat down, left, or not come in time", async () => {
  await tell(1, 0);
  const [first, second] = [randomUUID(), randomUUID()];
  expect([await reserve(first), await reserve(first), await reserve(second, 1)]).toEqual([true, true, false]);
  await tell(2, 1, [first]);
  expect([await reserve(second, 1), await reserve(randomUUID())]).toEqual([true, false]);
  await test.database.inOrganization(tenants[1]?.organizationId ?? 0, (tx) => releaseVoiceSlot(tx, { uuid: second }));
  expect(await reserve(randomUUID(), 0, 600)).toBe(true);
  expect(await reserve(randomUUID())).toBe(false);
  await test.everything.updateTable("voice_reservations").set({ reserved_until: sql<Date>`now()` }).execute();
  expect(await reserve(randomUUID())).toBe(true);
});

it.each([
  ["calls that ring over a SIP trunk", { provider: "sip", mode: "sip", state: "ringing" }],
  ["calls from a SIP trunk", { provider: "sip", mode: "sip", state: "in_progress", direction: "inbound" }],
  ["conversations in the browser", { mode: "smallwebrtc", carries_audio: true, state: "in_progress" }],
] as const)("leaves others a quarter of the places beside %s", async (_, run) => {
  await tell(4, 0);
  const [own, other] = tenants;
  if (!own || !other) throw new Error("there are no tenants");
  const agent = { organizationId: own.organizationId, ...(await createAgentRows(test, own)) };
  const rest = [
    { ...run, state: "queued" },
    { provider: "twilio", mode: "twilio", state: "ringing" },
  ] as const;
  for (const values of [run, run, ...rest]) await createRunRow(test, agent, values);
  const { uuid: third } = await createRunRow(test, agent, { ...run, state: "queued" });
  const { uuid: fourth } = await createRunRow(test, agent, { ...run, state: "queued" });
  expect([await reserve(third), await reserve(third), await reserve(fourth)]).toEqual([true, true, false]);
  const full = await test.database.inOrganization(own.organizationId, (tx) =>
    keepVoiceSlotUnlessFull(tx, { uuid: fourth }, 60),
  );
  expect(full).toEqual({ whose: "organization in media processes", live: 3, limit: 3 });
  expect(await reserve(randomUUID(), tenants.indexOf(other))).toBe(true);
});

it("gives none where no process runs", async () => {
  expect(await reserve(randomUUID())).toBe(false);
  await tell(1, 0);
  await deleteMediaProcess(test.database, PROCESS);
  expect(await reserve(randomUUID())).toBe(false);
});

const AN_HOUR_AHEAD = sql<Date>`now() + interval '1 hour'`;

it("keeps none for longer because the database's clock was set back", async () => {
  await tell(1, 0);
  expect(await reserve(randomUUID(), 0, 600)).toBe(true);
  await test.everything.updateTable("voice_reservations").set({ reserved_until: AN_HOUR_AHEAD }).execute();
  expect(await reserve(randomUUID())).toBe(true);
});

it("gives none of a process that reported itself before the database's clock was set back", async () => {
  await reportCallSlots(test.database, { uuid: randomUUID(), places: 5, taken: 0, takenBy: [] });
  await test.everything.updateTable("media_processes").set({ told_at: AN_HOUR_AHEAD }).execute();
  await tell(1, 0);
  expect([await reserve(randomUUID()), await reserve(randomUUID())]).toEqual([true, false]);
});
