import { describe, expect, it } from "@jest/globals";
import {
  findMappingFault,
  INTAKE_TOLERANCE_SECONDS,
  isSignedLately,
  mapPayload,
  readPointer,
} from "../../../domain/contact/intake.ts";

const payload = {
  answers: [{ phone: "+12125550143" }, { "a/b": { "c~d": 7 } }],
  name: " Ada Example ",
  agreed: "Yes",
  id: 12,
  empty: null,
};
const mapping = {
  phone_number: "/answers/0/phone",
  name: "/name",
  key: "/id",
  attributes: { code: "/answers/1/a~1b/c~0d", none: "/nothing", empty: "/empty" },
  consent: { granted_by: "/agreed", source: "the form" },
};

describe("a mapping", () => {
  it("reads values by JSON pointers, also of lists and of names with / and ~", () => {
    expect(readPointer(payload, "/answers/1/a~1b/c~0d")).toBe(7);
    for (const nowhere of ["/answers/9", "/answers/01", "/name/length", "/__proto__", "/constructor"])
      expect(readPointer(payload, nowhere)).toBeUndefined();
  });

  it("makes a contact of a payload", () => {
    expect(mapPayload(mapping, payload)).toStrictEqual({
      ok: true,
      contact: {
        phoneNumber: "+12125550143",
        name: "Ada Example",
        timezone: undefined,
        attributes: { code: 7 },
        key: "12",
        consent: { source: "the form", wording: null },
      },
    });
  });

  it.each([
    [{ ...payload, answers: [] }, "There is no number at /answers/0/phone"],
    [{ ...payload, id: null }, "There is no key at /id"],
    [{ ...payload, id: "x".repeat(256) }, "The key at /id is longer than 255 characters"],
    [[], "There is no number at /answers/0/phone"],
    [null, "There is no number at /answers/0/phone"],
  ])("says what a payload lacks: %j", (given, reason) => {
    expect(mapPayload(mapping, given)).toEqual({ ok: false, reason });
  });

  it.each([true, 1, "true", "yes", "on", "1", " YES "])("takes %j for a consent", (agreed) => {
    const mapped = mapPayload(mapping, { ...payload, agreed });
    expect(mapped.ok && mapped.contact.consent).toEqual({ source: "the form", wording: null });
  });

  it("takes no consent that nobody gave", () => {
    for (const agreed of [false, "no", undefined, 0, {}, 2, "off"]) {
      const mapped = mapPayload(mapping, { ...payload, agreed });
      expect(mapped.ok && mapped.contact.consent).toBeNull();
    }
  });

  it("takes the consent that every payload gives, with its wording", () => {
    const mapped = mapPayload({ ...mapping, consent: { source: "the form", wording: "Call me" } }, payload);
    expect(mapped.ok && mapped.contact.consent).toEqual({ source: "the form", wording: "Call me" });
  });

  it("takes keys and names of up to 255 characters, and does without a key", () => {
    const longest = "x".repeat(255);
    const named = mapPayload(mapping, { ...payload, id: longest, name: longest });
    expect(named.ok && [named.contact.key, named.contact.name]).toEqual([longest, longest]);
    expect(mapPayload(mapping, { ...payload, name: `${longest}x` })).toEqual({
      ok: false,
      reason: "The name at /name is longer than 255 characters",
    });
    const { key: _key, ...keyless } = mapping;
    const taken = mapPayload(keyless, { ...payload, name: " " });
    expect(taken.ok && [taken.contact.key, taken.contact.name]).toEqual([null, undefined]);
  });

  it("names up to fifty attributes, by pointers of up to 255 characters", () => {
    const longest = `/${"a".repeat(254)}`;
    const attributes = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, "/a"]));
    expect(findMappingFault({ phone_number: longest, attributes: attributes(50) })).toBeNull();
    expect(findMappingFault({ phone_number: `${longest}a` })?.path).toEqual(["phone_number"]);
    expect(findMappingFault({ phone_number: "/a", attributes: attributes(51) })?.path).toEqual(["attributes"]);
  });

  it("is refused where a pointer is none", () => {
    expect(findMappingFault(mapping)).toBeNull();
    expect(findMappingFault({ phone_number: "phone" })?.path).toEqual(["phone_number"]);
    expect(findMappingFault({ phone_number: "/a", attributes: { x: "/~2" } })?.path).toEqual(["attributes", "x"]);
    expect(findMappingFault({ phone_number: "/a", consent: { source: "a", granted_by: "" } })?.path).toEqual([
      "consent",
      "granted_by",
    ]);
  });
});

it("a signature is taken for five minutes before and after its own time, and no second longer", () => {
  const now = new Date("2026-11-30T12:00:00Z");
  const taken = (secondsAhead: number) => isSignedLately(now.getTime() / 1000 + secondsAhead, now);
  expect(INTAKE_TOLERANCE_SECONDS).toBe(300);
  expect([-301, -300, 0, 300, 301].map(taken)).toEqual([false, true, true, true, false]);
});
