import type { Carrier, PlaceCallResult } from "../telephony/carrier.ts";
import type { CarrierMessages } from "../telephony/carrier-messages.ts";
import type { CarrierRegistry } from "../telephony/carrier-registry.ts";
import type { Metrics } from "./metrics.ts";
import { runInSpan, type Tracing } from "./tracing.ts";

interface Telemetry {
  metrics: Metrics;
  tracing: Tracing;
}

/** Wraps the carriers: each request is counted and, where traces are configured, becomes a span. */
export const observeCarriers = (carriers: CarrierRegistry, telemetry: Telemetry): CarrierRegistry => {
  const observed = new Map<Carrier, Carrier>();
  return {
    ...carriers,
    get: (provider) => {
      const carrier = carriers.get(provider);
      const known = observed.get(carrier) ?? observedCarrier(carrier, telemetry);
      observed.set(carrier, known);
      return known;
    },
  };
};

const observedCarrier = (carrier: Carrier, telemetry: Telemetry): Carrier => {
  const { provider } = carrier.description;
  const observe = <T>(operation: string, ask: () => Promise<T>, outcomeOf: (result: T) => string = () => "ok") =>
    observed(telemetry, { provider, operation, ask, outcomeOf });
  return {
    description: carrier.description,
    readCallback: (...args) => carrier.readCallback(...args),
    readTurn: (...args) => carrier.readTurn(...args),
    peekInbound: (...args) => carrier.peekInbound(...args),
    readInbound: (...args) => carrier.readInbound(...args),
    verifyRelay: (...args) => carrier.verifyRelay(...args),
    reportsPrice: carrier.reportsPrice,
    listPrices: (...args) => observe("list_prices", () => carrier.listPrices(...args)),
    messages: carrier.messages && {
      ...carrier.messages,
      send: (...args) =>
        observe(
          "send_text",
          () => messagesOf(carrier).send(...args),
          ({ kind }) => kind,
        ),
      find: (...args) => observe("find_text", () => messagesOf(carrier).find(...args)),
    },
    numbers: carrier.numbers,
    callerIds: carrier.callerIds,
    ...(carrier.pointInbound && {
      pointInbound: (...args) => observe("point_inbound", async () => carrier.pointInbound?.(...args)),
    }),
    instruct: (...args) => observe("instruct", () => carrier.instruct(...args)),
    openRecording: (...args) => observe("open_recording", () => carrier.openRecording(...args), foundOrNot),
    listRecordings: (...args) => observe("list_recordings", () => carrier.listRecordings(...args)),
    removeRecording: (...args) => observe("remove_recording", () => carrier.removeRecording(...args)),
    placeCall: (...args) => observe("place_call", () => carrier.placeCall(...args), placeOutcome),
    fetchCall: (...args) => observe("fetch_call", () => carrier.fetchCall(...args), foundOrNot),
    findCall: (...args) => observe("find_call", () => carrier.findCall(...args), foundOrNot),
    hangUp: (...args) => observe("hang_up", () => carrier.hangUp(...args)),
    checkAccount: (...args) =>
      observe(
        "check_account",
        () => carrier.checkAccount(...args),
        ({ ok }) => (ok ? "ok" : "refused"),
      ),
  };
};

const messagesOf = ({ messages, description }: Carrier): CarrierMessages => {
  if (!messages) throw new Error(`${description.displayName} sends no texts`);
  return messages;
};

const placeOutcome = (result: PlaceCallResult): string => result.kind;
const foundOrNot = (call: unknown): string => (call === null ? "not_found" : "ok");

const observed = <T>(
  { metrics, tracing }: Telemetry,
  request: { provider: string; operation: string; ask: () => Promise<T>; outcomeOf: (result: T) => string },
): Promise<T> => {
  const { provider, operation, ask, outcomeOf } = request;
  const done = metrics.carrierRequestSeconds.startTimer({ provider, operation });
  const start = {
    name: `${provider} ${operation}`,
    kind: "client" as const,
    attributes: { "ringdown.carrier": provider },
  };
  return runInSpan(tracing, start, async (span) => {
    try {
      const result = await ask();
      const outcome = outcomeOf(result);
      done({ outcome });
      span?.set({ "ringdown.outcome": outcome });
      return result;
    } catch (error) {
      done({ outcome: "error" });
      throw error;
    }
  });
};
