import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { connector } from "../../../domain/connector/connector.ts";
import { connectors } from "../../../domain/connector/connector-catalogue.ts";
import { createConnectorRegistry } from "../../../infra/connector/connector-registry.ts";
import { createConnectedAccount } from "../../factories/connectors.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { type App, startAppStandIn } from "./apps/app-stand-in.ts";
import { calComApp } from "./apps/cal-com.ts";
import { googleCalendarApp, googleSheetsApp } from "./apps/google.ts";
import { hubspotApp } from "./apps/hubspot.ts";
import { slackApp } from "./apps/slack.ts";
import { createToolRig } from "./tool-rig.ts";

/** Every action of the catalogue, carried out as in a call, at a stand-in that refuses what the app refuses. */
let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

interface Step {
  action: string;
  given: Record<string, unknown>;
  /** The agent's result; a sentence where nothing is sent. */
  told: unknown;
}

const TOKEN = "token-of-the-account";
const success = (data: unknown, status_code = 200) => ({ status: "success", status_code, data });
const refusal = (status_code: number, data: unknown = expect.anything()) => ({ status: "error", status_code, data });

const day = { from: "2026-03-02T08:00:00+01:00", until: "2026-03-02T18:00:00+01:00" };
const viewing = { title: "Viewing", starts_at: "2026-03-02T09:00:00+01:00", ends_at: "2026-03-02T09:30:00+01:00" };
const SHEET = { spreadsheet_id: "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms" };
const ADA = { email: "ada@example.com", first_name: "Ada" };
const booking = {
  event_type_id: 123,
  starts_at: "2026-03-02T08:30:00Z",
  name: "Ada",
  email: "ada@example.com",
  time_zone: "Europe/Berlin",
};

const APPS: Record<string, { app: App; steps: Step[] }> = {
  "google-calendar": {
    app: googleCalendarApp(),
    steps: [
      { action: "find_busy_times", given: day, told: success({ calendars: { primary: { busy: [] } } }) },
      {
        action: "create_event",
        given: { ...viewing, attendees: [{ email: "ada@example.com" }] },
        told: success({ id: "event1", status: "confirmed" }),
      },
      { action: "create_event", given: { ...viewing, ends_at: viewing.starts_at }, told: refusal(400) },
      { action: "create_event", given: { ...viewing, calendar_id: "nobody@example.com" }, told: refusal(404) },
      { action: "create_event", given: { ...viewing, starts_at: "tomorrow" }, told: /starts_at: Invalid ISO datetime/ },
      { action: "list_events", given: { ...day, words: "Viewing" }, told: success({ items: [{ id: "event1" }] }) },
      { action: "list_events", given: { from: day.until, until: day.from }, told: refusal(400) },
      { action: "delete_event", given: { event_id: "event1" }, told: success("", 204) },
      { action: "delete_event", given: { event_id: "event1" }, told: refusal(410) },
    ],
  },
  "google-sheets": {
    app: googleSheetsApp(),
    steps: [
      {
        action: "append_row",
        // Words of a caller that would be a formula.
        given: { ...SHEET, range: "Calls!A:B", row: ["=IMPORTXML(1)", 7] },
        told: success({ updates: { updatedRows: 1 } }),
      },
      {
        action: "read_rows",
        given: { ...SHEET, range: "Calls!A1:B50" },
        told: success({
          range: "Calls!A1:B50",
          values: [
            ["name", "when"],
            ["=IMPORTXML(1)", 7],
          ],
        }),
      },
      {
        action: "update_row",
        given: { ...SHEET, range: "Calls!A1:B1", row: ["who", "when"] },
        told: success({ updatedRows: 1 }),
      },
      { action: "update_row", given: { ...SHEET, range: "Calls!A1:B1", row: [{}] }, told: /row\.0/ },
      { action: "read_rows", given: { ...SHEET, range: "no range!!" }, told: refusal(400) },
      { action: "read_rows", given: { spreadsheet_id: "another", range: "A1" }, told: refusal(404) },
    ],
  },
  hubspot: {
    app: hubspotApp(),
    steps: [
      { action: "create_contact", given: ADA, told: success(expect.objectContaining({ id: "100" }), 201) },
      { action: "create_contact", given: ADA, told: refusal(409) },
      { action: "create_contact", given: { email: "no address" }, told: /email: Invalid email/ },
      {
        action: "find_contact",
        given: { by: "email", value: "ada@example.com" },
        told: success({
          total: 1,
          results: [{ id: "100", properties: { email: "ada@example.com", firstname: "Ada" } }],
        }),
      },
      { action: "find_contact", given: { by: "name", value: "Ada" }, told: /by: Invalid option/ },
      {
        action: "update_contact",
        given: { contact_id: "100", phone: "+4930123456" },
        told: success({ id: "100", properties: { email: "ada@example.com", firstname: "Ada", phone: "+4930123456" } }),
      },
      { action: "update_contact", given: { contact_id: "999", phone: "+4930123456" }, told: refusal(404) },
      { action: "add_note", given: { contact_id: "100", text: "Wants a viewing" }, told: success({ id: "900" }, 201) },
      { action: "add_note", given: { contact_id: "999", text: "Wants a viewing" }, told: refusal(400) },
    ],
  },
  slack: {
    app: slackApp(),
    steps: [
      {
        action: "list_channels",
        given: {},
        told: success({ ok: true, channels: [{ id: "C024BE91L", name: "sales" }] }),
      },
      {
        action: "find_person",
        given: { email: "ada@example.com" },
        told: success({ ok: true, user: { id: "U012AB3CD" } }),
      },
      {
        action: "find_person",
        given: { email: "x@example.com" },
        told: refusal(200, { ok: false, error: "users_not_found" }),
      },
      {
        action: "post_message",
        given: { channel: "C024BE91L", text: "Ada called" },
        told: success({ ok: true, channel: "C024BE91L", ts: "1503435956.000240" }),
      },
      {
        action: "post_message",
        given: { channel: "C0", text: "x" },
        told: refusal(200, { ok: false, error: "channel_not_found" }),
      },
      { action: "post_message", given: { channel: "#sales", text: "x" }, told: /channel: / },
      {
        action: "delete_message",
        given: { channel: "C024BE91L", ts: "1503435956.000240" },
        told: success({ ok: true, channel: "C024BE91L", ts: "1503435956.000240" }),
      },
      {
        action: "delete_message",
        given: { channel: "C024BE91L", ts: "1.1" },
        told: refusal(200, { ok: false, error: "message_not_found" }),
      },
    ],
  },
  "cal-com": {
    app: calComApp(),
    steps: [
      {
        action: "list_event_types",
        given: { username: "ada" },
        told: success({ status: "success", data: [{ id: 123, title: "Viewing" }] }),
      },
      {
        action: "find_slots",
        given: { event_type_id: 123, from: "2026-03-02", until: "2026-03-03", time_zone: "Europe/Berlin" },
        told: success({ status: "success", data: { "2026-03-02": [{ start: booking.starts_at }] } }),
      },
      {
        action: "find_slots",
        given: { event_type_id: 9, from: "2026-03-02", until: "2026-03-03" },
        told: refusal(404),
      },
      { action: "book", given: { ...booking, starts_at: "2026-03-02T09:30:00+01:00" }, told: /starts_at: / },
      {
        action: "book",
        given: { ...booking, phone: "+4930123456" },
        told: success({ status: "success", data: { uid: "booking-1", start: booking.starts_at } }, 201),
      },
      { action: "book", given: booking, told: refusal(400) },
      {
        action: "cancel_booking",
        given: { booking_uid: "booking-1", reason: "Changed her mind" },
        told: success({ status: "success", data: { uid: "booking-1", status: "cancelled" } }),
      },
      { action: "cancel_booking", given: { booking_uid: "booking-1" }, told: refusal(404) },
    ],
  },
};

describe.each(connectors.map(({ slug, actions }) => ({ slug, names: actions.map(({ name }) => name) })))(
  "$slug",
  ({ slug, names }) => {
    const { app, steps = [] } = APPS[slug] ?? {};

    it("has at least three actions, and each of them is tried", () => {
      expect(names.length).toBeGreaterThanOrEqual(3);
      expect([...new Set(steps.map(({ action }) => action))].sort()).toEqual([...names].sort());
    });

    it("does what its actions say, and tells the agent what the app refuses", async () => {
      if (!app) throw new Error(`there is no stand-in for ${slug}`);
      const standIn = await startAppStandIn(app, TOKEN);
      const moved = app.hosts.reduce(
        (text, host) => text.replaceAll(host, standIn.url),
        JSON.stringify(connectors.find((each) => each.slug === slug)),
      );
      const registry = createConnectorRegistry([connector.parse(JSON.parse(moved))], new Map());
      const rig = await createToolRig(test, { tenant, deps: { connectors: registry } });
      const account_id = await createConnectedAccount(test, tenant, { slug, accessToken: TOKEN });
      for (const { action, given, told } of steps) {
        const tool = await rig.tool({ type: "connector", config: { slug, account_id, action } });
        const call = await rig.request(tool, given);
        await rig.run(call);
        const { result, error } = await rig.row(call);
        if (told instanceof RegExp) expect([action, error]).toEqual([action, expect.stringMatching(told)]);
        else expect([action, result]).toEqual([action, told]);
      }
      await standIn.close();
    });
  },
);
