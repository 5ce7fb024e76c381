import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { withoutTriggerPaths } from "../../domain/agent/check-definition.ts";
import { readDispositions } from "../../domain/agent/disposition-codes.ts";
import { NAME_LENGTH } from "../../domain/agent/node-properties.ts";
import { isKnown } from "../../domain/agent/usable-agent-version.ts";
import { cutText } from "../../domain/json/storable.ts";
import { findAgentDetails } from "../../infra/postgres/agent/agent.repository.ts";
import { requireSettingsReferences } from "../check-references.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { addAgent } from "./add-agent.ts";
import { agentNotFound } from "./agents.errors.ts";
import { type agentParams, storedDefinition } from "./agents.schemas.ts";
import { readAgentAnswer } from "./read-agent-answer.ts";
import { requireSoundDefinition } from "./require-sound-definition.ts";

const SUFFIX = " (copy)";

/** Creates a copy of an agent, from its draft if there is one, with public ids of its own. */
export const duplicateAgent = (context: OperationContext, { params }: OperationInput<{ params: typeof agentParams }>) =>
  context.inOrganization(async (tx) => {
    const original = await findAgentDetails(tx, params.workflow_id);
    if (!isKnown(original)) throw agentNotFound();
    const { environment } = context.actor;
    const { models } = readAgentSettings(original.configurations);
    await requireSettingsReferences(context, tx, { models, environment });
    const definition = withoutTriggerPaths(storedDefinition.parse(original.definition));
    const copy = await addAgent(context, tx, {
      name: `${cutText(original.name, NAME_LENGTH - SUFFIX.length)}${SUFFIX}`,
      channelId: original.folder_id,
      templateId: original.template_id,
      definition: await requireSoundDefinition(context, tx, {
        definition,
        environment,
        agent: { agentId: null, channelId: original.folder_id },
        faultStatus: 422,
        loc: ["definition"],
      }),
      configurations: original.configurations,
      templateContextVariables: original.template_context_variables,
      dispositionCodes: readDispositions(original.call_disposition_codes),
    });
    return readAgentAnswer(tx, copy.id);
  });
