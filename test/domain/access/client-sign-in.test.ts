import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  cleanClientName,
  findRedirectFault,
  hasRedirectUri,
  isLoopback,
} from "../../../domain/access/client-sign-in.ts";

const clientAt = (...redirectUris: string[]) => ({ name: "A program", redirectUris });
const port = fc.integer({ min: 1, max: 65_535 });
const path = fc.stringMatching(/^(?:\/[a-z0-9]{1,8}){1,3}(?:\?[a-z]{1,5}=[a-z0-9]{0,5})?$/);
const host = fc.constantFrom("127.0.0.1", "[::1]", "localhost");
const place = fc.record({ host, port, path });

describe("where a code may be sent", () => {
  it("is https, or a program on the person's computer, and never throws whatever the text is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true })), (uri) => {
        if (findRedirectFault(uri) !== null) return;
        const { protocol, hostname, hash, username } = new URL(uri);
        expect([hash, username]).toEqual(["", ""]);
        if (protocol !== "https:") expect(["127.0.0.1", "[::1]", "localhost"]).toContain(hostname);
      }),
    );
  });

  it.each([
    "http://127.0.0.1@evil.example/callback",
    "http://127.0.0.1\\@evil.example/callback",
    "http://127.0.0.1.evil.example/callback",
    "http://localhost.evil.example/callback",
    "http://127.0.0.1:99999/callback",
    "http://2130706433/callback",
    "http://[::ffff:127.0.0.1]/callback",
    "HTTP://127.0.0.1/callback",
    "javascript:alert(1)//https://app.example",
    "data:text/html,x",
    "https://app.example/#x",
    "//app.example/callback",
    "",
  ])("is not %s", (uri) => {
    expect(findRedirectFault(uri)).not.toBeNull();
    expect(hasRedirectUri(clientAt(uri), uri)).toBe(false);
  });
});

describe("an address that a client has named", () => {
  it("is taken at every port of the person's computer, as the same host and path alone", () => {
    fc.assert(
      fc.property(place, place, (named, asked) => {
        const client = clientAt(`http://${named.host}:${named.port}${named.path}`);
        const isSame = named.host === asked.host && named.path === asked.path;
        expect(hasRedirectUri(client, `http://${asked.host}:${asked.port}${asked.path}`)).toBe(isSame);
        expect(hasRedirectUri(client, `http://${named.host}${named.path}`)).toBe(true);
      }),
    );
  });

  it("is taken letter by letter where it is elsewhere", () => {
    const uri = fc.webUrl({ validSchemes: ["https"], withQueryParameters: true });
    fc.assert(
      fc.property(uri, uri, port, (named, asked, at) => {
        const client = clientAt(named);
        expect(hasRedirectUri(client, named)).toBe(findRedirectFault(named) === null);
        const moved = new URL(named);
        moved.port = String(at);
        for (const each of [asked, `${named}/`, `${named}x`, moved.href].filter((each) => each !== named))
          expect(hasRedirectUri(client, each)).toBe(false);
      }),
    );
  });

  it("is not the same page by another spelling", () => {
    const client = clientAt("http://127.0.0.1/callback");
    for (const uri of ["http://127.0.0.1/a/../callback", "http://127.1/callback", "http://127.0.0.1/callback/"])
      expect([uri, hasRedirectUri(client, uri)]).toEqual([uri, false]);
    expect(isLoopback("http://127.0.0.1")).toBe(true);
  });
});

it("a client's name is one line that fits, without anything that turns or hides letters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const name = cleanClientName(text);
      expect(name.length).toBeLessThanOrEqual(100);
      expect(name).not.toMatch(/[\p{C}\n\r\t]/u);
    }),
  );
  expect(cleanClientName(`${"x".repeat(99)}😀`)).toBe("x".repeat(99));
  expect(cleanClientName(" Bell's\u202E\n assistant ")).toBe("Bell's assistant");
});
