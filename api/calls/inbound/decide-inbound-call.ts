import { sql } from "kysely";
import { hasSpeechModels } from "../../../application/model/read-speech-models.ts";
import { chooseAgentVersion, isAgentObstacle } from "../../../domain/agent/usable-agent-version.ts";
import { findUnansweredReason, type MissedCallReason } from "../../../domain/call/missed-call.rules.ts";
import { choosePlanned } from "../../../domain/campaign/version-plan.rules.ts";
import { positionOfCaller } from "../../../domain/campaign/version-shares.rules.ts";
import { deriveUuid } from "../../../infra/ids.ts";
import { findAgent } from "../../../infra/postgres/agent/agent.repository.ts";
import { findRecordingNotSpoken } from "../../../infra/postgres/agent/recordings-played.repository.ts";
import { queueForAdmission } from "../../../infra/postgres/call/admission.repository.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../../infra/postgres/call/call-run.repository.ts";
import { findInboundRun, hasFreeLine } from "../../../infra/postgres/call/inbound-calls.repository.ts";
import { findMissedCall, recordMissedCall } from "../../../infra/postgres/call/missed-calls.repository.ts";
import { insertRingingRun } from "../../../infra/postgres/call/run-transitions.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../../infra/postgres/timeline/timeline.repository.ts";
import { reserveVoiceSlot } from "../../../infra/postgres/web-call/voice-reservation.repository.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import type { AnnouncedCall } from "./inbound-account.ts";

export type InboundDecision = { kind: "taken"; run: CallRun } | { kind: "missed"; reason: MissedCallReason };

/**
 * Decides about an incoming call and stores the decision: a run, or a missed call. Both happen in one transaction, which queues
 * behind other admissions of the organization; a repeated announcement finds the first one's decision.
 */
export const decideInboundCall = (context: OperationContext, announced: AnnouncedCall): Promise<InboundDecision> =>
  context.database.inOrganization(announced.account.organization_id, async (tx) => {
    await queueForAdmission(tx, announced.account);
    const earlier = await decisionBefore(tx, announced);
    if (earlier) return earlier;
    const agent = await agentFor(tx, announced);
    if (typeof agent === "string") return miss(tx, announced, agent);
    if (!(await hasFreeLine(tx, announced.account))) return miss(tx, announced, "out_of_concurrency");
    const uuid = uuidOf(context, announced);
    const speaksHere = announced.carrier.description.speaksThrough === "media";
    const silence = speaksHere ? await voiceObstacle(tx, { agent, uuid }) : null;
    if (silence !== null) return miss(tx, announced, silence);
    return { kind: "taken", run: await insertRun(tx, { announced, agent, uuid }) };
  });

const decisionBefore = async (
  tx: OrganizationTransaction,
  { account, call }: AnnouncedCall,
): Promise<InboundDecision | null> => {
  const { carrierCallId, repeatedAs } = call;
  const telephonyAccountId = account.id;
  const run =
    (await findInboundRun(tx, { telephonyAccountId, carrierCallId })) ??
    (repeatedAs === undefined ? undefined : await findRun(tx, repeatedUuid(account, repeatedAs)));
  if (run) return { kind: "taken", run };
  const missed = await findMissedCall(tx, { telephonyAccountId, carrierCallId: missedIdOf({ account, call }) });
  return missed ? { kind: "missed", reason: missed.reason } : null;
};

interface AgentToAnswer {
  agentId: number;
  versionId: number;
}

/** Returns the agent that answers this number, or why nobody does. */
const agentFor = async (
  tx: OrganizationTransaction,
  { number, call }: AnnouncedCall,
): Promise<AgentToAnswer | MissedCallReason> => {
  const reason = findUnansweredReason(number);
  if (reason) return reason;
  const chosen = chooseAgentVersion(await findAgent(tx, number?.inbound_agent_id ?? 0), "published");
  if (isAgentObstacle(chosen)) return "no_agent";
  return { agentId: chosen.agent.id, versionId: versionFor({ number, call }) ?? chosen.versionId };
};

/** A caller always talks with the same version; a withheld number is another caller each time. */
const versionFor = ({ number, call }: Pick<AnnouncedCall, "number" | "call">): number | null => {
  if (!number?.version_plan) return null;
  const position = positionOfCaller({ numberId: number.id, caller: call.from ?? call.carrierCallId });
  return choosePlanned(number.version_plan, { calledWith: null, position });
};

const repeatedUuid = (account: { id: number }, repeatedAs: string): string =>
  deriveUuid(`call to account ${account.id}: ${repeatedAs}`);

/** Returns the id by which a missed call is stored: one that its trunk repeats under other ids is missed once. */
const missedIdOf = ({ account, call }: Pick<AnnouncedCall, "account" | "call">): string =>
  call.repeatedAs === undefined ? call.carrierCallId : repeatedUuid(account, call.repeatedAs);

const uuidOf = ({ ids }: OperationContext, { account, call: { repeatedAs } }: AnnouncedCall): string =>
  repeatedAs === undefined ? ids.uuid() : repeatedUuid(account, repeatedAs);

/** Keeps a place for the platform's own voice in the call, or returns why there is none; null: it is kept. */
const voiceObstacle = async (
  tx: OrganizationTransaction,
  { agent: { versionId }, uuid }: { agent: AgentToAnswer; uuid: string },
): Promise<MissedCallReason | null> => {
  if (!(await hasSpeechModels(tx, versionId))) return "unavailable";
  if ((await findRecordingNotSpoken(tx, { versionId, context: null })) !== undefined) return "unavailable";
  return (await reserveVoiceSlot(tx, { uuid })) ? null : "out_of_concurrency";
};

const miss = async (
  tx: OrganizationTransaction,
  { account, call }: AnnouncedCall,
  reason: MissedCallReason,
): Promise<InboundDecision> => {
  await recordMissedCall(tx, {
    organizationId: account.organization_id,
    telephonyAccountId: account.id,
    carrierCallId: missedIdOf({ account, call }),
    callerNumber: call.from,
    calledNumber: call.to,
    reason,
  });
  return { kind: "missed", reason };
};

/** Stores the call like a dialled one: its carrier has it, so a repetition asks there and never dials. */
const insertRun = async (
  tx: OrganizationTransaction,
  { announced: { account, call }, agent, uuid }: { announced: AnnouncedCall; agent: AgentToAnswer; uuid: string },
): Promise<CallRun> => {
  const now = sql<Date>`now()`;
  const run = await insertRingingRun(tx, {
    uuid,
    organization_id: account.organization_id,
    agent_id: agent.agentId,
    agent_version_id: agent.versionId,
    name: `WR-${uuid.slice(0, 8)}`,
    mode: account.provider,
    provider: account.provider,
    direction: "inbound",
    speech: "expected",
    telephony_configuration_id: account.id,
    caller_number: call.from,
    called_number: call.to,
    initial_context: { phone_number: call.from ?? "", called_number: call.to },
    carrier_call_id: call.carrierCallId,
    carrier_requested_at: now,
    carrier_accepted_at: now,
    started_at: now,
  });
  recordTimelineAtCommit(tx, {
    organizationId: run.organization_id,
    kind: "call_started",
    actor: `agent:${run.agent_id}`,
    summary: `${run.name}: a call came in`,
    payload: { direction: "inbound", provider: run.provider, environment: run.environment },
    agentId: run.agent_id,
    runId: run.id,
  });
  return run;
};
