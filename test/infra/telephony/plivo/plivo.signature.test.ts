import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import plivo from "plivo";
import { isSignedByPlivo, signPlivoRequest } from "../../../../infra/telephony/plivo/plivo.signature.ts";
import { signAsPlivo } from "./stand-in/signing.ts";

const NONCE = "12429047136840983847";
const token = fc.stringMatching(/^[0-9A-Za-z]{40}$/);
const path = fc.stringMatching(/^(\/[a-z0-9-]{1,8}){1,4}$/);
const word = fc.stringMatching(/^[A-Za-z0-9_ .+&=%]{1,10}$/);
const query = fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), word, { maxKeys: 3 });
const fields = fc.dictionary(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9]{0,12}$/), fc.string({ unit: "grapheme" }), {
  maxKeys: 6,
});
const address = fc
  .tuple(fc.constantFrom("https://us.example", "http://us.example:8080"), path, query)
  .map(([host, at, asked]) => {
    const search = new URLSearchParams(asked).toString();
    return `${host}${at}${search && `?${search}`}`;
  });

const check = (
  authToken: string,
  url: string,
  { headers, body = "", method = "POST" }: { headers: Record<string, string>; body?: string; method?: string },
) => isSignedByPlivo(authToken, { method, url, headers, form: new URLSearchParams(body) });

describe("Plivo's signature", () => {
  it("is what Plivo's own library takes, for a POST", () => {
    fc.assert(
      fc.property(token, address, fields, (authToken, url, posted) => {
        const form = new URLSearchParams(posted);
        const ours = signPlivoRequest(authToken, { method: "POST", url, form }, NONCE);
        expect(plivo.validateV3Signature("POST", url, NONCE, authToken, ours, posted)).toBe(true);
        const headers = { "x-plivo-signature-v3": ours, "x-plivo-signature-v3-nonce": NONCE };
        expect(check(authToken, url, { headers, body: form.toString() })).toBe(true);
      }),
    );
  });

  it("is what Plivo's own library takes, for a GET", () => {
    fc.assert(
      fc.property(token, address, (authToken, url) => {
        const ours = signPlivoRequest(authToken, { method: "GET", url, form: new URLSearchParams() }, NONCE);
        expect(plivo.validateV3Signature("GET", url, NONCE, authToken, ours)).toBe(true);
        const headers = { "x-plivo-signature-v3": ours, "x-plivo-signature-v3-nonce": NONCE };
        expect(check(authToken, url, { headers, method: "GET" })).toBe(true);
      }),
    );
  });

  it("sorts a field that comes several times by its values", () => {
    const url = "https://us.example/a?b=1";
    const form = new URLSearchParams("Digits=2&Digits=1&CallUUID=x");
    const ours = signPlivoRequest("token", { method: "POST", url, form }, NONCE);
    const posted = { Digits: ["2", "1"], CallUUID: "x" };
    expect(plivo.validateV3Signature("POST", url, NONCE, "token", ours, posted)).toBe(true);
  });

  const url = "https://us.example/run/status";
  const body = "CallUUID=c1&CallStatus=completed";

  it("may be one of several, for an account with two tokens", () => {
    const headers = signAsPlivo(["the old token", "the new token"], { url, body });
    expect(check("the old token", url, { headers, body })).toBe(true);
    expect(check("the new token", url, { headers, body })).toBe(true);
    expect(check("another token", url, { headers, body })).toBe(false);
  });

  it("may be that of the account above a subaccount", () => {
    const { "x-plivo-signature-v3": signature = "", ...rest } = signAsPlivo(["token"], { url, body });
    const headers = { ...rest, "x-plivo-signature-v3": "somebody's", "x-plivo-signature-ma-v3": signature };
    expect(check("token", url, { headers, body })).toBe(true);
  });

  it("is refused for another token, host, path, query, field or nonce", () => {
    const headers = signAsPlivo(["token"], { url, body });
    expect(check("token", url, { headers, body })).toBe(true);
    expect(check("other", url, { headers, body })).toBe(false);
    for (const elsewhere of ["https://z.example/run/status", "https://us.example/run/other", `${url}?a=1`]) {
      expect(check("token", elsewhere, { headers, body })).toBe(false);
    }
    for (const changed of ["CallUUID=c1&CallStatus=busy", `${body}&More=1`, "CallUUID=c1", ""]) {
      expect(check("token", url, { headers, body: changed })).toBe(false);
    }
    expect(check("token", url, { headers: { ...headers, "x-plivo-signature-v3-nonce": "1" }, body })).toBe(false);
  });

  it("is never taken from an account without a token, or without a nonce", () => {
    const form = new URLSearchParams(body);
    const nothing = signPlivoRequest("", { method: "POST", url, form }, NONCE);
    const headers = { "x-plivo-signature-v3": nothing, "x-plivo-signature-v3-nonce": NONCE };
    expect(check("", url, { headers, body })).toBe(false);
    const unsigned = signPlivoRequest("token", { method: "POST", url, form }, "");
    expect(check("token", url, { headers: { "x-plivo-signature-v3": unsigned }, body })).toBe(false);
  });
});
