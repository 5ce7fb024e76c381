import { type RouteCandidate, rankRoutes } from "../../domain/call/account-failover-and-route.rules.ts";
import { classifyNumber } from "../../domain/number/number-kinds.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  type AccountToRoute,
  readAccountsToRoute,
  takeTrial,
} from "../../infra/postgres/telephony/account-standing.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import type { CarrierRegistry } from "../../infra/telephony/carrier-registry.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";
import { isObstacle, type Obstacle } from "./call-to-dial.ts";

interface Sources {
  carriers: CarrierRegistry;
  prices: PriceTable;
}

type RunToRoute = Pick<CallRun, "telephony_configuration_id" | "caller_number" | "called_number" | "environment">;

const PRICED_SECONDS = 60;

/**
 * Tells whether a call may have to go to another account than its own: one that another follows and that is out, was out, is set aside,
 * or looks for the cheapest. Others cost no further statement.
 */
const mayBeRouted = (
  account: Pick<TelephonyAccount, "failover" | "route" | "inactive_since"> & { out_until: Date | null },
): boolean =>
  account.failover.length > 0 &&
  (account.route === "cheapest" || account.out_until !== null || account.inactive_since !== null);

/**
 * Returns the id of the account that takes a call which no carrier was asked for yet: its own, or one that follows it. `tries` takes the
 * one call that tries an account again which was out; who only asks about a call reserves nothing.
 */
export const findRoute = async (
  sources: Sources,
  tx: OrganizationTransaction,
  { run, tries }: { run: RunToRoute; tries: boolean },
): Promise<number | null> => {
  const ownId = run.telephony_configuration_id;
  if (ownId === null || run.environment === "sandbox") return ownId;
  const own = await tx
    .selectFrom("telephony_configurations")
    .select(["failover", "route"])
    .where("id", "=", ownId)
    .executeTakeFirst();
  if (!own || own.failover.length === 0) return ownId;
  const countriesOf = new Map(own.failover.map((each) => [each.telephony_configuration_id, each.countries]));
  const accounts = await readAccountsToRoute(tx, {
    accountIds: [ownId, ...countriesOf.keys()],
    callerNumber: run.caller_number,
    use: "calls",
  });
  const candidates = [ownId, ...countriesOf.keys()].flatMap((id) => {
    const account = accounts.find((each) => each.id === id);
    return account ? [candidateOf(sources, run, account, id === ownId ? null : (countriesOf.get(id) ?? null))] : [];
  });
  const [first, ...others] = candidates;
  if (!first) return ownId;
  const country = classifyNumber(run.called_number ?? "")?.country ?? null;
  for (const { id, isToTry } of rankRoutes([first, ...others], { country, route: own.route })) {
    if (!isToTry || !tries || (await takeTrial(tx, id, "calls"))) return id;
  }
  return ownId;
};

const candidateOf = (
  { carriers, prices }: Sources,
  { called_number: phoneNumber }: RunToRoute,
  { id, provider, is_inactive, is_out, is_to_try, has_caller_id, may_show }: AccountToRoute,
  countries: readonly string[] | null,
): RouteCandidate => {
  const { needsCallerId, unavailable } = carriers.get(provider).description;
  return {
    id,
    isUsable: !is_inactive && unavailable === undefined && (has_caller_id || !needsCallerId) && may_show,
    isOut: is_out,
    isToTry: is_to_try,
    countries,
    price: prices.costOf({ provider, phoneNumber, durationSeconds: PRICED_SECONDS }),
  };
};

interface Reading<Run, Call> {
  /** The call is about to be made: it may be the one that tries an account again. */
  tries: boolean;
  read(run: Run): Promise<Call | Obstacle>;
}

/**
 * Reads a call on the account that takes it: its own, or one that follows it where that one cannot. A follower that cannot carry this
 * call leaves it where it is: what hinders a follower is no fault of the call.
 */
export const readRouted = async <Run extends RunToRoute, Call extends { account: Parameters<typeof mayBeRouted>[0] }>(
  sources: Sources,
  tx: OrganizationTransaction,
  run: Run,
  { tries, read }: Reading<Run, Call>,
): Promise<{ run: Run; call: Call | Obstacle }> => {
  const call = await read(run);
  if (!isObstacle(call) && !mayBeRouted(call.account)) return { run, call };
  const accountId = await findRoute(sources, tx, { run, tries });
  if (accountId === null || accountId === run.telephony_configuration_id) return { run, call };
  // A slot that it has reserved is one of the former account's.
  const routed = { ...run, telephony_configuration_id: accountId, pace_slot_at: null };
  const onFollower = await read(routed);
  return isObstacle(onFollower) ? { run, call } : { run: routed, call: onFollower };
};

/** Gives a call to another account before any carrier is asked for it. */
export const giveToAccount = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id" | "telephony_configuration_id">,
): Promise<void> => {
  await tx
    .updateTable("call_runs")
    .set({ telephony_configuration_id: run.telephony_configuration_id, pace_slot_at: null })
    .where("id", "=", run.id)
    .where("carrier_requested_at", "is", null)
    .execute();
};
