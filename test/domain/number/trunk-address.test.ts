import { describe, expect, it } from "@jest/globals";
import {
  isSipUri,
  readDialledPart,
  readHostOfAddress,
  readTrunkAddress,
} from "../../../domain/number/trunk-address.ts";

describe("an address of a trunk", () => {
  it("is a SIP address, whose host is kept in small letters and whose user as it is written", () => {
    expect(readTrunkAddress(" sip:Desk.1@Example.COM ")).toEqual({
      ok: true,
      type: "sip_uri",
      address: "sip:Desk.1@example.com",
    });
  });

  it("is an extension of two to six digits", () => {
    expect(readTrunkAddress("42")).toEqual({ ok: true, type: "sip_extension", address: "42" });
    expect(readTrunkAddress("123456")).toMatchObject({ ok: true, type: "sip_extension" });
    expect([readTrunkAddress("4"), readTrunkAddress("1234567")]).toEqual([null, null]);
  });

  it.each([
    "sip:desk@example.com:5060",
    "sip:desk@example.com;transport=tls",
    "sip:@example.com",
    "sips:desk@example.com",
  ])("is not %s, and the reason says how to write it", (text) => {
    expect(readTrunkAddress(text)).toEqual({ ok: false, reason: expect.stringContaining("sip:desk@example.com") });
  });

  it("is no telephone number, which is read as such", () => {
    expect(readTrunkAddress("+14155550101")).toBeNull();
    expect(isSipUri("SIPS:desk@example.com")).toBe(true);
  });

  it("has a part that is dialled, and a host where it is a SIP address", () => {
    expect(readDialledPart("sip:desk@example.com")).toBe("desk");
    expect(readHostOfAddress("sip:desk@example.com")).toBe("example.com");
    expect(readDialledPart("42")).toBe("42");
    expect(readHostOfAddress("42")).toBeNull();
  });
});
