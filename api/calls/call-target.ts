import { type CallPlan, planCall, RING_TIMEOUT_SECONDS } from "../../domain/call/call-plan.ts";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { TRANSFER_MODE } from "../../infra/postgres/call/call-transfers.repository.ts";
import { readRunAgent } from "../../infra/postgres/call/run-agent.repository.ts";
import { readVerificationWords } from "../../infra/postgres/number/number-verification.repository.ts";
import { buildCallAddresses, buildRelayUrl } from "../../infra/telephony/call-addresses.ts";
import type { Carrier } from "../../infra/telephony/carrier.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

export interface CallbackTarget<Run = CallRun> {
  run: Run;
  carrier: Carrier;
  credentials: CarrierCredentials;
}

/** Its ring time is the carrier's by now. */
const LEG = { ringTimeoutSeconds: RING_TIMEOUT_SECONDS };

/** Reads how the agent of a call talks. */
export const readCallPlan = async (
  { database, secrets, clock }: Pick<ApiDependencies, "database" | "secrets" | "clock">,
  { run, carrier, credentials }: CallbackTarget,
): Promise<CallPlan> => {
  const { words, leg, ...agent } = await database.inOrganization(run.organization_id, async (tx) => ({
    ...(await readRunAgent(tx, run, clock.now())),
    words: await readVerificationWords(tx, run, secrets),
    leg: run.mode === TRANSFER_MODE ? LEG : null,
  }));
  return planCall({
    ...agent,
    direction: run.direction,
    words,
    leg,
    carrier: carrier.description,
    credentials,
  });
};

/** Returns the addresses for this call's carrier. */
export const readCallAddresses = (
  { config }: Pick<ApiDependencies, "config">,
  { run, carrier }: Omit<CallbackTarget<Pick<CallRun, "organization_id" | "uuid">>, "credentials">,
) =>
  buildCallAddresses(readPublicBaseUrl(config), {
    provider: carrier.description.provider,
    organizationId: run.organization_id,
    runUuid: run.uuid,
  });

/** Calls end within their time limit; after this margin the token opens nothing. */
const TOKEN_MARGIN_SECONDS = 120;

/** Returns a new address for the call's words. */
export const createRelayAddress = (
  { config, tokens, clock }: Pick<ApiDependencies, "config" | "tokens" | "clock">,
  { run, carrier }: CallbackTarget,
  timeLimitSeconds: number,
): string =>
  buildRelayUrl(
    { tokens, publicBaseUrl: readPublicBaseUrl(config) },
    {
      provider: carrier.description.provider,
      organizationId: run.organization_id,
      runUuid: run.uuid,
      expiresAt: new Date(clock.now().getTime() + (timeLimitSeconds + TOKEN_MARGIN_SECONDS) * 1000),
    },
  );
