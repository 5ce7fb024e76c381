import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import { type Carrier, CarrierRefusedError, CarrierUnavailableError } from "./carrier.ts";
import type { OwnedNumber, ServedInbound } from "./carrier-numbers.ts";

/** The result of setting a number's target at the carrier; `message` is for people. */
export interface CarrierSync {
  ok: boolean;
  message: string | null;
}

/**
 * Sets the target of a number's calls at the carrier, or removes it with `serves: false`. Never throws for a carrier's
 * answer, or when it cannot be asked.
 */
export const pointNumber = async (
  { carrier, credentials }: { carrier: Carrier; credentials: CarrierCredentials },
  number: OwnedNumber,
  inbound: ServedInbound,
): Promise<CarrierSync> => {
  const { displayName } = carrier.description;
  if (carrier.numbers === null && !carrier.pointInbound) return byHand(displayName, inbound);
  try {
    if (carrier.numbers === null) {
      await carrier.pointInbound?.(credentials, number, inbound);
      return { ok: true, message: null };
    }
    const isKnown = number.carrierNumberId !== null;
    const owned = isKnown ? number : await carrier.numbers.findOwned(credentials, number.phoneNumber);
    if (owned === null) return missing(displayName, inbound);
    await carrier.numbers.pointInbound(credentials, owned, inbound.serves ? inbound.target : null);
    return { ok: true, message: null };
  } catch (error) {
    if (error instanceof CarrierRefusedError) return { ok: false, message: `${displayName} refused: ${error.message}` };
    if (error instanceof CarrierUnavailableError)
      return { ok: false, message: `${displayName} could not be updated (${error.message}); save the number again` };
    throw error;
  }
};

const byHand = (displayName: string, { target, serves }: ServedInbound): CarrierSync =>
  serves
    ? { ok: false, message: `Set ${target.inboundUrl} as the address of incoming calls at ${displayName} by hand` }
    : { ok: true, message: null };

/** A number that is gone receives no calls, so removing its target succeeds. */
const missing = (displayName: string, { serves }: ServedInbound): CarrierSync =>
  serves
    ? { ok: false, message: `The number is not on the ${displayName} account, so nobody can call it there: rent it` }
    : { ok: true, message: null };
