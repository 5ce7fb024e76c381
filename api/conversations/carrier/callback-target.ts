import type { z } from "zod";
import { publicBaseUrl } from "../../../infra/config/config.ts";
import { findRun, type Run } from "../../../infra/postgres/call/call-run.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { openCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { addFields } from "../../../infra/telemetry/current-work.ts";
import type { CallbackRequest } from "../../../infra/telephony/carrier.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import type { CallbackTarget } from "../call-target.ts";
import { callNotFound } from "./carrier-callbacks.errors.ts";
import type { callbackParams } from "./carrier-callbacks.schemas.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ID = /^[1-9]\d{0,14}$/;
const SANDBOX_PROVIDER = "simulator";

type Address = z.output<typeof callbackParams>;

/** The run that a callback's address names, with what proves the caller; 404 whatever of it does not fit. */
export const findCallbackTarget = (context: ApiDependencies, address: Address): Promise<CallbackTarget> =>
  aboutCall(context, address, (_, target) => Promise.resolve(target));

/** Works on the run that a callback's address names, in the transaction that has found it. */
export const aboutCall = async <T>(
  context: ApiDependencies,
  address: Address,
  work: (tx: OrganizationTransaction, target: CallbackTarget) => Promise<T>,
): Promise<T> => {
  const { provider, organization_id, run_uuid } = address;
  if (!context.carriers.has(provider)) throw callNotFound();
  if (!ID.test(organization_id) || !UUID.test(run_uuid)) throw unknownRun(context, address);
  return context.database.inOrganization(Number(organization_id), async (tx) =>
    work(tx, await findTarget(tx, context, address)),
  );
};

const findTarget = async (
  tx: OrganizationTransaction,
  context: ApiDependencies,
  address: Address,
): Promise<CallbackTarget> => {
  const run = await findRun(tx, address.run_uuid);
  const account = run && (await accountOf(tx, run));
  if (!account) throw unknownRun(context, address);
  const { provider } = address;
  const expected = run.environment === "sandbox" ? SANDBOX_PROVIDER : account.provider;
  if (provider !== expected) throw unknownRun(context, address);
  addFields({ organization_id: run.organization_id, run_uuid: run.uuid, campaign_id: run.campaign_id, provider });
  return { run, carrier: context.carriers.get(provider), credentials: openCredentials(account, context.secrets) };
};

const unknownRun = ({ metrics }: ApiDependencies, { provider }: Address) => {
  metrics.callbacks.inc({ provider, result: "unknown_run" });
  return callNotFound();
};

const accountOf = (tx: OrganizationTransaction, run: Run) =>
  tx
    .selectFrom("telephony_configurations")
    .selectAll()
    .where("id", "=", run.telephony_configuration_id)
    .executeTakeFirst();

type RawRequest = OperationInput<undefined, undefined, undefined>["request"];

/** The request as the carrier signed it: under the address that it was given, not the one that a proxy used. */
export const callbackRequestOf = ({ config }: ApiDependencies, request: RawRequest): CallbackRequest => ({
  method: request.stream.method ?? "POST",
  url: `${publicBaseUrl(config)}${request.url}`,
  headers: request.headers,
  body: request.rawBody,
});
