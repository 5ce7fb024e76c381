import {
  allHandlersFinished,
  condition,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
} from "@temporalio/workflow";
import { computeRentalLookDelaySeconds, MOST_RENTAL_LOOKS } from "../../domain/number/managed-number-rental.rules.ts";
import { receiveCancellation, runUncancellably } from "../cancellation.ts";
import { CARRIER_QUEUE } from "../task-queues.ts";
import { type NumberRentalInput, type RentalOutcome, rentalOutcomeUpdate } from "./number-rental.contract.ts";
import { describeRental } from "./number-rental.details.ts";
import type { NumberRentalActivities, RentalAnswer } from "./number-rental.ports.ts";

const { requestRental, lookForRental, giveUpRental, pointRentedNumber } = proxyActivities<NumberRentalActivities>({
  taskQueue: CARRIER_QUEUE,
  startToCloseTimeout: "60 seconds",
  heartbeatTimeout: "5 seconds",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "30 seconds" },
});

/** Rents one number: asks the carrier once, and if the answer is lost, looks until the result is known. */
export const numberRental = async (input: NumberRentalInput): Promise<RentalOutcome> => {
  let outcome: RentalOutcome | null = null;
  setHandler(rentalOutcomeUpdate, () =>
    runUncancellably(async (): Promise<RentalOutcome> => {
      await condition(() => outcome !== null);
      return outcome ?? { kind: "failed" };
    }),
  );
  // A number that may be rented costs money, so a cancellation request changes nothing until the result is known.
  const settled = await receiveCancellation(
    () => {},
    () => rent(input),
  );
  outcome = settled;
  setCurrentDetails(describeRental(settled.kind, input.rentalId));
  await runUncancellably(() => condition(allHandlersFinished));
  return settled;
};

const rent = async (input: NumberRentalInput): Promise<RentalOutcome> => {
  const answer = await settle(input);
  if (answer.kind !== "rented") return { kind: "failed" };
  const { phoneNumberId } = answer;
  return { kind: "rented", phoneNumberId, sync: await pointRentedNumber({ ...input, phoneNumberId }) };
};

const settle = async (input: NumberRentalInput): Promise<RentalAnswer> => {
  let answer = await requestRental(input);
  for (let looks = 0; answer.kind === "unknown" && looks < MOST_RENTAL_LOOKS; looks += 1) {
    setCurrentDetails(describeRental("the carrier's answer was lost: looking for the number", input.rentalId));
    await sleep(computeRentalLookDelaySeconds(looks) * 1000, { summary: "until the carrier is asked again" });
    answer = await lookForRental(input);
  }
  return answer.kind === "unknown" ? giveUpRental(input) : answer;
};
