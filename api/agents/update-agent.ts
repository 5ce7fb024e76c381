import { writeDispositions } from "../../domain/agent/disposition-codes.ts";
import { mayPassGate } from "../../domain/rehearsal/publish-gate.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import { type VersionContent, writeDraft } from "../../infra/postgres/agent/agent-changes.repository.ts";
import { canClaimTrigger } from "../../infra/postgres/agent/agent-trigger.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { requireSettingsReferences } from "../check-references.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { ownerNeeded } from "../require-rehearsed.ts";
import { triggerTaken } from "./agents.errors.ts";
import type { agentParams, updateAgentBody } from "./agents.schemas.ts";
import { requireSpeakableVoice } from "./check-voice.ts";
import { lockRequestedAgent } from "./lock-requested-agent.ts";
import { readAgentAnswer } from "./read-agent-answer.ts";
import { recordAgentChange } from "./record-agent-change.ts";
import { requireSoundDefinition } from "./require-sound-definition.ts";
import { requireUnchanged } from "./require-unchanged.ts";

type Input = OperationInput<{ params: typeof agentParams; body: typeof updateAgentBody }>;

/**
 * Changes name and dispositions at once; everything else goes into the draft and takes effect when that is published.
 */
export const updateAgent = (context: OperationContext, { params, body }: Input) => {
  return context.inOrganization(async (tx) => {
    const agent = await lockRequestedAgent(context, tx, params.workflow_id);
    await requireUnchanged(tx, agent.id, body);
    const content = await checkedContent(context, tx, { agent, body });
    const changed = [
      ...(await rename(tx, agent, body.name)),
      ...(await setGate(context, tx, { agent, isNeeded: body.publish_needs_rehearsal })),
      ...(await setDispositions(tx, agent, body.disposition_codes)),
      ...(await changeDraft(tx, agent, content)),
    ];
    if (changed.length > 0) {
      await tx.updateTable("agents").set({ updated_at: context.clock.now() }).where("id", "=", agent.id).execute();
      recordAgentChange(context, tx, { agent, change: changed.join(" and ") });
    }
    return readAgentAnswer(tx, agent.id);
  });
};

const checkedContent = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { agent, body }: { agent: Agent; body: Input["body"] },
): Promise<VersionContent> => {
  const { definition, workflow_configurations: configurations } = body;
  if (configurations) {
    await requireSettingsReferences(context, tx, { models: configurations.models, environment: agent.environment });
    await requireSpeakableVoice(context, tx, configurations);
  }
  const checked =
    definition &&
    (await requireSoundDefinition(context, tx, {
      definition,
      environment: agent.environment,
      agent: { agentId: agent.id, channelId: agent.folder_id },
      faultStatus: 409,
      loc: ["body", body.definitionField],
    }));
  return { definition: checked, configurations, template_context_variables: body.template_context_variables };
};

/** Dispositions belong to the agent, like the name, whichever version a call runs. */
const setDispositions = async (
  tx: OrganizationTransaction,
  agent: Agent,
  codes: string[] | undefined,
): Promise<string[]> => {
  if (codes === undefined) return [];
  await tx
    .updateTable("agents")
    .set({ call_disposition_codes: writeDispositions(codes) })
    .where("id", "=", agent.id)
    .execute();
  return ["got other dispositions"];
};

/** Whether versions have to be rehearsed belongs to the agent: no draft could switch it off and be published by that. */
const setGate = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { agent, isNeeded }: { agent: Agent; isNeeded: boolean | undefined },
): Promise<string[]> => {
  if (isNeeded === undefined || isNeeded === agent.publish_needs_rehearsal) return [];
  if (!isNeeded && !mayPassGate(actor.role)) throw ownerNeeded();
  await tx.updateTable("agents").set({ publish_needs_rehearsal: isNeeded }).where("id", "=", agent.id).execute();
  return [isNeeded ? "is published only after a rehearsal" : "is published without a rehearsal again"];
};

const rename = async (tx: OrganizationTransaction, agent: Agent, name: string | undefined): Promise<string[]> => {
  if (name === undefined || name === agent.name) return [];
  await tx.updateTable("agents").set({ name }).where("id", "=", agent.id).execute();
  return [`was renamed to ${name}`];
};

const changeDraft = async (tx: OrganizationTransaction, agent: Agent, content: VersionContent): Promise<string[]> => {
  if (Object.values(content).every((part) => part === undefined)) return [];
  const { definition } = content;
  if (definition && !(await canClaimTrigger(tx, agent, definition))) throw triggerTaken(definition);
  const draft = await writeDraft(tx, agent, content);
  return [`got a new draft of version ${draft.version_number}`];
};
