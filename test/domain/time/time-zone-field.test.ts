import { expect, it } from "@jest/globals";
import { timeZone, timeZoneOrEmpty } from "../../../domain/time/time-zone-field.ts";

it("a time zone in a request has a name of the IANA database; an empty one stands only where a zone can be taken away", () => {
  const accepts = (text: string) => [timeZone, timeZoneOrEmpty].map((field) => field.safeParse(text).success);
  expect(accepts("Europe/Berlin")).toEqual([true, true]);
  expect(accepts("UTC")).toEqual([true, true]);
  expect(accepts("")).toEqual([false, true]);
  expect(accepts("Europe/Atlantis")).toEqual([false, false]);
  expect(accepts("+02:00")).toEqual([false, false]);
});

it("a wrong time zone is named in its refusal", () => {
  expect(timeZoneOrEmpty.safeParse("Europe/Atlantis").error?.issues[0]?.message).toContain("Europe/Atlantis");
});
