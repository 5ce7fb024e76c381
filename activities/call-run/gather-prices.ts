import { computePriceDelaySeconds, isListedInVain } from "../../domain/call/follow-up.rules.ts";
import {
  askAgainLater,
  type DueReports,
  endAwaiting,
  isReportDue,
  leaveCarrierAlone,
  listDueReports,
  type ReportingAccount,
  type RunWithDueReport,
} from "../../infra/postgres/call/awaited-reports.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { CarrierUnavailableError } from "../../infra/telephony/carrier.ts";
import type { Gathered } from "../../workflows/carrier-reports/carrier-reports.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { askCarrierForPrices, type Prices } from "./ask-carrier-for-prices.ts";
import { type PricedRun, readListedPrice, writePrices } from "./call-price.ts";
import { computeSecondsSinceEnd } from "./dialled-call.ts";
import { type AskableRuns, groupByCarrier } from "./reporting-carriers.ts";

/** This many calls are priced in one transaction; most carriers list them in one request. */
const RUNS_AT_A_TIME = 500;

/**
 * Asks an account's carrier for the prices that are due. A call is priced by the price table where the carrier can no longer be asked
 * about it, or has said nothing for a day. A repetition asks again and changes nothing that was written.
 */
export const gatherPrices = async (deps: WorkerDependencies, account: ReportingAccount): Promise<Gathered> => {
  const due: DueReports = { ...account, kind: "price" };
  const { organizationId } = account;
  const runs = await deps.database.inOrganization(organizationId, (tx) => listDueReports(tx, due, RUNS_AT_A_TIME));
  const { askable, others } = await groupByCarrier(deps, account, runs);
  const priced: PricedRun[] = others.map((run) => ({ run, price: readListedPrice(deps, run) }));
  let kept = await settle(deps, account, { priced, ended: others, unpriced: [] });
  for (const group of askable) {
    const prices = await askOrLeaveAlone(deps, due, group);
    kept += await settle(deps, account, decide(deps, group, prices));
    if (!prices) return { kept, isMoreDue: false };
  }
  return deps.database.inOrganization(organizationId, async (tx) => ({ kept, isMoreDue: await isReportDue(tx, due) }));
};

/** Returns null when the carrier cannot be asked; everything that is due from it then waits. */
const askOrLeaveAlone = async (
  deps: WorkerDependencies,
  due: DueReports,
  group: AskableRuns,
): Promise<Prices | null> => {
  try {
    return await askCarrierForPrices(group, (run) => isListedInVain({ asked: run.reports_asked }));
  } catch (error) {
    if (!(error instanceof CarrierUnavailableError)) throw error;
    const waitSeconds = await deps.database.inOrganization(due.organizationId, (tx) =>
      leaveCarrierAlone(tx, due, error.message),
    );
    deps.logger.warn(
      { organization_id: due.organizationId, account_id: due.accountId, calls: group.runs.length, waitSeconds },
      `the carrier cannot be asked for prices: ${error.message}`,
    );
    return null;
  }
};

interface Decided {
  priced: PricedRun[];
  /** Nothing more is expected of these. */
  ended: readonly RunWithDueReport[];
  unpriced: { runId: number; inSeconds: number }[];
  /** These were given up, and have the table's price. */
  givenUp?: readonly RunWithDueReport[];
}

const decide = (deps: WorkerDependencies, { runs }: AskableRuns, prices: Prices | null): Decided => {
  const told = runs.filter((run) => prices?.has(run.id));
  const silent = runs.filter((run) => !prices?.has(run.id));
  const delayOf = (run: RunWithDueReport) => computePriceDelaySeconds(computeSecondsSinceEnd(run, deps));
  const givenUp = silent.filter((run) => delayOf(run) === null);
  return {
    priced: [
      ...told.map((run) => ({ run, price: prices?.get(run.id) ?? { costMinor: null, currency: null } })),
      ...givenUp.map((run) => ({ run, price: readListedPrice(deps, run) })),
    ],
    ended: [...told, ...givenUp],
    // A carrier that could not be asked is left alone for longer, and has not answered in vain.
    unpriced: prices === null ? [] : silent.flatMap((run) => later(run.id, delayOf(run))),
    givenUp,
  };
};

const later = (runId: number, inSeconds: number | null) => (inSeconds === null ? [] : [{ runId, inSeconds }]);

/** Returns how many calls have a price now. */
const settle = (deps: WorkerDependencies, account: ReportingAccount, decided: Decided): Promise<number> =>
  deps.database.inOrganization(account.organizationId, async (tx) => {
    await writePrices(tx, decided.priced);
    const ids = decided.ended.map(({ id }) => id);
    await endAwaiting(tx, "price", ids);
    await askAgainLater(tx, "price", decided.unpriced);
    if (decided.givenUp?.length) await tellGivenUp(deps, tx, account, decided.givenUp);
    return decided.priced.length;
  });

/** One entry for all of them: a carrier that prices nothing would fill the timeline. */
const tellGivenUp = async (
  { logger }: WorkerDependencies,
  tx: OrganizationTransaction,
  { organizationId, accountId }: ReportingAccount,
  runs: readonly RunWithDueReport[],
): Promise<void> => {
  const calls = runs.length === 1 ? "a call" : `${runs.length} calls`;
  const summary = `The carrier has not said within a day what ${calls} cost; the price list decides`;
  logger.warn({ organization_id: organizationId, account_id: accountId, calls: runs.length }, summary);
  await recordTimeline(tx, {
    organizationId,
    kind: "system",
    actor: "system",
    summary,
    payload: { event: "prices_given_up", telephony_configuration_id: accountId, calls: runs.length },
  });
};
