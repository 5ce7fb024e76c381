import { type CallPlan, planCall } from "../../domain/call/call-plan.ts";
import { explainSetAside } from "../../domain/call/carrier-account.ts";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import { chooseProvider } from "../../domain/environment/sandbox.rules.ts";
import { readSandboxManners } from "../../infra/postgres/access/sandbox-manners.repository.ts";
import { findRecordingNotSpoken } from "../../infra/postgres/agent/recordings-played.repository.ts";
import type { CallToAdmit } from "../../infra/postgres/call/admission.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { CallTransfer } from "../../infra/postgres/call/call-transfer.entity.ts";
import { findTransferOfLeg, TRANSFER_MODE } from "../../infra/postgres/call/call-transfers.repository.ts";
import { readRunAgent } from "../../infra/postgres/call/run-agent.repository.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { readVerificationWords } from "../../infra/postgres/number/number-verification.repository.ts";
import { sendTogether } from "../../infra/postgres/send-together.ts";
import { mayBeCallerId, openCarrierCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import type { Carrier } from "../../infra/telephony/carrier.ts";
import type { CarrierRegistry } from "../../infra/telephony/carrier-registry.ts";
import { hasSpeechModels } from "../model/read-speech-models.ts";

/** The fields of a run that its call is built from; the run exists, or somebody asks about it. */
export type RunToDial = CallToAdmit &
  Pick<
    CallRun,
    "uuid" | "mode" | "direction" | "agent_version_id" | "contact_id" | "caller_number" | "initial_context"
  >;

/** Everything that a call is made of except the addresses for the carrier's requests. */
export interface CallToDial<Run extends RunToDial = CallRun> {
  run: Run;
  campaign: Campaign | null;
  account: TelephonyAccount & { failures_in_row: number; out_until: Date | null };
  carrier: Carrier;
  credentials: CarrierCredentials;
  plan: CallPlan;
}

/** Something that must be repaired first; a sentence that says what to do. */
export interface Obstacle {
  obstacle: string;
}

export const isObstacle = <Call extends object>(call: Call | Obstacle): call is Obstacle => "obstacle" in call;

/** Tells whether the platform's own models speak and hear in the call, and not its carrier's. */
export const speaksByModels = ({ carrier }: { carrier: Carrier }): boolean =>
  carrier.description.speaksThrough === "media";

/** The services that build a call from its rows. */
export interface CallSources {
  carriers: CarrierRegistry;
  secrets: SecretBox;
  clock: { now(): Date };
}

/** Builds a run's call from its rows, or says what is missing. */
export const readCallToDial = async <Run extends RunToDial>(
  { carriers, secrets, clock }: CallSources,
  tx: OrganizationTransaction,
  run: Run,
): Promise<CallToDial<Run> | Obstacle> => {
  const isSandbox = run.environment === "sandbox";
  const [campaign, account, agent, words, manners, leg] = await sendTogether(tx, (tx) => [
    run.campaign_id === null ? null : findCampaign(tx, run.campaign_id),
    accountOf(tx, run),
    readRunAgent(tx, run, clock.now()),
    readVerificationWords(tx, run, secrets),
    isSandbox && readSandboxManners(tx),
    run.mode === TRANSFER_MODE && findTransferOfLeg(tx, run.uuid),
  ]);
  if (run.mode === TRANSFER_MODE && (!leg || leg.state !== "calling"))
    return { obstacle: "The caller does not wait for this person any more" };
  if (!account) return { obstacle: "The carrier account of this call was deleted: choose another one" };
  if (account.inactive_since) {
    const { displayName } = carriers.get(account.provider).description;
    return { obstacle: explainSetAside(displayName, account.inactive_reason) };
  }
  if (agent.withdrawal) return { obstacle: agent.withdrawal.sentence };
  const carrier = carriers.get(chooseProvider(run.environment, account.provider));
  const { displayName, needsCallerId, unavailable } = carrier.description;
  if (unavailable) return { obstacle: unavailable };
  if (run.caller_number === null && !account.has_caller_id && needsCallerId)
    return { obstacle: `${displayName} needs a caller id: add an active phone number to the account` };
  const settings = openCarrierCredentials(account, secrets);
  // The simulator charges production calls like a real carrier; those of sandbox keys cost nothing.
  const ofSandbox = { sandbox: true, ...(manners && { manners: JSON.stringify(manners) }) };
  const credentials = isSandbox ? { ...settings, ...ofSandbox } : settings;
  const plan = planCall({
    ...agent,
    direction: run.direction,
    words,
    leg: legOf(leg),
    carrier: carrier.description,
    credentials,
  });
  const silence = speaksByModels({ carrier }) ? await voiceObstacle(tx, { run, plan }) : null;
  return silence ?? { run, campaign: campaign ?? null, account, carrier, credentials, plan };
};

export const legOf = (transfer: CallTransfer | undefined | false) =>
  transfer ? { ringTimeoutSeconds: transfer.ring_timeout_seconds } : null;

/** Returns what keeps the platform from speaking and hearing in the call; null: nothing. */
const voiceObstacle = async (
  tx: OrganizationTransaction,
  { run, plan }: { run: RunToDial; plan: CallPlan },
): Promise<Obstacle | null> => {
  if (!(await hasSpeechModels(tx, run.agent_version_id))) {
    return {
      obstacle:
        "Over a SIP trunk the organization's own models speak and hear, or in English those of this machine where the operator has set LOCAL_SPEECH: set tts and stt among its models",
    };
  }
  const context = [run.initial_context, plan.greeting.recordingId];
  const recording = await findRecordingNotSpoken(tx, { versionId: run.agent_version_id, context });
  return recording === undefined
    ? null
    : {
        obstacle: `Over a SIP trunk only WAV files are played: upload ${recording} as one, or choose another recording`,
      };
};

/**
 * Returns why a number may no longer be shown that was chosen when the call was requested: it is neither owned nor
 * verified any more. Null: it may. A number that is chosen now is always one that may be shown.
 */
export const findCallerIdObstacle = async (tx: OrganizationTransaction, run: RunToDial): Promise<Obstacle | null> => {
  const { caller_number: e164, telephony_configuration_id: telephonyAccountId } = run;
  if (e164 === null || telephonyAccountId === null || (await mayBeCallerId(tx, { telephonyAccountId, e164 })))
    return null;
  return { obstacle: "The caller id of this call is no longer an active number of the account: choose another one" };
};

/** Reads the account, how its carrier has answered of late, and whether it has a number or, at a trunk, an address that may be shown. */
const accountOf = (tx: OrganizationTransaction, run: RunToDial) =>
  tx
    .selectFrom("telephony_configurations")
    .leftJoin("telephony_paces", "telephony_paces.telephony_configuration_id", "telephony_configurations.id")
    .selectAll("telephony_configurations")
    .select(({ fn, val }) => fn.coalesce("telephony_paces.failures_in_row", val(0)).as("failures_in_row"))
    .select("telephony_paces.out_until")
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("phone_numbers")
          .select("phone_numbers.id")
          .whereRef("phone_numbers.telephony_configuration_id", "=", "telephony_configurations.id")
          .where("phone_numbers.is_active", "=", true),
      ).as("has_caller_id"),
    )
    .where("telephony_configurations.id", "=", run.telephony_configuration_id)
    .executeTakeFirst();
