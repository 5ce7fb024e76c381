import type { CarrierAccount } from "../../application/telephony/find-carrier-account.ts";
import { explainSetAside } from "../../domain/call/carrier-account.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { openCarrierCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import { CarrierRefusedError, CarrierUnavailableError } from "../../infra/telephony/carrier.ts";
import type { CarrierNumbers } from "../../infra/telephony/carrier-numbers.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireCarrierAccount } from "../require-carrier-account.ts";
import { accountNotReady } from "../telephony/telephony.errors.ts";
import { carrierFailed, carrierRefused, noNumbersToRent } from "./numbers.errors.ts";

/** Returns the account of a request about numbers: the named one, else the default; the simulator for sandbox keys. */
export const findAccountForNumbers = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  telephonyAccountId: number | undefined,
): Promise<CarrierAccount> => {
  const account = await requireCarrierAccount(context, tx, telephonyAccountId);
  const carrier = context.carriers.get(account.provider);
  if (account.inactive_since)
    throw accountNotReady(explainSetAside(carrier.description.displayName, account.inactive_reason));
  return {
    account,
    carrier,
    credentials: openCarrierCredentials(account, context.secrets),
  };
};

/** Returns the numbers of an account's carrier; throws where it has none to rent. */
export const requireCarrierNumbers = ({ carrier }: CarrierAccount): CarrierNumbers => {
  if (carrier.numbers === null) throw noNumbersToRent(carrier.description.displayName);
  return carrier.numbers;
};

/** Sends a carrier a request that may be repeated; its refusal becomes the answer. */
export const askCarrier = async <T>({ carrier }: CarrierAccount, ask: () => Promise<T>): Promise<T> => {
  const { displayName } = carrier.description;
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CarrierUnavailableError) throw carrierFailed(displayName, error);
    if (error instanceof CarrierRefusedError) throw carrierRefused(displayName, error);
    throw error;
  }
};
