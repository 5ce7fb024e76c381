import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { CarrierRig } from "./carrier-rig.ts";
import { describeAccount } from "./conformance/account.ts";
import { describeEvents, describeSignatures } from "./conformance/callbacks.ts";
import { describeFinding, describeHangingUp, describeLooking, describePlacing } from "./conformance/calls.ts";
import { describeInstructions, describeTurns } from "./conformance/conversation.ts";
import { describeInbound, describeRelay } from "./conformance/inbound.ts";
import { createColumn } from "./conformance/matrix.ts";
import { describeCallerIds, describeNumbers } from "./conformance/numbers.ts";
import { describeRecordings } from "./conformance/recordings.ts";
import { createSuite } from "./conformance/suite.ts";
import { describeTexts } from "./conformance/texts.ts";
import { describeVoices } from "./conformance/voices.ts";

export type { CarrierRig } from "./carrier-rig.ts";

const SECTIONS = [
  describePlacing,
  describeFinding,
  describeLooking,
  describeHangingUp,
  describeEvents,
  describeSignatures,
  describeInstructions,
  describeVoices,
  describeTurns,
  describeInbound,
  describeRelay,
  describeRecordings,
  describeNumbers,
  describeCallerIds,
  describeTexts,
  describeAccount,
];

/**
 * The definition of `Carrier`: what every adapter must do, seen from its callers. How to write the rig: `carrier-rig.ts`.
 * Ends with the table carrier × capability, made of the tests that ran.
 */
export const describeCarrier = (name: string, createRig: () => Promise<CarrierRig>): void => {
  describe(`${name} as a carrier`, () => {
    const column = createColumn(name);
    let rig: CarrierRig | undefined;
    beforeAll(async () => {
      rig = await createRig();
    });
    afterAll(async () => {
      await rig?.close();
      console.log(column.table());
    });
    const there = () => {
      if (!rig) throw new Error("the rig is there only while tests run");
      return rig;
    };
    const suite = createSuite(there, column);
    for (const section of SECTIONS) section(suite);

    it("has shown every capability, or says that the carrier has no such thing", () => {
      expect(column.open()).toEqual([]);
    });
  });
};
