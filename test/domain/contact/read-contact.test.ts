import { describe, expect, it } from "@jest/globals";
import { findColumns, findNumberColumns } from "../../../domain/contact/contact-columns.ts";
import { readContact } from "../../../domain/contact/read-contact.ts";

describe("columns of numbers", () => {
  it.each([
    [["Name", "Number"], [1]],
    [
      ["Phone", "Number", "Mobile"],
      [0, 2],
    ],
    [["phone_number", "Name"], [0]],
    [["Name", "Customer number"], []],
  ])("of %j are %j", (header, columns) => {
    expect(findNumberColumns(header)).toEqual(columns);
  });
});

describe("findColumns", () => {
  it("finds the known names whatever their case; the rest become attributes", () => {
    expect(findColumns([" Phone Number ", "NAME", "City", "Timezone"])).toEqual({
      phoneNumber: 0,
      otherNumbers: [],
      name: 1,
      timezone: 3,
      priority: null,
      attributes: [{ column: 2, name: "City" }],
    });
    expect(findColumns(["Name", "Mobile"])).toMatchObject({ phoneNumber: 1, name: 0 });
  });

  it("prefers the mapping, which also renames attributes", () => {
    const columns = findColumns(["phone", "Tel", "Customer", "Plan"], {
      phone_number: "tel",
      name: "Customer",
      plan_code: "Plan",
    });
    expect(columns).toEqual({
      phoneNumber: 1,
      otherNumbers: [{ column: 0, name: "phone" }],
      name: 2,
      timezone: null,
      priority: null,
      attributes: [
        { column: 0, name: "phone" },
        { column: 3, name: "plan_code" },
      ],
    });
  });

  it.each(["phone_number", "phone", "mobile", "number"])("finds the number in a column named %s", (title) => {
    expect(findColumns(["Id", title]).phoneNumber).toBe(1);
  });

  it("finds what the mapping names in the first column, and names other numbers by their titles without the spaces", () => {
    expect(findColumns(["Customer", "phone", " Phone 2 "], { name: "Customer" })).toMatchObject({
      phoneNumber: 1,
      name: 0,
      otherNumbers: [{ column: 2, name: "Phone 2" }],
    });
  });

  it.each([
    ["Phone Number", "Mobile Phone Number"],
    ["phone", "Mobile"],
    ["Home Phone", "Cell"],
    ["Phone 1 - Value", "Phone 2 - Value"],
    ["\ufeffPhone\u200e", "Work Telephone No"],
  ])("knows %s and %s as columns of numbers", (first, second) => {
    expect(findColumns(["Id", first, second, "phone_type", "number of rooms"])).toMatchObject({
      phoneNumber: 1,
      otherNumbers: [{ column: 2, name: second }],
    });
  });

  it("keeps columns apart that have no title or the same", () => {
    const { attributes } = findColumns(["phone", "", "x", "x"]);
    expect(attributes.map(({ name }) => name)).toEqual(["column_2", "x", "x_4"]);
  });

  it("refuses a file without numbers and a mapping to nowhere", () => {
    expect(() => findColumns(["Name", "City"])).toThrow("its first row says: Name, City");
    const titles = Array.from({ length: 21 }, (_, at) => ` ${at}${"x".repeat(50)}`);
    const shown = titles.slice(0, 20).map((title) => title.trim().slice(0, 40));
    expect(() => findColumns(titles)).toThrow(`its first row says: ${shown.join(", ")}. Rename one`);
    expect(() => findColumns(["phone"], { name: "Customer" })).toThrow(
      'The file has no column "Customer", which the mapping names.',
    );
  });
});

describe("readContact", () => {
  const columns = findColumns(["phone", "name", "timezone", "city", "__proto__"]);
  const read = (...values: string[]) => readContact(values, columns, "US");

  it("reads a row; what is empty is absent", () => {
    expect(read("202 555 0123", " Ann ", "Europe/Paris", "Rome", "x")).toEqual({
      ok: true,
      contact: {
        phoneNumber: "+12025550123",
        name: "Ann",
        timezone: "Europe/Paris",
        priority: null,
        attributes: Object.fromEntries([
          ["city", "Rome"],
          ["__proto__", "x"],
        ]),
      },
    });
    expect(read("+12025550123")).toMatchObject({ contact: { name: null, timezone: null, attributes: {} } });
  });

  it("takes the next column of numbers where the first is empty, and says which", () => {
    const two = findColumns(["Phone", "Name", "Mobile"]);
    expect(readContact(["\u200e", "Ann", "2025550124"], two, "US")).toMatchObject({ otherColumn: "Mobile" });
    expect(readContact(["", "Ann", "2025550124"], two, "US")).toMatchObject({
      ok: true,
      contact: { phoneNumber: "+12025550124", name: "Ann" },
      otherColumn: "Mobile",
    });
    const first = readContact(["2025550123", "Ann", "2025550124"], two, "US");
    expect(first).toMatchObject({ contact: { phoneNumber: "+12025550123", attributes: { Mobile: "2025550124" } } });
    expect(first).not.toHaveProperty("otherColumn");
    expect(readContact(["12", "Ann", "2025550124"], two, "US")).toMatchObject({ ok: false, value: "12" });
  });

  it("reads a zone among the invisible marks that were copied with it", () => {
    expect(read("+12025550123", "", "\u200eEurope/Berlin \u200b")).toMatchObject({
      contact: { timezone: "Europe/Berlin" },
    });
  });

  it("takes a name of up to 255 characters", () => {
    expect(read("+12025550123", "n".repeat(255))).toMatchObject({ ok: true, contact: { name: "n".repeat(255) } });
  });

  it("drops what the database cannot store", () => {
    expect(read("+12025550123", "A\0nn\ud800")).toMatchObject({ contact: { name: "Ann\ufffd" } });
  });

  it.each([
    [["12"], "12", "No number in US has this form."],
    [
      ["+12025550123", "", "Mars/Olympus"],
      "Mars/Olympus",
      "Mars/Olympus is not in the IANA time zone database: write the zone of a place, such as America/New_York or Europe/Berlin.",
    ],
    [
      ["+12025550123", "", "+02:00"],
      "+02:00",
      "+02:00 has no summer time: write the zone of a place, such as America/New_York or Europe/Berlin.",
    ],
    [["+447700900123", "", "BST"], "BST", "BST: write Europe/London or Asia/Dhaka."],
    [["+12025550123", "n".repeat(256)], "n".repeat(256), "The name is longer than 255 characters."],
    [["+12025550123", "", "", "x".repeat(70_000)], "+12025550123", "The row's other columns hold more than 64 KB."],
  ])("names what is wrong in a bad row", (values, value, reason) => {
    expect(read(...values)).toEqual({ ok: false, value, reason });
  });
});
