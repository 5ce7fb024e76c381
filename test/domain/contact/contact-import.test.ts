import { expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  ON_DUPLICATE,
  ON_DUPLICATE_USUAL,
  type WrittenContact,
  withoutRepeats,
  writeContact,
} from "../../../domain/contact/contact-import.ts";

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
      const { contacts } = withoutRepeats([earlier, later].map(writeContact), "update");
      expect(contacts).toHaveLength(1);
      const [merged] = contacts;
      const columns = new Map([...Object.entries(earlier.attributes), ...Object.entries(later.attributes)]);
      expect(new Map(Object.entries(JSON.parse(merged?.attributes ?? "")))).toEqual(columns);
      expect(merged).toMatchObject({
        phoneNumber: "+12125550100",
        name: later.name ?? earlier.name,
        timezone: later.timezone ?? earlier.timezone,
        priority: later.priority ?? earlier.priority,
      });
    }),
  );
});

const rowOf = (phoneNumber: string, name: string | null): WrittenContact =>
  writeContact({ phoneNumber, name, timezone: null, priority: null, attributes: {} });

it("keeps the first row of a number where repeats are skipped, and every other number", () => {
  const rows = [rowOf("+12125550100", "Ada"), rowOf("+12125550101", null), rowOf("+12125550100", "Grace")];
  expect(withoutRepeats(rows, "skip")).toEqual({ contacts: rows.slice(0, 2), shared: 1 });
});

it.each([
  ["Ada", "Grace", true],
  ["Ada", "Ada", false],
  [null, "Ada", false],
  ["Ada", null, false],
  [null, null, false],
])("rows of one number that are named %s and %s name two people: %s", (one, other, areTwo) => {
  const rows = [rowOf("+12125550100", one), rowOf("+12125550100", other)];
  for (const onDuplicate of ON_DUPLICATE) expect(withoutRepeats(rows, onDuplicate).shared).toBe(Number(areTwo));
});

it("an import changes a contact that the list has already, or leaves it, as it is told", () => {
  expect([...ON_DUPLICATE].sort()).toEqual(["skip", "update"]);
  expect(ON_DUPLICATE_USUAL).toBe("update");
});
