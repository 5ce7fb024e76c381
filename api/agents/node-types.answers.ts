import { z } from "zod";

const propertyAnswer = z
  .object({
    name: z.string(),
    type: z.string(),
    display_name: z.string(),
    description: z.string(),
    default: z.unknown().optional(),
    required: z.boolean().default(false),
    options: z
      .array(z.object({ value: z.string(), label: z.string() }))
      .readonly()
      .optional(),
    get properties() {
      return z.array(propertyAnswer).readonly().optional();
    },
    min_value: z.number().optional(),
    max_value: z.number().optional(),
    max_length: z.number().optional(),
    pattern: z.string().optional(),
    display_options: z.object({ show: z.record(z.string(), z.array(z.unknown()).readonly()) }).optional(),
  })
  .meta({ id: "NodeProperty" });

const limit = z.number().int().optional();

export const nodeTypeAnswer = z
  .object({
    name: z.string(),
    display_name: z.string(),
    description: z.string(),
    llm_hint: z.string().optional(),
    category: z.enum(["call_node", "global_node", "trigger", "integration"]),
    icon: z.string(),
    version: z.string(),
    properties: z.array(propertyAnswer).readonly(),
    graph_constraints: z.object({
      min_incoming: limit,
      max_incoming: limit,
      min_outgoing: limit,
      max_outgoing: limit,
    }),
  })
  .meta({ id: "NodeType" });

export const nodeTypesAnswer = z.object({ spec_version: z.string(), node_types: z.array(nodeTypeAnswer).readonly() });
