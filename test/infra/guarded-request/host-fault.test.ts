import { describe, expect, it } from "@jest/globals";
import { findHostFault } from "../../../infra/guarded-request/host-fault.ts";
import { publicOnly, readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";

const at =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

describe("a host to which another program is sent", () => {
  it("may be a public one, or one that is not known", async () => {
    expect(await findHostFault("203.1.113.7", publicOnly)).toBeNull();
    expect(await findHostFault("sip.example.com", publicOnly, at("203.1.113.7"))).toBeNull();
    expect(
      await findHostFault("sip.example.com", publicOnly, () => Promise.reject(new Error("no such host"))),
    ).toBeNull();
  });

  it("may not be an internal one, by any of its addresses", async () => {
    for (const host of ["127.0.0.1", "10.0.0.5", "169.254.169.254"])
      expect(await findHostFault(host, publicOnly)).toContain("OUTBOUND_ALLOWED_NETWORKS");
    const rebound = findHostFault("sip.example.com", publicOnly, at("203.1.113.7", "10.0.0.5"));
    expect(await rebound).toContain("sip.example.com is inside a private network");
  });

  it("may be an internal one that the operator allows", async () => {
    const policy = readOutboundPolicy("10.0.0.0/8, pbx.internal");
    expect(await findHostFault("10.0.0.5", policy)).toBeNull();
    expect(await findHostFault("pbx.internal", policy, at("192.168.1.4"))).toBeNull();
    expect(await findHostFault("192.168.1.4", policy)).not.toBeNull();
  });
});
