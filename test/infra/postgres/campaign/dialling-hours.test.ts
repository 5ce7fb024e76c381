import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { CallingHours } from "../../../../domain/campaign/calling-hours.ts";
import { DEFAULT_CALLING_HOURS } from "../../../../domain/campaign/calling-hours.ts";
import { type HoursOf, readDiallingHours } from "../../../../infra/postgres/campaign/dialling-hours.repository.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;
const NOW = new Date("2026-11-22T12:00:00Z");

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

const asProvider = (provider: string) =>
  test.everything
    .updateTable("telephony_configurations")
    .set({ provider })
    .where("id", "=", tenant.simulatorAccountId)
    .execute();
const prefer = (calling_hours: Partial<CallingHours> | null) =>
  test.everything
    .updateTable("organizations")
    .set({
      timezone: "Europe/Berlin",
      calling_hours: calling_hours && { ...DEFAULT_CALLING_HOURS, ...calling_hours },
    })
    .where("id", "=", tenant.organizationId)
    .execute();
const read = (question: Partial<HoursOf>) =>
  test.database.inOrganization(tenant.organizationId, (tx) =>
    readDiallingHours(
      tx,
      {
        organizationId: tenant.organizationId,
        campaign: null,
        environment: "production",
        telephonyAccountId: tenant.simulatorAccountId,
        ...question,
      },
      NOW,
    ),
  );

const slots = [{ day_of_week: 0, start_time: "09:00", end_time: "10:00" }];
const undated = { starts_at: null, ends_at: null };
const withoutSchedule = { schedule_config: null, ...undated };

describe("the hours that hold for a real call", () => {
  beforeAll(() => asProvider("twilio"));

  it("are the organization's where a campaign has no schedule, by default from eight to nine in the evening", async () => {
    await prefer(null);
    expect(await read({ campaign: withoutSchedule })).toEqual({
      hours: { slots: DEFAULT_CALLING_HOURS.slots, holidays: [] },
      fallbackZone: "Europe/Berlin",
      source: "organization",
    });
  });

  it("are the organization's also where a schedule is switched off", async () => {
    const schedule_config = { enabled: false, timezone: "Asia/Tokyo", slots };
    expect(await read({ campaign: { schedule_config, ...undated } })).toMatchObject({ source: "organization" });
  });

  it("are the campaign's own, with its holidays and its zone", async () => {
    await prefer({ slots, holidays: ["2026-12-31"] });
    const schedule_config = {
      enabled: true,
      timezone: "Asia/Tokyo",
      slots,
      holidays: ["2026-12-24"],
      holiday_calendar: "DE",
    };
    const { hours, fallbackZone, source } = await read({ campaign: { schedule_config, ...undated } });
    expect([fallbackZone, source]).toEqual(["Asia/Tokyo", "campaign"]);
    expect(hours?.holidays).toEqual(expect.arrayContaining(["2026-12-24", "2026-12-25"]));
    expect(hours?.holidays).not.toContain("2026-12-31");
  });

  it("are none outside campaigns, until the organization says that they are kept there too", async () => {
    await prefer({ slots });
    expect(await read({})).toMatchObject({ hours: null, source: null });
    await prefer({ slots, one_off: true });
    expect(await read({})).toMatchObject({ hours: { slots }, source: "organization" });
  });

  it("are none where the organization has switched them off", async () => {
    await prefer({ enabled: false, reason: "They asked for it", one_off: true });
    expect((await read({ campaign: withoutSchedule })).hours).toBeNull();
    expect((await read({})).hours).toBeNull();
  });
});

describe("the hours that hold for a simulated call", () => {
  it("are a campaign's own schedule alone: nobody is woken", async () => {
    await prefer({ slots, one_off: true });
    await asProvider("simulator");
    expect((await read({ campaign: withoutSchedule })).hours).toBeNull();
    expect((await read({})).hours).toBeNull();
    const schedule_config = { enabled: true, timezone: "UTC", slots };
    expect((await read({ campaign: { schedule_config, ...undated } })).hours).toMatchObject({ slots });
  });

  it("are so for a sandbox key on any account", async () => {
    await asProvider("twilio");
    expect((await read({ campaign: withoutSchedule, environment: "sandbox" })).hours).toBeNull();
  });
});
