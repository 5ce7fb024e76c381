import { DEFAULT_SETTINGS } from "../../domain/agent/agent-settings.ts";
import { requireSettingsReferences } from "../check-references.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { addAgent } from "./add-agent.ts";
import type { createAgentBody } from "./agents.schemas.ts";
import { requireSpeakableVoice } from "./check-voice.ts";
import { readAgentAnswer } from "./read-agent-answer.ts";
import { requireChannel } from "./require-channel.ts";
import { requireSoundDefinition } from "./require-sound-definition.ts";

/** Creates an agent whose first version is published at once. */
export const createAgent = (context: OperationContext, { body }: OperationInput<{ body: typeof createAgentBody }>) => {
  const settings = body.workflow_configurations ?? DEFAULT_SETTINGS;
  return context.inOrganization(async (tx) => {
    if (body.folder_id !== undefined) await requireChannel(tx, body.folder_id);
    const { environment } = context.actor;
    await requireSettingsReferences(context, tx, { models: settings.models, environment });
    await requireSpeakableVoice(context, tx, settings);
    const definition = await requireSoundDefinition(context, tx, {
      definition: body.definition,
      environment,
      agent: { agentId: null, channelId: body.folder_id ?? null },
      faultStatus: 422,
      loc: ["body", body.definitionField],
    });
    const agent = await addAgent(context, tx, {
      name: body.name,
      channelId: body.folder_id ?? null,
      definition,
      configurations: settings,
      templateContextVariables: body.template_context_variables ?? {},
      dispositionCodes: body.disposition_codes ?? [],
    });
    return readAgentAnswer(tx, agent.id);
  });
};
