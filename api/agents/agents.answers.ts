import { z } from "zod";
import { AGENT_STATUSES, VERSION_STATUSES } from "../../domain/agent/usable-agent-version.ts";
import { environmentAnswer, jsonObject, nullableTime, time } from "../http/fields.ts";

const status = z.enum(AGENT_STATUSES);
const versionStatus = z.enum(VERSION_STATUSES);
const id = z.number().int();

const agentFields = {
  id,
  workflow_uuid: z.string(),
  name: z.string(),
  status,
  environment: environmentAnswer,
  folder_id: id.nullable(),
  version: z.number().int().nullable().meta({ description: "The number of the published version" }),
  draft_version: z.number().int().nullable().meta({ description: "The number of the draft, when there is one" }),
  template_id: z.string().nullable(),
  created_at: time,
  updated_at: time,
  total_runs: z.number().int(),
};

export const agentListItem = z.object(agentFields).meta({ id: "AgentListItem" });
export const agentListAnswer = z.array(agentListItem);

export const agentBody = z
  .object({
    ...agentFields,
    definition: jsonObject.meta({ description: "Nodes and edges of the draft, or else of the published version" }),
    workflow_definition: jsonObject.meta({ description: "The same as `definition`" }),
    definition_digest: z.string().meta({ description: "Another one when anybody has changed the definition" }),
    settings_digest: z
      .string()
      .meta({ description: "Another one when anybody has changed the name, settings, variables or dispositions" }),
    current_definition_id: id.nullable().meta({ description: "The id of the published version" }),
    version_number: z.number().int().meta({ description: "The number of the version that is shown" }),
    version_status: versionStatus,
    workflow_configurations: jsonObject,
    template_context_variables: jsonObject,
    call_disposition_codes: jsonObject.nullable(),
    disposition_codes: z.array(z.string()).meta({ description: "The dispositions that a call can end with" }),
    publish_needs_rehearsal: z
      .boolean()
      .meta({ description: "Whether a version is published only after a green rehearsal of it" }),
  })
  .meta({ id: "Agent" });

export const agentVersionAnswer = z
  .object({
    id,
    version_number: z.number().int(),
    status: versionStatus,
    created_at: time,
    published_at: nullableTime,
    workflow_json: jsonObject,
    workflow_configurations: jsonObject,
    template_context_variables: jsonObject,
  })
  .meta({ id: "AgentVersion" });
export const agentVersionsAnswer = z.array(agentVersionAnswer);

export const agentCountAnswer = z.object({
  total: z.number().int(),
  active: z.number().int(),
  archived: z.number().int(),
});

export const agentSummaryAnswer = z.array(z.object({ id, name: z.string() }));

export const validationAnswer = z
  .object({
    is_valid: z.boolean(),
    errors: z.array(
      z.object({
        kind: z.enum(["node", "edge", "workflow"]),
        id: z.string().nullable(),
        field: z.string().nullable(),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: "AgentValidation" });

export const webhookSecretAnswer = z.object({ secret: z.string() }).meta({ id: "AgentWebhookSecret" });

/** The refusal to publish a version that was not rehearsed, or is red. */
export const notRehearsedAnswer = z
  .object({
    message: z.string(),
    scenarios: z.array(z.string()).meta({ description: "The names of the scenarios that were not played, or are red" }),
    failed_checks: z
      .array(
        z
          .object({
            scenario_id: z.number().int(),
            scenario_name: z.string(),
            rehearsal_id: z.number().int(),
            conversation_id: z.number().int(),
            expected: z.string(),
            found: z.string().nullable(),
          })
          .meta({ id: "FailedCheck" }),
      )
      .meta({ description: "What failed" }),
  })
  .meta({ id: "NotRehearsed" });
