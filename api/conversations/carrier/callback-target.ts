import { sql } from "kysely";
import { SIMULATOR } from "../../../domain/call/carrier-account.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import type { z } from "zod";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { openCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { addFields } from "../../../infra/telemetry/current-work.ts";
import type { CallbackRequest } from "../../../infra/telephony/carrier.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import type { CallbackTarget } from "../call-target.ts";
import { callNotFound } from "./carrier-callbacks.errors.ts";
import type { callbackParams } from "./carrier-callbacks.schemas.ts";
import { isUnknownRun, cacheUnknownRun } from "./unknown-runs.ts";
import type { SecretBox } from "../../../infra/secrets/secret-box.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { isUuid } from "../../../domain/json/uuid.rules.ts";

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
  const [target] = await context.database.inOrganization(address.organizationId, (tx) =>
    findTargets(tx, context, [address]),
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
export const addTargetToLog = ({ run }: CallbackTarget, { provider }: Pick<Params, "provider">): void =>
  addFields({ organization_id: run.organization_id, run_uuid: run.uuid, campaign_id: run.campaign_id, provider });

export const refuseUnknownRun = ({ metrics, database }: ApiDependencies, params: Params) => {
  metrics.callbacks.inc({ provider: params.provider, result: "unknown_run" });
  cacheUnknownRun(database, params);
  return callNotFound();
};

/** Finds the call of each address of one organization; null where there is none, or none of this carrier. */
export const findTargets = async (
  tx: OrganizationTransaction,
  deps: Pick<ApiDependencies, "carriers" | "secrets">,
  addresses: readonly CallbackAddress[],
): Promise<(CallbackTarget | null)[]> => {
  const uuids = addresses.map(({ runUuid }) => runUuid);
  const rows = await tx
    .selectFrom("call_runs")
    .innerJoin("telephony_configurations as account", "account.id", "call_runs.telephony_configuration_id")
    .selectAll("call_runs")
    .select(["account.provider as account_provider", "account.credentials_sealed"])
    .where(sql<boolean>`call_runs.uuid = any(${uuids}::uuid[])`)
    .execute();
  const openedOf = credentialsOnce(deps.secrets);
  return addresses.map(({ provider, runUuid }) => {
    const row = rows.find(({ uuid }) => uuid === runUuid.toLowerCase());
    if (!row) return null;
    const { account_provider, credentials_sealed, ...run } = row;
    const expected = run.environment === "sandbox" ? SIMULATOR : account_provider;
    if (provider !== expected) return null;
    return { run, carrier: deps.carriers.get(provider), credentials: openedOf(run, credentials_sealed) };
  });
};

/** Opens each account's credentials once, because simultaneous callbacks are mostly of one account. */
const credentialsOnce = (secrets: SecretBox) => {
  const opened = new Map<number | null, CarrierCredentials>();
  return (run: CallRun, credentials_sealed: Buffer): CarrierCredentials => {
    const { organization_id, telephony_configuration_id: accountId } = run;
    const credentials = opened.get(accountId) ?? openCredentials({ organization_id, credentials_sealed }, secrets);
    opened.set(accountId, credentials);
    return credentials;
  };
};

type RawRequest = OperationInput<undefined, undefined, undefined>["request"];

/** Rebuilds the request as the carrier signed it: with the address that it was given, not the one that a proxy used. */
export const rebuildCallbackRequest = ({ config }: ApiDependencies, request: RawRequest): CallbackRequest => ({
  method: request.method,
  url: `${readPublicBaseUrl(config)}${request.url}`,
  headers: request.headers,
  body: request.rawBody,
});
