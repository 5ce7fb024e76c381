import { describe, expect, it } from "@jest/globals";
import { createBrowserSecret } from "../../../api/http/browser-secret.ts";

const HTTP = { PUBLIC_BASE_URL: "http://127.0.0.1:8080", HOST: "127.0.0.1", PORT: 8080 };
const HTTPS = { ...HTTP, PUBLIC_BASE_URL: "https://ringdown.example" };

const kept = { name: "ours", path: "/api/v1/sign-in", lifetimeSeconds: 60, sameSite: "Lax" } as const;
const ofHost = createBrowserSecret({ ...kept, isOfHost: true });
const ofPath = createBrowserSecret({ ...kept, isOfHost: false });

const pairOf = (cookie: string): string => cookie.split(";", 1)[0] ?? "";
const FORGED = "x".repeat(43);

describe("a browser's secret", () => {
  it("is kept for its path over http, where no prefix binds it", () => {
    const { cookie } = ofHost.give(HTTP, {});
    expect(cookie).toMatch(/^ours=[\w-]{43}; Max-Age=60; Path=\/api\/v1\/sign-in; HttpOnly; SameSite=Lax$/);
  });

  it("is bound to its host over https, where that is wanted", () => {
    expect(ofHost.give(HTTPS, {}).cookie).toMatch(
      /^__Host-ours=[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(ofPath.give(HTTPS, {}).cookie).toMatch(/^ours=[\w-]{43}; Max-Age=60; Path=\/api\/v1\/sign-in;.*; Secure$/);
  });

  it.each([
    ["http", HTTP],
    ["https", HTTPS],
  ])("is the same when the browser comes back over %s, and is given again", (_, config) => {
    const { cookie, hash } = ofHost.give(config, {});
    const headers = { cookie: `other=1; ${pairOf(cookie)}` };
    expect(ofHost.identify(config, headers)).toEqual(hash);
    expect(ofHost.give(config, headers)).toEqual({ cookie, hash });
    expect(ofHost.give(config, {}).hash).not.toEqual(hash);
  });

  it("is not one that another host of the domain could have given over https", () => {
    expect(ofHost.identify(HTTPS, { cookie: `ours=${FORGED}` })).toBeNull();
    expect(ofHost.give(HTTPS, { cookie: `ours=${FORGED}` }).cookie).not.toContain(FORGED);
    // Browsers see no prefix in these names.
    for (const blank of ["\u00a0", "\u000b", "\ufeff"])
      expect(ofHost.identify(HTTPS, { cookie: `${blank}__Host-ours=${FORGED}` })).toBeNull();
  });

  it("is found beside a cookie of its name that is none of ours", () => {
    const { cookie, hash } = ofPath.give(HTTP, {});
    expect(ofPath.identify(HTTP, { cookie: `ours=; ours=too-short; ${pairOf(cookie)}` })).toEqual(hash);
    expect(ofPath.identify(HTTP, { cookie: "ours=too-short" })).toBeNull();
    expect(ofPath.identify(HTTP, {})).toBeNull();
  });
});
