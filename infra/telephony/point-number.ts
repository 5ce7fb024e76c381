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

/**
 * Has texts to a number handed over here, or no more, by `serves`. Never throws for a carrier's answer, or when it cannot be asked.
 * A carrier without texts has nothing to do.
 */
export const pointNumberTexts = async (
  { carrier, credentials }: { carrier: Carrier; credentials: CarrierCredentials },
  number: OwnedNumber,
  inbound: ServedInbound,
): Promise<CarrierSync> => {
  const { displayName } = carrier.description;
  if (carrier.messages === null || carrier.numbers === null) return { ok: true, message: null };
  try {
    await carrier.numbers.pointTexts(credentials, number, inbound);
    return { ok: true, message: null };
  } catch (error) {
    if (!(error instanceof CarrierRefusedError || error instanceof CarrierUnavailableError)) throw error;
    // Where nothing is served, a number that is gone gets no texts either.
    if (!inbound.serves && error instanceof CarrierRefusedError) return { ok: true, message: null };
    const by = `enter ${inbound.target.textUrl} there by hand, or save the number again`;
    return { ok: false, message: `Texts to it do not come here: ${displayName} says ${error.message}; ${by}` };
  }
};

/** Tells a carrier of a number's calls, its texts, or both; null: neither. Texts are not tried where calls have failed. */
export const tellOfNumber = async (
  at: { carrier: Carrier; credentials: CarrierCredentials },
  number: OwnedNumber,
  { calls, texts }: { calls: ServedInbound | null; texts: ServedInbound | null },
): Promise<CarrierSync | null> => {
  const ofCalls = calls && (await pointNumber(at, number, calls));
  if (texts === null || ofCalls?.ok === false) return ofCalls;
  return pointNumberTexts(at, number, texts);
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
