import { ServiceError, WithStartWorkflowOperation, WorkflowUpdateRPCTimeoutOrCancelledError } from "@temporalio/client";
import { SIMULATOR } from "../../domain/environment/sandbox.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findNumber, requestRelease } from "../../infra/postgres/number/number-release.repository.ts";
import type { PhoneNumber } from "../../infra/postgres/number/phone-number.entity.ts";
import { findPhoneNumber } from "../../infra/postgres/number/phone-number.repository.ts";
import { findTelephonyAccount } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import { waitWhileReachable } from "../../infra/temporal/wait-while-reachable.ts";
import {
  numberReleaseContract,
  numberReleaseStartOptions,
  releaseOutcomeUpdate,
} from "../../workflows/number-release/number-release.contract.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { phoneNumberNotFound, realCarrierFromSandbox } from "../telephony/telephony.errors.ts";
import type { managedNumberParams } from "./managed-numbers.schemas.ts";
import { engineUnreachable, notManaged, releaseRefused } from "./numbers.errors.ts";
import { presentPhoneNumber } from "./phone-numbers.presenter.ts";

const ANSWER_WITHIN_MS = 10_000;

/**
 * Releases a rented number. The row is changed first, and the number takes no calls from then on; then the workflow
 * `numberRelease` runs until the carrier has been told. Repeating it is no error, and starts the workflow after a
 * crash.
 */
export const releaseNumber = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof managedNumberParams }>,
) => {
  const number = await context.inOrganization(async (tx) => {
    const row = await findNumber(tx, params.phone_number_id);
    if (!row) throw phoneNumberNotFound();
    if (!row.managed) throw notManaged();
    if (context.actor.environment === "sandbox" && (await isOfRealCarrier(tx, row))) throw realCarrierFromSandbox();
    await requestRelease(tx, row, formatActor(context.actor));
    return row;
  });
  if (number.released_at === null) await tellCarrier(context, number);
  const key = { telephonyAccountId: number.telephony_configuration_id, phoneNumberId: number.id };
  const row = await context.inOrganization((tx) => findPhoneNumber(tx, key));
  if (!row) throw phoneNumberNotFound();
  return presentPhoneNumber(row);
};

const isOfRealCarrier = async (tx: OrganizationTransaction, row: PhoneNumber): Promise<boolean> =>
  (await findTelephonyAccount(tx, row.telephony_configuration_id))?.provider !== SIMULATOR;

/** A slow carrier is told in the background; the answer then has no `released_at` yet. */
const tellCarrier = async ({ temporal }: OperationContext, number: PhoneNumber): Promise<void> => {
  try {
    const outcome = await temporal.withDeadline(Date.now() + ANSWER_WITHIN_MS, () =>
      waitWhileReachable(temporal, () =>
        temporal.workflow.executeUpdateWithStart(releaseOutcomeUpdate, {
          startWorkflowOperation: new WithStartWorkflowOperation(
            numberReleaseContract.type,
            numberReleaseStartOptions(number),
          ),
        }),
      ),
    );
    if (outcome.kind === "refused") throw releaseRefused(outcome.sentence);
  } catch (error) {
    if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return;
    if (!(error instanceof ServiceError)) throw error;
    throw engineUnreachable("the number no longer takes calls; ask again to give it back to the carrier", error);
  }
};
