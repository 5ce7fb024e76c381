import { expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  countByState,
  UNFINISHED_CONTACT_STATES,
  WAITING_CONTACT_STATES,
} from "../../../domain/campaign/contact-states.rules.ts";

const count = fc.nat({ max: 1_000_000 });

it("every contact of a campaign is in one state, whatever the counts", () => {
  fc.assert(
    fc.property(fc.tuple(count, count, count, count, count, count), (states) => {
      const [pending, in_flight, waiting_retry, answered, unreached, suppressed] = states;
      const kept = {
        total: states.reduce((sum, each) => sum + each, 0),
        suppressed,
        finished: answered + unreached,
        unreached,
        in_flight,
        waiting_retry,
        // Counts of attempts, which a contact may have had several of.
        dialled: 0,
        answered: 0,
        attempts: 0,
        revision: 0,
      };
      expect(countByState(kept)).toEqual({ pending, in_flight, waiting_retry, answered, unreached, suppressed });
    }),
  );
});

it("a contact waits before its call and between its calls; the campaign is not done with it during one either", () => {
  expect(WAITING_CONTACT_STATES).toEqual(["pending", "waiting_retry"]);
  expect(UNFINISHED_CONTACT_STATES).toEqual(["pending", "in_flight", "waiting_retry"]);
});
