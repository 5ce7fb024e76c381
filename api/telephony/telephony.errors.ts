import { SIMULATOR } from "../../domain/environment/sandbox.rules.ts";
import { findViolatedConstraint } from "../../infra/postgres/unique-violation.ts";
import { badRequest, conflict, forbidden, HttpError, notFound, upstreamFailed } from "../http/http-error.ts";
import type { Actor } from "../http/operation-context.ts";

export const telephonyAccountNotFound = () => notFound("Telephony configuration");
export const accountNotFound = () =>
  new HttpError(404, "telephony_configuration_not_found", "Telephony configuration not found");
export const noAccount = () =>
  badRequest(
    "telephony_not_configured",
    "There is no default carrier account: name one in telephony_configuration_id, or make one the default",
  );
export const accountNotReady = (sentence: string) => badRequest("telephony_not_ready", sentence);
export const realCarrierFromSandbox = () =>
  forbidden("sandbox_key", "A sandbox key reaches only the simulator: use a production key for a real carrier");

/** Throws 403 when a sandbox key would change a real carrier's account or one of its numbers. */
export const requireAllowedCarrier = ({ environment }: Actor, { provider }: { provider: string }): void => {
  if (environment === "sandbox" && provider !== SIMULATOR) throw realCarrierFromSandbox();
};

export const phoneNumberNotFound = () => notFound("Phone number");

export const carrierFixed = () =>
  badRequest("provider_fixed", "Provider cannot be changed; create a new configuration instead.");

export const credentialsRefused = (carriersWords: string) =>
  badRequest("credentials_refused", `These settings do not work: ${carriersWords}`);

export const carrierUnavailable = (sentence: string) => badRequest("provider_unavailable", `${sentence}.`);

export const notReachable = (sentence: string) =>
  upstreamFailed("carrier_unreachable", `The carrier could not be asked whether the account works: ${sentence}`);

export const changedMeanwhile = () =>
  conflict(
    "changed_meanwhile",
    "This configuration was changed by somebody else just now; read it again and repeat your change",
  );

export const usedByCampaign = (campaign: string) =>
  conflict(
    "configuration_in_use",
    `The campaign ${campaign} uses this configuration; let it end, cancel it or give it another one first`,
  );

export const followsAccount = (account: string) =>
  conflict(
    "configuration_in_use",
    `This configuration takes the calls of ${account} while that fails; take it out of its failover first`,
  );

export const usedByCalls = () =>
  conflict("configuration_in_use", "This configuration has calls under way; delete it when they have ended");

export const callsOnFormerAccount = () =>
  conflict(
    "configuration_in_use",
    "Calls are under way on this carrier account, and only it can say how they end: pause its campaigns and change to the " +
      "other account when the calls have ended, or connect that as a configuration of its own. A new secret of the same " +
      "account is taken at once",
  );

export const lastSimulator = () =>
  conflict(
    "last_simulator",
    "This is the organization's last simulator, which the calls of sandbox keys go to; it cannot be deleted",
  );

export const inactiveCallerId = () =>
  badRequest("inactive_caller_id", "Only an active number can be the default caller id; set is_active first");

export const rentedOn = () =>
  conflict(
    "configuration_in_use",
    "Numbers are rented on this configuration; release them first, or you keep paying for them",
  );

export const rentedNumber = () =>
  conflict(
    "number_rented",
    "This number is rented through the platform; release it instead, or you keep paying for it",
  );

export const dialledAlike = ({ alike, dialled }: { alike: string; dialled: string }) =>
  conflict(
    "number_taken",
    `Calls to ${alike} of this configuration dial ${dialled} too, and could not be told apart: delete that address first`,
  );

export const numberGivenBack = () => conflict("number_released", "This number was released; rent it again to use it");

export const numberNotOwned = (carrier: string) =>
  badRequest(
    "number_not_owned",
    `This number is not on the ${carrier} account; rent it there, or verify it to use it as a caller id`,
  );

export const numberNotVerified = () =>
  badRequest("number_not_verified", "This number is no longer verified; verify it again first");

export const numberLookupFailed = (carrier: string, cause: Error) =>
  upstreamFailed(
    "number_lookup_failed",
    `${carrier} could not say whether the number is on the account: ${cause.message}`,
    cause,
  );

export const detachFailed = (sentence: string) =>
  upstreamFailed("number_detach_failed", `The number stays, because calls to it still come here: ${sentence}`);

const DUPLICATES: Record<string, () => HttpError> = {
  telephony_configurations_organization_id_name_key: () =>
    conflict("name_taken", "A telephony configuration with this name exists; choose another name"),
  phone_numbers_configuration_address: () => conflict("number_taken", "This number is already on this configuration"),
  // The sentence does not name the owner, which may be another organization.
  phone_numbers_account_address: () =>
    conflict("number_taken", "This number of this carrier account is already connected"),
};

/** Runs a change; a name or number that is taken answers 409. */
export const refuseDuplicates = async <T>(change: () => Promise<T>): Promise<T> => {
  try {
    return await change();
  } catch (error) {
    throw DUPLICATES[findViolatedConstraint(error) ?? ""]?.() ?? error;
  }
};
