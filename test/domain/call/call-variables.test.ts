import { expect, it } from "@jest/globals";
import { buildCallVariables, DATE_VARIABLES, type VariableSources } from "../../../domain/call/call-variables.ts";

const sources: VariableSources = {
  template: {},
  contact: null,
  initialContext: {},
  number: null,
  organizationZone: null,
  language: "en-US",
  now: new Date("2026-03-01T23:30:00Z"),
};
const variables = (own: Partial<VariableSources>) => buildCallVariables({ ...sources, ...own });

it("the agent's own, the person's attributes and those of the call: the later wins", () => {
  const template = { name: "friend", company: "Example", offer: "none" };
  const contact = { name: "Ada", timezone: null, attributes: { offer: "lamp", company: "Hers" } };
  expect(variables({ template, contact, initialContext: { offer: "chair" } })).toMatchObject({
    name: "Ada",
    company: "Hers",
    offer: "chair",
  });
});

it.each<[string, Partial<VariableSources>, string]>([
  ["of the contact", { contact: { name: null, timezone: "Asia/Kathmandu", attributes: {} } }, "Monday"],
  ["that the call names", { initialContext: { timezone: "Asia/Tokyo" } }, "Monday"],
  ["of the number", { number: "+12125550100", organizationZone: "Asia/Tokyo" }, "Sunday"],
  ["of the organization", { organizationZone: "Europe/Berlin" }, "Monday"],
  ["that is none", { contact: { name: null, timezone: "Nowhere/City", attributes: {} } }, "Sunday"],
])("the date is the one in the zone %s", (_which, own, weekday) => {
  expect(variables(own)["current_weekday"]).toBe(weekday);
});

it("dates are written in the agent's language", () => {
  expect(variables({ language: "de-DE" })).toMatchObject({
    current_date: "1. März 2026",
    current_time: "23:30",
    current_weekday: "Sonntag",
  });
  expect(variables({ language: "xx-unknown-language" })["current_weekday"]).toBe("Sunday");
});

it("a call of which nothing is known has the date, the time and the weekday, by the names that a start of a campaign counts on", () => {
  const nameless = { name: null, timezone: null, attributes: {} };
  expect(variables({ contact: nameless })).toEqual({
    current_date: "March 1, 2026",
    current_time: "11:30 PM",
    current_weekday: "Sunday",
  });
  expect([...DATE_VARIABLES].sort()).toEqual(["current_date", "current_time", "current_weekday"]);
});
