import { describe, expect, it } from "@jest/globals";
import express from "express";
import { countBodyCost } from "../../../api/http/load/body-cost.ts";
import { readHandshakeAddress, toCallerNetwork } from "../../../api/http/network-address.ts";

describe("the caller of a request", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["unknown", "unknown"],
    ["no:address", "no:address"],
  ])("at %s is %s", (ip, network) => expect(toCallerNetwork(ip)).toBe(network));

  it("is another one in the next network", () => {
    expect(toCallerNetwork("2001:db8:1:3::1")).not.toBe(toCallerNetwork("2001:db8:1:2::1"));
  });
});

describe("whoever opens a WebSocket", () => {
  const FORWARDED = "203.0.113.1, ,203.0.113.2,203.0.113.3";
  it.each([
    [0, FORWARDED, "192.0.2.1"],
    [1, FORWARDED, "203.0.113.3"],
    [2, FORWARDED, "203.0.113.2"],
    [9, FORWARDED, "203.0.113.1"],
    [1, undefined, "192.0.2.1"],
    [1, "2001:db8::1", "2001:db8:0:0::/64"],
  ])("behind %i proxies that say %s is %s, as for a request", (proxies, forwarded, address) => {
    const headers = { "x-forwarded-for": forwarded };
    const socket = { remoteAddress: "192.0.2.1" };
    expect(readHandshakeAddress({ headers, socket }, proxies)).toBe(address);
    const app = express().set("trust proxy", proxies);
    const { ip } = Object.create(app.request, {
      headers: { value: headers },
      socket: { value: socket },
      app: { value: app },
    });
    expect(toCallerNetwork(ip)).toBe(address);
  });
});

describe("a request with a body", () => {
  it.each([
    [{}, 1],
    [{ "content-length": "0" }, 1],
    [{ "content-length": "65536" }, 1],
    [{ "content-length": "65537" }, 2],
    [{ "content-length": "1048576" }, 16],
    [{ "content-length": "100000000" }, 16],
    [{ "transfer-encoding": "chunked" }, 16],
    [{ "content-encoding": "gzip", "content-length": "1200" }, 16],
    [{ "content-encoding": "Identity", "content-length": "1200" }, 1],
  ])("of %j counts as %i", (headers, cost) => expect(countBodyCost(headers)).toBe(cost));
});
