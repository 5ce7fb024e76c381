import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { isAllowedAddress } from "../../../infra/guarded-request/address-rules.ts";
import { publicOnly, readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";
import { findUrlFault } from "../../../infra/guarded-request/request-rules.ts";

const PRIVATE = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "255.255.255.255/32",
];
const PUBLIC = ["1.1.1.1", "8.8.8.8", "52.94.236.248", "172.32.0.1", "100.128.0.1", "11.0.0.1", "193.0.0.1"];

/** Four octets of an address somewhere in a network. */
const inside = (network: string) =>
  fc.nat({ max: 0xffff_ffff }).map((bits) => {
    const [base, length] = ipaddr.IPv4.parseCIDR(network);
    const octets = base.toByteArray();
    return octets.map((octet, index) => {
      const kept = Math.max(0, Math.min(8, length - index * 8));
      const mask = (0xff << (8 - kept)) & 0xff;
      const random = (bits >>> (index * 8)) & 0xff;
      return (octet & mask) | (random & ~mask & 0xff);
    });
  });
const privateOctets = fc.oneof(...PRIVATE.map(inside));

const numberOf = (octets: readonly number[]) => octets.reduce((sum, octet) => sum * 256 + octet, 0);
const hex = (value: number) => `0x${value.toString(16)}`;
const octal = (value: number) => `0${value.toString(8)}`;
const groups = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) =>
  `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;

/** Every way that a URL may spell an IPv4 address, also inside an IPv6 one. */
const SPELLINGS: Record<string, (octets: readonly number[]) => string> = {
  "dotted decimal": (octets) => octets.join("."),
  "one decimal number": (octets) => String(numberOf(octets)),
  "one hexadecimal number": (octets) => hex(numberOf(octets)),
  "one octal number": (octets) => octal(numberOf(octets)),
  "dotted hexadecimal": (octets) => octets.map(hex).join("."),
  "dotted octal": (octets) => octets.map(octal).join("."),
  "two parts": ([a = 0, ...rest]) => `${a}.${numberOf(rest)}`,
  "three parts": ([a = 0, b = 0, ...rest]) => `${a}.${b}.${numberOf(rest)}`,
  "with a dot at the end": (octets) => `${octets.join(".")}.`,
  "in wide characters": (octets) =>
    octets.join(".").replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  "percent-encoded": (octets) => octets.join(".").replaceAll(/\d/g, (digit) => `%3${digit}`),
  "IPv4-mapped": (octets) => `[::ffff:${octets.join(".")}]`,
  "IPv4-mapped in groups": (octets) => `[0:0:0:0:0:ffff:${groups(octets)}]`,
  "IPv4-compatible": (octets) => `[::${groups(octets)}]`,
  "IPv4-translated": (octets) => `[::ffff:0:${groups(octets)}]`,
  NAT64: (octets) => `[64:ff9b::${groups(octets)}]`,
  "local NAT64": (octets) => `[64:ff9b:1::${groups(octets)}]`,
  "6to4": (octets) => `[2002:${groups(octets)}::1]`,
};

describe("an address in a URL", () => {
  it.each(Object.entries(SPELLINGS))("that is private is refused, %s", (_name, spell) => {
    fc.assert(
      fc.property(privateOctets, fc.constantFrom("http", "https"), (octets, scheme) => {
        expect(findUrlFault(`${scheme}://${spell(octets)}/path`, publicOnly)).toEqual(expect.any(String));
      }),
      { numRuns: 60 },
    );
  });

  it.each(PUBLIC)("that is public is allowed: %s", (address) => {
    expect(findUrlFault(`https://${address}:8443/path?q=1`, publicOnly)).toBeNull();
    expect(findUrlFault(`https://[::ffff:${address}]/`, publicOnly)).toBeNull();
  });

  it.each([
    "[::1]",
    "[::]",
    "[fe80::1]",
    "[fec0::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[ff02::1]",
    "[100::1]",
    "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
    "[2001:db8::1]",
    "[3fff::1]",
    "[5f00::1]",
    "[4000::1]",
    "localhost",
    "LOCALHOST.",
    "printer.localhost",
  ])("that is no public address is refused: %s", (host) => {
    expect(findUrlFault(`https://${host}/`, publicOnly)).toEqual(expect.stringContaining("OUTBOUND_ALLOWED_NETWORKS"));
  });

  it.each([
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "//example.com",
    "example.com",
    "http://",
    "http://a b/",
    "javascript:alert(1)",
  ])("%s is no address for a request", (url) => expect(findUrlFault(url, publicOnly)).toEqual(expect.any(String)));

  it("holds no password", () => {
    expect(findUrlFault("https://me:secret@example.com/", publicOnly)).toContain("credential");
    expect(findUrlFault("https://me@example.com/", publicOnly)).toContain("credential");
  });
});

describe("a name that means this machine", () => {
  it.each([
    ["localhost", "", false],
    ["localhost", "crm.internal", false],
    ["localhost", "localhost", true],
    ["printer.localhost", "localhost", false],
    ["printer.localhost", "printer.localhost", true],
    // The address is judged when the name is resolved.
    ["localhost", "127.0.0.0/8", true],
    ["localhost.example.com", "", true],
  ])("%s, where %j is allowed: %p", (host, allowed, isTried) => {
    expect(findUrlFault(`http://${host}:8080/`, readOutboundPolicy(allowed)) === null).toBe(isTried);
  });

  it.each(["-example.com", "exa$mple.com"])("%s is no name", (host) => {
    expect(findUrlFault(`http://${host}/`, publicOnly)).toContain("is not the name of a host");
  });
});

describe("an address from a resolver", () => {
  it("is refused in every private network, also inside IPv6", () => {
    fc.assert(
      fc.property(privateOctets, (octets) => {
        const address = octets.join(".");
        for (const spelling of [address, `::ffff:${address}`, `::${address}`, `64:ff9b::${address}`]) {
          expect([spelling, isAllowedAddress(spelling, publicOnly)]).toEqual([spelling, false]);
        }
      }),
    );
  });

  it("is allowed where it is public", () => {
    for (const address of [...PUBLIC, "2606:4700:4700::1111", "2a00:1450:4001:81b::200e", "3000::1"]) {
      expect([address, isAllowedAddress(address, publicOnly)]).toEqual([address, true]);
    }
  });

  it("is refused when it is no address, and with a zone", () => {
    for (const text of ["", "example.com", "fe80::1%eth0", "1.2.3.4.5", "::ffff:1.2.3.4.5"]) {
      expect([text, isAllowedAddress(text, publicOnly)]).toEqual([text, false]);
    }
  });
});

describe("networks that a configuration allows", () => {
  it("is reached, and nothing beside it", () => {
    const policy = readOutboundPolicy("10.1.0.0/16, fd12::/16,192.168.0.5 , fd14::5, crm.internal");
    const allowed = ["10.1.2.3", "::ffff:10.1.2.3", "fd12::9", "192.168.0.5", "fd14::5"];
    const refused = ["10.2.0.1", "192.168.0.6", "127.0.0.1", "fd13::9", "fd14::6"];
    expect(allowed.map((address) => isAllowedAddress(address, policy))).toEqual(allowed.map(() => true));
    expect(refused.map((address) => isAllowedAddress(address, policy))).toEqual(refused.map(() => false));
    expect(isAllowedAddress("127.0.0.1", policy, "crm.internal")).toBe(true);
    expect(isAllowedAddress("127.0.0.1", policy, "other.internal")).toBe(false);
  });

  it("never is a cloud's metadata service", () => {
    const policy = readOutboundPolicy("0.0.0.0/0,::/0,metadata.internal");
    for (const address of [
      "169.254.169.254",
      "::ffff:169.254.169.254",
      "168.63.129.16",
      "100.100.100.200",
      "fd00:ec2::254",
    ]) {
      expect([address, isAllowedAddress(address, policy, "metadata.internal")]).toEqual([address, false]);
      expect([address, isAllowedAddress(address, publicOnly)]).toEqual([address, false]);
    }
  });

  it("is told from what is none", () => {
    for (const text of ["10.0.0.0/40", "10.0.0", "http://host", "a b", "-x"]) {
      expect(() => readOutboundPolicy(text)).toThrow(text);
    }
    expect(readOutboundPolicy(" , ")).toEqual({ networks: [], hosts: new Set() });
  });
});

describe("the addresses where clouds keep a machine's credentials", () => {
  it.each([
    "169.254.169.254",
    "169.254.170.2",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "fd00:ec2::254",
    "fd20:ce::254",
  ])("are closed to every setting: %s", (address) => {
    expect(isAllowedAddress(address, readOutboundPolicy("0.0.0.0/0,::/0"))).toBe(false);
    expect(isAllowedAddress(address, readOutboundPolicy("metadata.internal"), "metadata.internal")).toBe(false);
    expect(isAllowedAddress(address, readOutboundPolicy(address))).toBe(false);
    expect(
      findUrlFault(`http://${address.includes(":") ? `[${address}]` : address}/`, readOutboundPolicy(address)),
    ).toContain("private network");
  });
});

describe("the setting that opens private addresses", () => {
  it("is read in any case, with spaces and gaps between its entries", () => {
    const policy = readOutboundPolicy(" 10.0.0.0/8 ,, Intranet.Example, FD12::1 ,192.168.1.9");
    expect([...policy.hosts]).toEqual(["intranet.example"]);
    for (const open of ["10.1.2.3", "fd12::1", "192.168.1.9"]) expect(isAllowedAddress(open, policy)).toBe(true);
    for (const closed of ["11.0.0.0/8", "fd12::2", "192.168.1.8", "172.16.0.1"])
      expect(isAllowedAddress(closed, policy)).toBe(false);
    expect(isAllowedAddress("172.16.0.1", policy, "intranet.example")).toBe(true);
    expect(isAllowedAddress("172.16.0.1", policy, "other.example")).toBe(false);
  });

  it.each(["10.0.0.0/33", "1.2.3", "-a", "a b", "http://a", "::g"])("does not take %j", (entry) => {
    expect(() => readOutboundPolicy(entry)).toThrow(`${entry} is neither a network`);
  });
});
