import { describe, expect, it } from "@jest/globals";
import {
  chooseFallbackZone,
  isZonesKey,
  listContactZones,
  readZonesKey,
} from "../../../domain/contact/contact-zones.ts";
import {
  DO_NOT_CALL_SOURCES,
  findSource,
  MOST_INVALID_SHOWN,
  MOST_NUMBERS_AT_ONCE,
} from "../../../domain/contact/do-not-call.ts";
import { CALL_BACK_PRIORITY, CONTACT_ORDERS, PRIORITIES, readPriority } from "../../../domain/contact/priority.ts";

describe("the priority of a contact", () => {
  it.each([
    ["", null],
    ["  ", null],
    ["0", 0],
    [" 5 ", 5],
    ["9", 9],
  ])("is read from the cell %j as %j", (cell, priority) => {
    expect(readPriority(cell)).toEqual({ ok: true, priority });
  });

  it.each(["10", "-1", "1.5", "high", "1,0"])("is refused in the cell %j", (cell) => {
    expect(readPriority(cell)).toEqual({ ok: false, reason: "A priority is a whole number from 0 to 9." });
  });

  it("is nought unless somebody says otherwise, and a call back comes before all others", () => {
    expect(PRIORITIES).toEqual({ least: 0, most: 9, usual: 0 });
    expect(CALL_BACK_PRIORITY).toBe(10);
    expect([...CONTACT_ORDERS].sort()).toEqual(["hottest", "newest", "oldest"]);
  });
});

describe("the zones of a contact", () => {
  it("are its own, else those of its number, which may be none", () => {
    const phoneNumber = "+12125550100";
    expect(listContactZones({ timezone: "Asia/Tokyo", phoneNumber })).toEqual(["Asia/Tokyo"]);
    for (const timezone of [null, "", "Nowhere/City"])
      expect(listContactZones({ timezone, phoneNumber })).toEqual(["America/New_York"]);
    expect(listContactZones({ timezone: null, phoneNumber: "sip:desk@example.com" })).toEqual([]);
  });

  it("stand in a row joined by commas, and give way to the fallback where one of them is none or there are none", () => {
    expect(["", "Asia/Tokyo", "Asia/Tokyo,UTC", "Asia/Tokyo,Nowhere"].map(isZonesKey)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    const read = (key: string) => readZonesKey(key, "UTC,Europe/Berlin");
    expect(read("Asia/Tokyo,Asia/Kathmandu")).toEqual(["Asia/Tokyo", "Asia/Kathmandu"]);
    expect(read("")).toEqual(["UTC", "Europe/Berlin"]);
    expect(read("Asia/Tokyo,Nowhere")).toEqual(["UTC", "Europe/Berlin"]);
  });

  it("are the nearest that was given where they are unknown, every one that its name may mean, and UTC at last", () => {
    expect(chooseFallbackZone([null, undefined, "Asia/Tokyo", "Europe/Berlin"])).toBe("Asia/Tokyo");
    expect(chooseFallbackZone(["BST", "Europe/Berlin"])).toBe("Europe/Berlin");
    expect(chooseFallbackZone(["Nowhere", "BST"]).split(",").sort()).toEqual(["Asia/Dhaka", "Europe/London"]);
    for (const given of [[], [null], ["Nowhere"]]) expect(chooseFallbackZone(given)).toBe("UTC");
  });
});

it("a number comes on the do-not-call list by hand, by a file, by its owner or by a program", () => {
  expect([...DO_NOT_CALL_SOURCES].sort()).toEqual(["api", "manual", "opt_out", "upload"]);
  expect([findSource("api_key"), findSource("session")]).toEqual(["api", "manual"]);
  expect([MOST_NUMBERS_AT_ONCE, MOST_INVALID_SHOWN]).toEqual([10_000, 1_000]);
});
