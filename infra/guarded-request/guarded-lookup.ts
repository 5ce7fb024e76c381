import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { isAllowedAddress } from "./address-rules.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";
import { OutboundRequestError } from "./outbound-request-error.ts";
import { describeRefusal } from "./request-rules.ts";

/** Returns all addresses of a name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/** Resolves names as the machine does, `/etc/hosts` included. */
export const resolveAsSystem: Resolve = (name) =>
  new Promise((resolve, reject) =>
    systemLookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
  );

/**
 * Creates the look-up of a socket. It returns only addresses that were checked, and the socket connects to those: the
 * name is not resolved a second time, when it could mean another address.
 */
export const createGuardedLookup = (policy: OutboundPolicy, resolve: Resolve = resolveAsSystem): LookupFunction => {
  const judge = callbackify((name: string, family: LookupOptions["family"]) =>
    allowedAddresses(name, { family, policy, resolve }),
  );
  return (name, options, callback) =>
    judge(name, options.family, (error, allowed) => {
      const [first] = allowed ?? [];
      if (error || !first) callback(error, "");
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
};

/** Returns at least one allowed address of a name, which a URL has put into small letters; throws `OutboundRequestError` otherwise. */
const allowedAddresses = async (
  name: string,
  { family, policy, resolve }: { family: LookupOptions["family"]; policy: OutboundPolicy; resolve: Resolve },
): Promise<LookupAddress[]> => {
  const host = name.replace(/\.$/, "");
  const addresses = await resolve(name).catch((cause: unknown) => {
    const sentence = `There is no host named ${host}, or its name server does not answer; check the spelling`;
    throw new OutboundRequestError("name_not_found", sentence, { cause });
  });
  const allowed = ofFamily(addresses, family).filter(({ address }) => isAllowedAddress(address, policy, host));
  if (allowed.length === 0) throw new OutboundRequestError("address_refused", describeRefusal(host));
  return allowed;
};

const ofFamily = (addresses: LookupAddress[], family: LookupOptions["family"]): LookupAddress[] => {
  const wanted = Number(String(family ?? 0).replace("IPv", ""));
  return wanted === 0 ? addresses : addresses.filter((address) => address.family === wanted);
};
