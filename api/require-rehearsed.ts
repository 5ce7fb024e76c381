import { digestDefinition } from "../application/rehearsal/definition-digest.ts";
import { digestScenario, readPlanned } from "../application/rehearsal/planned-conversations.ts";
import { keepVersion } from "../application/rehearsal/rehearsed-agent.ts";
import { decideGate, type GateDecision, mayPassGate } from "../domain/rehearsal/publish-gate.ts";
import { rehearsedResult } from "../domain/rehearsal/rehearsed-result.ts";
import type { Agent, AgentVersion } from "../infra/postgres/agent/agent.entity.ts";
import type { OrganizationTransaction } from "../infra/postgres/database.ts";
import { listPlaysOfVersion } from "../infra/postgres/rehearsal/rehearsed-version.repository.ts";
import { listScenarios } from "../infra/postgres/rehearsal/scenario.repository.ts";
import { recordTimelineAtCommit } from "../infra/postgres/timeline/timeline.repository.ts";
import { forbidden, HttpError } from "./http/http-error.ts";
import { formatActor, type OperationContext } from "./http/operation-context.ts";

interface Publication {
  agent: Agent;
  draft: AgentVersion;
  /** An owner's reason to publish all the same. */
  overrideReason?: string | undefined;
}

/**
 * Throws 409 where an agent's versions have to be rehearsed and this one was not, or is red. An owner may publish all the same with a
 * reason, which is kept in the timeline.
 */
export const requireRehearsed = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { agent, draft, overrideReason }: Publication,
): Promise<void> => {
  if (!agent.publish_needs_rehearsal) return;
  const decision = await readDecision(tx, agent, draft);
  if (decision.kind === "open") return;
  if (overrideReason === undefined) throw notRehearsed(decision);
  if (!mayPassGate(context.actor.role)) throw ownerNeeded();
  recordTimelineAtCommit(tx, {
    organizationId: agent.organization_id,
    kind: "system",
    actor: formatActor(context.actor),
    summary: `Agent ${agent.name} is published in version ${draft.version_number} without a green rehearsal: ${overrideReason}`,
    payload: { event: "published_without_rehearsal", reason: overrideReason, refusal: decision.kind },
    agentId: agent.id,
  });
};

const readDecision = async (tx: OrganizationTransaction, agent: Agent, draft: AgentVersion): Promise<GateDecision> => {
  const scenarios = await listScenarios(tx, agent.id);
  const required = scenarios
    .filter(({ must_pass }) => must_pass)
    .map(readPlanned)
    .map(({ scenarioId: id, scenario }) => ({ id, name: scenario.name, digest: digestScenario(scenario) }));
  const version = keepVersion(draft, agent.call_disposition_codes);
  const rows = await listPlaysOfVersion(tx, { agentId: agent.id, digest: digestDefinition(draft), version });
  return decideGate(
    required,
    rows.map((row) => ({
      rehearsalId: row.rehearsal_id,
      conversationId: row.id,
      scenarioId: row.scenario_id,
      scenarioDigest: row.scenario_digest,
      state: row.state,
      checks: row.result ? rehearsedResult.parse(row.result).checks : [],
    })),
  );
};

const NEEDED =
  "This agent is published only after a rehearsal: rehearse this version with all scenarios that must pass, or let an owner publish it with an override_reason";
const RED =
  "The last rehearsal of this version is red: mend what failed and rehearse again, or let an owner publish it with an override_reason";

const notRehearsed = (decision: Exclude<GateDecision, { kind: "open" }>): HttpError =>
  decision.kind === "rehearsal_needed"
    ? new HttpError(409, "rehearsal_needed", { message: NEEDED, scenarios: decision.scenarios, failed_checks: [] })
    : new HttpError(409, "rehearsal_red", {
        message: RED,
        scenarios: [...new Set(decision.failed.map(({ scenario_name }) => scenario_name))],
        failed_checks: decision.failed,
      });

export const ownerNeeded = () =>
  forbidden("owner_needed", "Only an owner, logged in, may pass or switch off the rehearsal that publishing needs");
