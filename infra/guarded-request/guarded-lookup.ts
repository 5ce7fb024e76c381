import { lookup as systemLookup } from "node:dns";
import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { isAllowedAddress } from "./address-rules.ts";
import { OutboundRequestError } from "./outbound-request-error.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";
import { refusedSentence } from "./request-rules.ts";

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/** As the machine resolves names, `/etc/hosts` included. */
export const systemResolve: Resolve = (name) =>
  new Promise((resolve, reject) =>
    systemLookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
  );

/**
 * How a socket finds the address of a name. It gets only addresses that were judged, and connects to those: the name is
 * not resolved a second time, so it cannot mean another address then.
 */
export const guardedLookup =
  (policy: OutboundPolicy, resolve: Resolve = systemResolve): LookupFunction =>
  (name, options, callback) => {
    const host = name.toLowerCase().replace(/\.$/, "");
    resolve(name).then(
      (addresses) => {
        const allowed = ofFamily(addresses, options.family).filter(({ address }) =>
          isAllowedAddress(address, policy, host),
        );
        const [first] = allowed;
        if (!first) return callback(new OutboundRequestError("address_refused", refusedSentence(host)), "");
        if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (cause: Error) => {
        const sentence = `There is no host named ${host}, or its name server does not answer; check the spelling`;
        callback(new OutboundRequestError("name_not_found", sentence, { cause }), "");
      },
    );
  };

const ofFamily = (addresses: LookupAddress[], family: number | string | undefined): LookupAddress[] => {
  const wanted = Number(String(family ?? 0).replace("IPv", ""));
  return wanted === 0 ? addresses : addresses.filter((address) => address.family === wanted);
};
