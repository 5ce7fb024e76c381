import { isIP } from "node:net";
import { isAllowedAddress } from "./address-rules.ts";
import { type Resolve, resolveAsSystem } from "./guarded-lookup.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";
import { describeRefusal } from "./request-rules.ts";

/**
 * Returns why a program that resolves names itself may not be sent to a host; null: every address of it is allowed, or it
 * has none.
 */
export const findHostFault = async (
  host: string,
  policy: OutboundPolicy,
  resolve: Resolve = resolveAsSystem,
): Promise<string | null> => {
  const name = host.toLowerCase().replace(/\.$/, "");
  const addresses = isIP(name) ? [name] : (await resolve(name).catch(() => [])).map(({ address }) => address);
  return addresses.every((address) => isAllowedAddress(address, policy, name)) ? null : describeRefusal(name);
};
