import { ServiceError, WithStartWorkflowOperation, WorkflowUpdateRPCTimeoutOrCancelledError } from "@temporalio/client";
import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import type { NumberRental } from "../../infra/postgres/number/number-rental.entity.ts";
import { cancelUnaskedRental, findRental } from "../../infra/postgres/number/number-rental.repository.ts";
import { findPhoneNumber } from "../../infra/postgres/number/phone-number.repository.ts";
import type { CarrierSync } from "../../infra/telephony/point-number.ts";
import { DECIDED_WITHIN_MS } from "../../infra/temporal/deadlines.ts";
import { waitWhileReachable } from "../../infra/temporal/wait-while-reachable.ts";
import {
  numberRentalContract,
  numberRentalStartOptions,
  type RentalOutcome,
  rentalOutcomeUpdate,
} from "../../workflows/number-rental/number-rental.contract.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { engineUnreachable, numberUnavailable, rentalLost, rentalUndecided, rentRefused } from "./numbers.errors.ts";
import { presentPhoneNumber } from "./phone-numbers.presenter.ts";

/** Starts a rental's workflow, or finds the running one, and waits for the result. */
export const followRental = async (context: OperationContext, rental: NumberRental) => {
  const outcome = await outcomeOf(context, rental);
  return answerFor(context, rental, outcome?.kind === "rented" ? outcome.sync : null);
};

/** Returns null when the row decides, or nothing is decided yet. */
const outcomeOf = async (context: OperationContext, rental: NumberRental): Promise<RentalOutcome | null> => {
  const { temporal } = context;
  try {
    return await temporal.withDeadline(Date.now() + DECIDED_WITHIN_MS, () =>
      waitWhileReachable(temporal, () =>
        temporal.workflow.executeUpdateWithStart(rentalOutcomeUpdate, {
          startWorkflowOperation: new WithStartWorkflowOperation(
            numberRentalContract.type,
            numberRentalStartOptions(rental),
          ),
        }),
      ),
    );
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    const isLate = error instanceof WorkflowUpdateRPCTimeoutOrCancelledError;
    if (!isLate && !(error instanceof ServiceError)) throw error;
    // A rental that was not requested yet is canceled: then certainly nothing was rented.
    const isCanceled = await context.inOrganization((tx) => cancelUnaskedRental(tx, rental.id));
    if (isCanceled) throw engineUnreachable("nothing was rented", error);
    return null;
  }
};

const answerFor = async (context: OperationContext, { id }: NumberRental, sync: CarrierSync | null) => {
  const { rental, number } = await context.inOrganization(async (tx) => {
    const row = await findRental(tx, id);
    const phoneNumberId = row?.phone_number_id ?? 0;
    const key = { telephonyAccountId: row?.telephony_configuration_id ?? 0, phoneNumberId };
    return { rental: row, number: await findPhoneNumber(tx, key) };
  });
  if (number) return presentPhoneNumber(number, sync);
  if (rental?.state !== "failed") throw rentalUndecided();
  throw refusalOf(rental);
};

const refusalOf = ({ failure, error }: NumberRental): Error => {
  const sentence = error ?? "the carrier gave no reason";
  if (failure === "unavailable") return numberUnavailable(sentence);
  return failure === "refused" ? rentRefused(sentence) : rentalLost(sentence);
};
