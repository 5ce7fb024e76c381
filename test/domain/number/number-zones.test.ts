import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { listContactZones, readZonesKey } from "../../../domain/contact/contact-zones.ts";
import { listNumberZones } from "../../../domain/number/number-zones.ts";
import { isTimeZone } from "../../../domain/time/time-zone.ts";
import { buildNumberZonesSource } from "../../../scripts/number-zones.ts";

describe("zones of a number", () => {
  it.each([
    ["+12125550123", ["America/New_York"]],
    ["+13125550123", ["America/Chicago"]],
    ["+9779812345678", ["Asia/Katmandu"]],
    ["+493012345678", ["Europe/Berlin"]],
    // One area code may lie in two zones; its longest known prefix decides.
    ["+80012345678", []],
  ])("of %s are %j", (number, zones) => {
    expect(listNumberZones(number)).toEqual(zones);
  });

  it("are many where a country has many and the number does not say which", () => {
    expect(listNumberZones("+18005550123").length).toBeGreaterThan(1);
  });

  it("are zones that can be computed with, each of them", () => {
    const named = new Set(buildNumberZonesSource().match(/[A-Z][A-Za-z_]+\/[A-Za-z_/-]+/g));
    expect(named.size).toBeGreaterThan(250);
    expect([...named].filter((zone) => !isTimeZone(zone))).toEqual([]);
  });

  it("are those of the package's data: after an upgrade run `npm run update:number-zones`", () => {
    const file = join(import.meta.dirname, "../../../domain/number/number-zones.data.ts");
    expect(readFileSync(file, "utf8")).toBe(buildNumberZonesSource());
  });
});

describe("zones of a contact", () => {
  it("are the one that they name, else those of their number", () => {
    const phoneNumber = "+12125550123";
    expect(listContactZones({ timezone: "Asia/Kathmandu", phoneNumber })).toEqual(["Asia/Kathmandu"]);
    expect(listContactZones({ timezone: null, phoneNumber })).toEqual(["America/New_York"]);
  });

  it("are another one's where nobody knows them", () => {
    expect(readZonesKey("", "Europe/Paris")).toEqual(["Europe/Paris"]);
    expect(readZonesKey("Asia/Omsk,Asia/Tomsk", "Europe/Paris")).toEqual(["Asia/Omsk", "Asia/Tomsk"]);
  });
});
