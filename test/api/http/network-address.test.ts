import { describe, expect, it } from "@jest/globals";
import { countBodyCost } from "../../../api/http/body-cost.ts";
import { toCallerNetwork } from "../../../api/http/network-address.ts";

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

describe("a request with a body", () => {
  it.each([
    [{}, 1],
    [{ "content-length": "0" }, 1],
    [{ "content-length": "65536" }, 1],
    [{ "content-length": "65537" }, 2],
    [{ "content-length": "1048576" }, 16],
    [{ "content-length": "100000000" }, 16],
    [{ "transfer-encoding": "chunked" }, 16],
  ])("of %j counts as %i", (headers, cost) => expect(countBodyCost(headers)).toBe(cost));
});
