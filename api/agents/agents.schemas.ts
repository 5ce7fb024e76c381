import { z } from "zod";
import { idField, idParameter, jsonObject, optional, withDefault } from "../http/fields.ts";

export const NAME_LENGTH = 255;
const itemId = z.string().min(1).max(NAME_LENGTH);
const status = z.enum(["active", "archived"]);

export const agentParams = z.object({ workflow_id: idParameter });
export const nodeTypeParams = z.object({ name: z.string().max(100) });
export const statusQuery = z.object({ status: optional(status) });
export const versionsQuery = z.object({
  limit: withDefault(z.coerce.number().int().min(1).max(100), 50),
  offset: withDefault(z.coerce.number().int().min(0).max(1_000_000), 0),
});

/** The outline of a definition; what its nodes and edges may say, and how they hang together, is checked by rules. */
export const agentDefinition = z
  .object({
    nodes: z.array(
      z.object({
        id: itemId,
        type: z.string().min(1).max(100),
        position: withDefault(z.object({ x: z.number(), y: z.number() }), { x: 0, y: 0 }),
        data: withDefault(jsonObject, {}),
      }),
    ),
    edges: withDefault(
      z.array(z.object({ id: itemId, source: itemId, target: itemId, data: withDefault(jsonObject, {}) })),
      [],
    ),
  })
  .meta({ id: "AgentDefinition" });

/** Settings of an agent; more keys than these are kept. */
export const agentConfigurations = z
  .looseObject({
    max_call_duration: withDefault(z.number().int().min(1).max(1_200), 300),
    max_user_idle_timeout: withDefault(z.number().positive().max(600), 10),
    smart_turn_stop_secs: withDefault(z.number().min(0).max(60), 2),
    turn_start_strategy: withDefault(z.enum(["default", "min_words", "provisional_vad"]), "default"),
    turn_start_min_words: withDefault(z.number().int().min(1).max(100), 3),
    provisional_vad_pause_secs: withDefault(z.number().min(0).max(60), 1.5),
    turn_stop_strategy: withDefault(z.enum(["transcription", "turn_analyzer"]), "transcription"),
    dictionary: withDefault(z.string().max(100_000), ""),
    context_compaction_enabled: withDefault(z.boolean(), false),
    text_chat_inactivity_timeout_seconds: withDefault(z.number().int().min(60).max(10_500), 1_800),
    ambient_noise_configuration: withDefault(
      z.looseObject({
        enabled: withDefault(z.boolean(), false),
        volume: withDefault(z.number().min(0).max(1), 0.3),
      }),
      { enabled: false, volume: 0.3 },
    ),
  })
  .meta({ id: "AgentConfigurations" });

const name = z.string().trim().min(1).max(NAME_LENGTH);
/** Clients know both names; `workflow_definition` wins. */
const definitionFields = { workflow_definition: optional(agentDefinition), definition: optional(agentDefinition) };
const contentFields = {
  ...definitionFields,
  workflow_configurations: optional(agentConfigurations),
  template_context_variables: optional(jsonObject),
};

type Definition = z.output<typeof agentDefinition>;
const oneDefinition = <
  B extends { workflow_definition?: Definition | undefined; definition?: Definition | undefined },
>({
  workflow_definition,
  ...body
}: B) => ({ ...body, definition: workflow_definition ?? body.definition });

export const createAgentBody = z
  .strictObject({ name, folder_id: optional(idField), ...contentFields })
  .transform((body, context) => {
    const definition = body.workflow_definition ?? body.definition;
    if (definition) return { ...body, definition };
    context.addIssue({
      code: "custom",
      path: ["workflow_definition"],
      message: "Give the definition: nodes and edges",
    });
    return z.NEVER;
  });

export const updateAgentBody = z.strictObject({ name: optional(name), ...contentFields }).transform(oneDefinition);
export const validateAgentBody = z.strictObject(definitionFields).transform(oneDefinition);
export const setStatusBody = z.strictObject({ status });
export const moveAgentBody = z.strictObject({ folder_id: idField.nullable() });
