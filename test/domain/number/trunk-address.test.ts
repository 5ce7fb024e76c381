import { describe, expect, it } from "@jest/globals";
import {
  isSipUri,
  readDialledPart,
  readHostOfAddress,
  readTrunkAddress,
} from "../../../domain/number/trunk-address.ts";

const TRUNK = { connectivity: "sip", displayName: "SIP trunk" } as const;

describe("an address of a trunk", () => {
  it("is had by a trunk alone: elsewhere a SIP address is refused, and every other text is a telephone number's", () => {
    const carrier = { connectivity: "api", displayName: "Twilio" } as const;
    expect(readTrunkAddress("sip:desk@example.com", carrier)).toEqual({
      ok: false,
      reason: "Twilio needs a telephone number; a sip: address needs a SIP trunk",
    });
    expect(readTrunkAddress("42", carrier)).toBeNull();
  });

  it("is a SIP address, whose host is kept in small letters and whose user as it is written", () => {
    expect(readTrunkAddress(" sip:Desk.1@Example.COM ", TRUNK)).toEqual({
      ok: true,
      type: "sip_uri",
      address: "sip:Desk.1@example.com",
    });
  });

  it("is an extension of two to six digits", () => {
    expect(readTrunkAddress("42", TRUNK)).toEqual({ ok: true, type: "sip_extension", address: "42" });
    expect(readTrunkAddress("123456", TRUNK)).toMatchObject({ ok: true, type: "sip_extension" });
    expect([readTrunkAddress("4", TRUNK), readTrunkAddress("1234567", TRUNK)]).toEqual([null, null]);
  });

  it.each([
    "sip:desk@example.com:5060",
    "sip:desk@example.com;transport=tls",
    "sip:@example.com",
    "sips:desk@example.com",
  ])("is not %s, and the reason says how to write it", (text) => {
    expect(readTrunkAddress(text, TRUNK)).toEqual({
      ok: false,
      reason: expect.stringContaining("sip:desk@example.com"),
    });
  });

  it("is no telephone number, which is read as such", () => {
    expect(readTrunkAddress("+14155550101", TRUNK)).toBeNull();
    expect(isSipUri("SIPS:desk@example.com")).toBe(true);
  });

  it("has a part that is dialled, and a host where it is a SIP address", () => {
    expect(readDialledPart("sip:desk@example.com")).toBe("desk");
    expect(readHostOfAddress("sip:desk@example.com")).toBe("example.com");
    expect(readDialledPart("42")).toBe("42");
    expect(readHostOfAddress("42")).toBeNull();
  });
});
