import { expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  mergeContact,
  nameTwoPeople,
  ON_DUPLICATE,
  ON_DUPLICATE_USUAL,
  writeContact,
} from "../../../domain/contact/written-contact.ts";

/** A column of a file may have any name, `__proto__` too. */
const columnName = fc.oneof(fc.string(), fc.constant("__proto__"));
const contact = fc.record({
  phoneNumber: fc.constant("+12125550100"),
  name: fc.option(fc.string()),
  timezone: fc.option(fc.constantFrom("America/New_York", "Europe/Berlin")),
  priority: fc.option(fc.integer({ min: 0, max: 9 })),
  attributes: fc
    .array(fc.tuple(columnName, fc.string()))
    .map((columns): Record<string, string> => Object.fromEntries(columns)),
});

it("merges a contact that comes twice as its two rows would be one after another", () => {
  fc.assert(
    fc.property(contact, contact, (earlier, later) => {
      const merged = mergeContact(writeContact(earlier), writeContact(later));
      const columns = new Map([...Object.entries(earlier.attributes), ...Object.entries(later.attributes)]);
      expect(new Map(Object.entries(JSON.parse(merged.attributes)))).toEqual(columns);
      expect(merged).toMatchObject({
        phoneNumber: "+12125550100",
        name: later.name ?? earlier.name,
        timezone: later.timezone ?? earlier.timezone,
        priority: later.priority ?? earlier.priority,
      });
    }),
  );
});

it.each([
  ["Ada", "Grace", true],
  ["Ada", "Ada", false],
  [null, "Ada", false],
  ["Ada", null, false],
  [null, null, false],
])("rows of one number that are named %s and %s name two people: %s", (one, other, areTwo) => {
  expect(nameTwoPeople({ name: one }, { name: other })).toBe(areTwo);
});

it("an import changes a contact that the list has already, or leaves it, as it is told", () => {
  expect([...ON_DUPLICATE].sort()).toEqual(["skip", "update"]);
  expect(ON_DUPLICATE_USUAL).toBe("update");
});
