import { randomUUID } from "node:crypto";
import { describe, it } from "@jest/globals";
import type {
  CarrierCall,
  CarrierEvent,
  FindCallQuery,
  PlaceCallRequest,
} from "../../../../infra/telephony/carrier.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import type { CarrierRig, Later, OrAbsent, Situation } from "../carrier-rig.ts";
import type { Capability, createColumn } from "./matrix.ts";

export const TIMEOUT_MS = 60_000;

type Prove<T> = (title: string, test: (part: T) => Promise<void> | void) => void;

/** A carrier under test, and what every section of the suite needs. */
export interface Suite {
  /** There once tests run. */
  rig(): CarrierRig;
  /**
   * Tests of one capability. Where `part` gives a sentence, each test notes it in place of its own work, and
   * `whenAbsent` checks that the adapter, too, says that there is no such thing.
   */
  capability<T extends object | true>(
    name: Capability,
    part: (rig: CarrierRig) => Later<OrAbsent<T>>,
    tests: { prove: (prove: Prove<T>) => void; whenAbsent?: (rig: CarrierRig) => void },
  ): void;
  /** Says in the table what a test of the capability does not look at, because the carrier cannot be told. */
  leaveAside(name: Capability, sentence: string): void;
  newRequest(): PlaceCallRequest;
  newNumber(): string;
  place(situation: Situation, more?: PlaceOptions): Promise<Placed>;
  /** Throws when the call is not accepted. */
  placeAccepted(situation: Situation, more?: PlaceOptions): Promise<Placed & { id: string }>;
  fetch(carrierCallId: string): Promise<CarrierCall | null>;
  /** Every status callback of a run, read. Throws at one that is refused. */
  eventsOf(runUuid: string): CarrierEvent[];
  finalEvent(runUuid: string): Promise<CarrierEvent>;
}

export interface PlaceOptions {
  timeoutMs?: number;
  request?: Partial<PlaceCallRequest>;
}

export interface Placed {
  request: PlaceCallRequest;
  requestedAt: Date;
  result: Awaited<ReturnType<CarrierRig["carrier"]["placeCall"]>>;
}

/** Every carrier has it. */
export const always = (): true => true;

export const queryOf = (request: PlaceCallRequest, requestedAt: Date): FindCallQuery => ({ ...request, requestedAt });

export const createSuite = (rig: () => CarrierRig, column: ReturnType<typeof createColumn>): Suite => {
  let lastNumber = 0;
  const newNumber = () => `+1202555${String(1000 + ++lastNumber)}`;
  const newRequest = (): PlaceCallRequest => {
    const runUuid = randomUUID();
    return {
      runUuid,
      to: newNumber(),
      from: "+12025550100",
      answerUrl: `${rig().callbacks.base}/${runUuid}/answer`,
      statusUrl: `${rig().callbacks.base}/${runUuid}/status`,
      ringTimeoutSeconds: 30,
      timeLimitSeconds: 600,
      detectMachine: true,
      record: false,
      conversation: null,
      greeting: "Hello",
    };
  };
  const place = async (situation: Situation, { timeoutMs = TIMEOUT_MS, request: more }: PlaceOptions = {}) => {
    const request = { ...newRequest(), ...more };
    await rig().prepare(request.to, situation);
    const requestedAt = new Date();
    const result = await rig().carrier.placeCall(rig().credentials, request, timeoutMs);
    return { request, requestedAt, result };
  };
  const eventsOf = (runUuid: string) =>
    rig()
      .callbacks.of(runUuid)
      .filter((each) => new URL(each.url).pathname.endsWith("/status"))
      .map((each) => {
        const read = rig().carrier.readCallback(rig().credentials, each);
        if (!read.ok) throw new Error(read.reason);
        return read.event;
      });
  return {
    rig,
    capability: (name, part, tests) =>
      describe(name, () => {
        tests.prove((title, test) => {
          const cell = column.cell(name);
          cell.declared += 1;
          it(title, async () => {
            const shown = await part(rig());
            if (typeof shown !== "string") {
              await test(shown);
              cell.passed += 1;
              return;
            }
            tests.whenAbsent?.(rig());
            cell.absent.push(shown);
          });
        });
      }),
    leaveAside: (name, sentence) => void column.cell(name).leftAside.push(sentence),
    newNumber,
    newRequest,
    place,
    placeAccepted: async (situation, more) => {
      const placed = await place(situation, more);
      if (placed.result.kind !== "accepted") throw new Error(`not accepted: ${JSON.stringify(placed.result)}`);
      return { ...placed, id: placed.result.carrierCallId };
    },
    fetch: (id) => rig().carrier.fetchCall(rig().credentials, id),
    eventsOf,
    finalEvent: (runUuid) =>
      waitUntil("the last callback came", () => eventsOf(runUuid).find(({ call }) => call.state === "completed")),
  };
};
