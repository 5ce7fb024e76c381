import type { Carrier, CarrierDescription } from "./carrier.ts";
import { createPlivoCarrier, type PlivoCarrierOptions } from "./plivo/plivo.carrier.ts";
import { createSimulatorCarrier, type SimulatorCarrierOptions } from "./simulator/simulator.carrier.ts";
import { createSipCarrier, createUnavailableSipCarrier, type SipCarrierOptions } from "./sip/sip.carrier.ts";
import { createTelnyxCarrier, type TelnyxCarrierOptions } from "./telnyx/telnyx.carrier.ts";
import { createTwilioCarrier, type TwilioCarrierOptions } from "./twilio/twilio.carrier.ts";
import { createVonageCarrier, type VonageCarrierOptions } from "./vonage/vonage.carrier.ts";

export interface CarrierRegistryOptions {
  simulator: SimulatorCarrierOptions;
  twilio?: TwilioCarrierOptions;
  telnyx?: TelnyxCarrierOptions;
  plivo?: PlivoCarrierOptions;
  vonage?: VonageCarrierOptions;
  /** Absent: no LiveKit is configured, and no SIP trunk can be used. */
  sip?: SipCarrierOptions;
}

export interface CarrierRegistry {
  /** Returns the carrier's adapter. Throws `UnknownCarrierError` for an unknown provider. */
  get(provider: string): Carrier;
  has(provider: string): boolean;
  /** Lists every carrier in the order in which people see them. */
  descriptions(): readonly CarrierDescription[];
}

/** A stored or requested provider without an adapter. */
export class UnknownCarrierError extends Error {
  override readonly name = "UnknownCarrierError";
  readonly provider: string;

  constructor(provider: string, known: readonly string[]) {
    super(`There is no carrier "${provider}". Carriers: ${known.join(", ")}.`);
    this.provider = provider;
  }
}

/** Creates the registry of all carriers that this installation can dial through. */
export const createCarrierRegistry = (options: CarrierRegistryOptions): CarrierRegistry => {
  const carriers = [
    createSimulatorCarrier(options.simulator),
    createTwilioCarrier(options.twilio ?? {}),
    createTelnyxCarrier(options.telnyx ?? {}),
    createPlivoCarrier(options.plivo ?? {}),
    createVonageCarrier(options.vonage ?? {}),
    options.sip ? createSipCarrier(options.sip) : createUnavailableSipCarrier(),
  ];
  const byProvider = new Map(carriers.map((carrier) => [carrier.description.provider, carrier]));
  return {
    get: (provider) => {
      const carrier = byProvider.get(provider);
      if (!carrier) throw new UnknownCarrierError(provider, [...byProvider.keys()]);
      return carrier;
    },
    has: (provider) => byProvider.has(provider),
    descriptions: () => carriers.map((carrier) => carrier.description),
  };
};
