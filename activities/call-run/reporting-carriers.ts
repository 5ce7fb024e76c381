import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import { chooseProvider } from "../../domain/environment/sandbox.rules.ts";
import type { ReportingAccount, RunWithDueReport } from "../../infra/postgres/call/awaited-reports.repository.ts";
import { openCarrierCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { Carrier } from "../../infra/telephony/carrier.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { findAccount, isOfFormerAccount } from "./dialled-call.ts";

/** Calls of one account about which one carrier is asked. */
export interface AskableRuns {
  carrier: Carrier;
  credentials: CarrierCredentials;
  runs: readonly RunWithDueReport[];
}

/**
 * Divides an account's calls by the carrier that knows their prices; calls of its sandbox are the simulator's. `others` are those that
 * no carrier can be asked about: the account was deleted or names another one now, or its carrier never tells prices.
 */
export const groupByCarrier = async (
  { database, carriers, secrets }: WorkerDependencies,
  { organizationId, accountId }: ReportingAccount,
  runs: readonly RunWithDueReport[],
): Promise<{ askable: AskableRuns[]; others: readonly RunWithDueReport[] }> => {
  const account = await database.inOrganization(organizationId, (tx) => findAccount(tx, accountId));
  if (!account) return { askable: [], others: runs };
  const credentials = openCarrierCredentials(account, secrets);
  const byProvider = Map.groupBy(runs, (run) =>
    isOfFormerAccount(run, account) || run.carrier_call_id === null
      ? null
      : chooseProvider(run.environment, account.provider),
  );
  const groups = [...byProvider].map(([provider, runs]) => ({
    carrier: provider === null ? null : carriers.get(provider),
    runs,
  }));
  return {
    askable: groups.flatMap(({ carrier, runs }) => (carrier?.reportsPrice ? [{ carrier, credentials, runs }] : [])),
    others: groups.flatMap(({ carrier, runs }) => (carrier?.reportsPrice ? [] : runs)),
  };
};
