import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { buildActionRequest } from "../../../domain/connector/action-request.ts";
import { type ConnectorAction, connector, findAction } from "../../../domain/connector/connector.ts";
import { connectors } from "../../../domain/connector/connector-catalogue.ts";
import { describeOfferedAction, findPresetFault } from "../../../domain/connector/offered-action.ts";
import { ToolFault } from "../../../domain/tool/tool-fault.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const action = (slug: string, name: string): ConnectorAction => {
  const found = findAction(
    connectors.find((each) => each.slug === slug),
    name,
  );
  if (!found) throw new Error(`${slug} has no ${name}`);
  return found;
};
const every = connectors.flatMap(({ actions }) => actions);
const anything = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string()),
  fc.object(),
);

describe("the request of an action", () => {
  it("goes to its own host and as deep as it stands there, whatever a model gives, or is a fault in words", () => {
    const given = fc.dictionary(
      fc.constantFrom(...every.flatMap((each) => Object.keys(each.parameters.properties))),
      anything,
    );
    fc.assert(
      fc.property(fc.constantFrom(...every), given, (each, values) => {
        try {
          const request = buildActionRequest(each, { given: values, now: NOW });
          const [url, template] = [new URL(request.url), new URL(each.request.url)];
          expect(url.host).toBe(template.host);
          expect(url.pathname.split("/").length).toBe(template.pathname.split("/").length);
          expect(request.body === undefined).toBe(each.request.body === null);
          if (request.body !== undefined) expect(JSON.parse(request.body)).not.toBeNull();
        } catch (error) {
          expect(error).toBeInstanceOf(ToolFault);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("leaves out what nobody gave, and fills defaults", () => {
    const given = {
      title: "Viewing",
      starts_at: "2026-03-02T09:00:00Z",
      ends_at: "2026-03-02T09:30:00Z",
      description: "",
      invented: 1,
    };
    const request = buildActionRequest(action("google-calendar", "create_event"), { given, now: NOW });
    expect(request.url).toBe("https://www.googleapis.com/calendar/v3/calendars/primary/events");
    expect(JSON.parse(request.body ?? "")).toEqual({
      summary: "Viewing",
      start: { dateTime: given.starts_at },
      end: { dateTime: given.ends_at },
    });
  });

  it("keeps the type of a value, and knows the time", () => {
    const { body = "" } = buildActionRequest(action("hubspot", "add_note"), {
      given: { contact_id: "7", text: "{{now}}" },
      now: NOW,
    });
    expect(JSON.parse(body).properties).toEqual({ hs_timestamp: NOW.toISOString(), hs_note_body: "{{now}}" });
    const { url } = buildActionRequest(action("cal-com", "find_slots"), {
      given: { event_type_id: 12, from: "2026-03-02", until: "2026-03-03" },
      now: NOW,
    });
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      eventTypeId: "12",
      start: "2026-03-02",
      end: "2026-03-03",
    });
  });

  it("names every fault of what was given", () => {
    const ask = () =>
      buildActionRequest(action("cal-com", "book"), { given: { event_type_id: "x", email: "y" }, now: NOW });
    expect(ask).toThrow(/event_type_id: .*starts_at: .*email: Invalid email/);
  });
});

describe("the function that a model gets for an action", () => {
  it("is without what the tool fills itself", () => {
    const { parameters } = describeOfferedAction(action("google-sheets", "append_row"), ["spreadsheet_id"]);
    expect(parameters).toMatchObject({ required: ["range", "row"] });
    expect(JSON.stringify(parameters)).not.toContain("spreadsheet_id");
  });

  it("can be filled with a value of its kind, or with variables of the call", () => {
    const { parameters } = action("cal-com", "book");
    expect(findPresetFault(parameters, "event_type_id", 7)).toBeNull();
    expect(findPresetFault(parameters, "event_type_id", "{{kind}}")).toBeNull();
    expect(findPresetFault(parameters, "event_type_id", "seven")).toMatch(/expected number/);
    expect(findPresetFault(parameters, "seat", 1)).toMatch(/no parameter of this name/);
  });
});

describe("an app in the catalogue", () => {
  const [first] = connectors;
  it("has no action twice, and no parameter that goes nowhere", () => {
    const twice = { ...first, actions: [...(first?.actions ?? []), first?.actions[0]] };
    expect(connector.safeParse(twice).error?.message).toContain("is named twice");
    const [one] = first?.actions ?? [];
    const idle = { ...one?.parameters.properties, idle: { type: "string", description: "Nothing" } };
    const actions = [{ ...one, parameters: { ...one?.parameters, properties: idle } }];
    expect(connector.safeParse({ ...first, actions }).error?.message).toContain("does nothing with idle");
  });
});
