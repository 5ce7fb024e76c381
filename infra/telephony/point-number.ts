import { type Carrier, CarrierRefusedError, CarrierUnavailableError } from "./carrier.ts";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { InboundTarget, OwnedNumber } from "./carrier-numbers.ts";

/** The result of setting a number's target at the carrier; `message` is for people. */
export interface CarrierSync {
  ok: boolean;
  message: string | null;
}

/**
 * Sets the target of a number's calls at the carrier, or removes it with `target: null`. Never throws for a carrier's
 * answer, or when it cannot be asked.
 */
export const pointNumber = async (
  { carrier, credentials }: { carrier: Carrier; credentials: CarrierCredentials },
  number: OwnedNumber,
  target: InboundTarget | null,
): Promise<CarrierSync> => {
  const { displayName } = carrier.description;
  if (carrier.numbers === null && !carrier.pointInbound) return byHand(displayName, target);
  try {
    const owned =
      carrier.numbers !== null && number.carrierNumberId === null
        ? await carrier.numbers.findOwned(credentials, number.phoneNumber)
        : number;
    if (owned === null) return missing(displayName, target);
    await (carrier.numbers ?? carrier).pointInbound?.(credentials, owned, target);
    return { ok: true, message: null };
  } catch (error) {
    if (error instanceof CarrierRefusedError) return { ok: false, message: `${displayName} refused: ${error.message}` };
    if (error instanceof CarrierUnavailableError)
      return { ok: false, message: `${displayName} could not be updated (${error.message}); save the number again` };
    throw error;
  }
};

const byHand = (displayName: string, target: InboundTarget | null): CarrierSync =>
  target === null
    ? { ok: true, message: null }
    : { ok: false, message: `Set ${target.inboundUrl} as the address of incoming calls at ${displayName} by hand` };

/** A number that is gone receives no calls, so removing its target succeeds. */
const missing = (displayName: string, target: InboundTarget | null): CarrierSync =>
  target === null
    ? { ok: true, message: null }
    : { ok: false, message: `The number is not on the ${displayName} account, so nobody can call it there: rent it` };
