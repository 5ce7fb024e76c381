import { sql } from "kysely";
import type { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { chooseProvider } from "../../../domain/environment/sandbox.rules.ts";
import { isUuid } from "../../../domain/json/uuid.rules.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { FOLLOWED_COLUMNS, type FollowedRun, findRun } from "../../../infra/postgres/call/call-run.repository.ts";
import { compileOnce } from "../../../infra/postgres/compile-once.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { openCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import type { SecretBox } from "../../../infra/secrets/secret-box.ts";
import { addFields } from "../../../infra/telemetry/current-work.ts";
import type { CallbackRequest } from "../../../infra/telephony/carrier.ts";
import type { OperationRequest } from "../../http/operation.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import type { CallbackTarget } from "../call-target.ts";
import { callNotFound } from "./carrier-callbacks.errors.ts";
import type { callbackParams } from "./carrier-callbacks.schemas.ts";
import { cacheUnknownRun, isUnknownRun } from "./unknown-runs.ts";

const ID = /^[1-9]\d{0,14}$/;

type Params = z.output<typeof callbackParams>;

/** The address of a callback that may be ours. */
export interface CallbackAddress {
  provider: string;
  organizationId: number;
  runUuid: string;
}

/** Finds the run of a callback's address with the credentials that verify the caller; 404 for any mismatch. */
export const findCallbackTarget = async (context: ApiDependencies, params: Params): Promise<CallbackTarget> => {
  const address = readCallbackAddress(context, params);
  const target = await context.database.inOrganization(address.organizationId, (tx) =>
    findTarget(tx, context, address),
  );
  if (!target) throw refuseUnknownRun(context, params);
  addTargetToLog(target, params);
  return target;
};

export const readCallbackAddress = (context: ApiDependencies, params: Params): CallbackAddress => {
  const { provider, organization_id, run_uuid } = params;
  if (!context.carriers.has(provider)) throw callNotFound();
  const isPossible = ID.test(organization_id) && isUuid(run_uuid);
  if (!isPossible || isUnknownRun(context.database, params)) throw refuseUnknownRun(context, params);
  return { provider, organizationId: Number(organization_id), runUuid: run_uuid };
};

/** Adds the target to every later log line of the request. */
export const addTargetToLog = ({ run }: FollowedTarget, { provider }: Pick<Params, "provider">): void =>
  addFields({ organization_id: run.organization_id, run_uuid: run.uuid, campaign_id: run.campaign_id, provider });

export const refuseUnknownRun = ({ metrics, database }: ApiDependencies, params: Params) => {
  metrics.callbacks.inc({ provider: params.provider, result: "unknown_run" });
  cacheUnknownRun(database, params);
  return callNotFound();
};

type TargetDependencies = Pick<ApiDependencies, "carriers" | "secrets">;

/** A call as far as its carrier's reports need it. */
export type FollowedTarget = CallbackTarget<FollowedRun>;

const FOLLOWED = FOLLOWED_COLUMNS.map((column) => `call_runs.${column}` as const);

/** Finds the call of each address of one organization; null where there is none, or none of this carrier. */
export const findFollowedTargets = async (
  tx: OrganizationTransaction,
  deps: TargetDependencies,
  addresses: readonly CallbackAddress[],
): Promise<(FollowedTarget | null)[]> =>
  assembleTargets(deps, addresses, await followedStatement(tx, [addresses.map(({ runUuid }) => runUuid)]));

const followedStatement = compileOnce((tx) => selectAccounts(tx, []).select(FOLLOWED).compile());

const selectAccounts = (tx: OrganizationTransaction, addresses: readonly CallbackAddress[]) => {
  const uuids = addresses.map(({ runUuid }) => runUuid);
  return tx
    .selectFrom("call_runs")
    .innerJoin("telephony_configurations as account", "account.id", "call_runs.telephony_configuration_id")
    .select(["account.provider as account_provider", "account.credentials_sealed"])
    .where(sql<boolean>`call_runs.uuid = any(${uuids}::uuid[])`);
};

type AddressedRun = Pick<CallRun, "uuid" | "organization_id" | "environment">;

const assembleTargets = <Run extends AddressedRun>(
  deps: TargetDependencies,
  addresses: readonly CallbackAddress[],
  rows: readonly (Run & { account_provider: string; credentials_sealed: Buffer })[],
): (CallbackTarget<Run> | null)[] => {
  const openedOf = knownCredentials(deps.secrets);
  return addresses.map(({ provider, runUuid }) => {
    const row = rows.find(({ uuid }) => uuid === runUuid.toLowerCase());
    if (!row) return null;
    if (provider !== chooseProvider(row.environment, row.account_provider)) return null;
    return { run: row, carrier: deps.carriers.get(provider), credentials: openedOf(row, row.credentials_sealed) };
  });
};

/** The credentials that each box has opened in the last minute, by their organization and what was sealed. */
const opened = new WeakMap<SecretBox, Map<string, CarrierCredentials>>();
const KEPT_OPEN_MS = 60_000;
const MOST_KEPT_OPEN = 1000;

/**
 * Opens credentials once a minute: callbacks come many at a time, and mostly of one account. Each is still read from its row, so
 * that changed ones are opened anew.
 */
const knownCredentials = (secrets: SecretBox) => {
  const known = opened.get(secrets) ?? new Map<string, CarrierCredentials>();
  opened.set(secrets, known);
  return ({ organization_id }: AddressedRun, credentials_sealed: Buffer): CarrierCredentials => {
    const key = `${organization_id} ${credentials_sealed.toString("base64")}`;
    const found = known.get(key);
    if (found) return found;
    const credentials = openCredentials({ organization_id, credentials_sealed }, secrets);
    if (known.size === 0) setTimeout(() => known.clear(), KEPT_OPEN_MS).unref();
    if (known.size < MOST_KEPT_OPEN) known.set(key, credentials);
    return credentials;
  };
};

/** Reads the rest of a call that was reported about, for what it says and does next; null: it was deleted. */
export const findWholeTarget = async (
  { database }: Pick<ApiDependencies, "database">,
  { run: { organization_id, uuid }, ...target }: FollowedTarget,
): Promise<CallbackTarget | null> => {
  const run = await database.inOrganization(organization_id, (tx) => findRun(tx, uuid));
  return run ? { ...target, run } : null;
};

/** Finds the whole call of an address. */
const findTarget = async (
  tx: OrganizationTransaction,
  deps: TargetDependencies,
  address: CallbackAddress,
): Promise<CallbackTarget | null> => {
  const rows = await selectAccounts(tx, [address]).selectAll("call_runs").execute();
  return assembleTargets(deps, [address], rows)[0] ?? null;
};

type RawRequest = OperationRequest;

/** Rebuilds the request as the carrier signed it: with the address that it was given, not the one that a proxy used. */
export const rebuildCallbackRequest = ({ config }: ApiDependencies, request: RawRequest): CallbackRequest => ({
  method: request.method,
  url: `${readPublicBaseUrl(config)}${request.url}`,
  headers: request.headers,
  body: request.rawBody,
});
