import { violatedConstraint } from "../../infra/postgres/unique-violation.ts";
import { badRequest, conflict, type HttpError, notFound } from "../http/http-error.ts";

export const configurationNotFound = () => notFound("Telephony configuration");
export const phoneNumberNotFound = () => notFound("Phone number");

export const providerFixed = () =>
  badRequest("provider_fixed", "Provider cannot be changed; create a new configuration instead.");

export const credentialsRefused = (carriersWords: string) =>
  badRequest("credentials_refused", `These settings do not work: ${carriersWords}`);

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

export const usedByCalls = () =>
  conflict("configuration_in_use", "Calls are under way on this configuration; delete it when they have ended");

export const lastSimulator = () =>
  conflict(
    "last_simulator",
    "This is the organization's last simulator, which the calls of sandbox keys go to; it stays",
  );

export const inactiveCallerId = () =>
  badRequest("inactive_caller_id", "Only an active number can be the default caller id; set is_active first");

const DUPLICATES: Record<string, () => HttpError> = {
  telephony_configurations_organization_id_name_key: () =>
    conflict("name_taken", "A telephony configuration with this name exists; choose another name"),
  phone_numbers_telephony_configuration_id_address_normalized_key: () =>
    conflict("number_taken", "This number is already on this configuration"),
  // Says nothing about whose it is: it may be another organization's.
  phone_numbers_account_address: () =>
    conflict("number_taken", "This number of this carrier account is already connected"),
};

/** Runs a change; a name or number that is taken answers 409. */
export const refusingDuplicates = async <T>(change: () => Promise<T>): Promise<T> => {
  try {
    return await change();
  } catch (error) {
    throw DUPLICATES[violatedConstraint(error) ?? ""]?.() ?? error;
  }
};
