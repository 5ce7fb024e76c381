import { LONGEST_PROMPT } from "../model/reply-limits.ts";
import { describeCredentialProperty, describeNameProperty, enabledProperty } from "./node-properties.ts";
import { NO_EDGES, NODE_VERSION, type NodeSpecification, type PropertySpecification } from "./node-specification.ts";

export const trigger: NodeSpecification = {
  name: "trigger",
  display_name: "API trigger",
  description: "A public id of the agent: a request to it places a call.",
  category: "trigger",
  icon: "webhook",
  version: NODE_VERSION,
  llm_hint: "A definition has at most one.",
  graph_constraints: { max_incoming: 0 },
  instances: { most: 1 },
  properties: [
    describeNameProperty("API trigger"),
    enabledProperty,
    {
      name: "trigger_path",
      type: "string",
      display_name: "Path",
      description: "The last part of the public address, unique among all agents. Made for you when empty.",
      max_length: 36,
      pattern: "^[A-Za-z0-9_-]*$",
    },
  ],
};

export const webhook: NodeSpecification = {
  name: "webhook",
  display_name: "Webhook",
  description: "Sends what the call gathered to your system after it ends.",
  category: "integration",
  icon: "send",
  version: NODE_VERSION,
  graph_constraints: NO_EDGES,
  properties: [
    describeNameProperty("Webhook"),
    enabledProperty,
    {
      name: "http_method",
      type: "options",
      display_name: "Method",
      description: "The HTTP method of the request.",
      default: "POST",
      options: ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => ({ value: method, label: method })),
    },
    {
      name: "endpoint_url",
      type: "url",
      display_name: "Address",
      description: "Where the request goes.",
      required_if: { enabled: [true] },
    },
    describeCredentialProperty("credential_uuid", "The credential that is sent with the request."),
    {
      name: "custom_headers",
      type: "fixed_collection",
      display_name: "Headers",
      description: "More headers of the request. Secrets belong in the credential.",
      max_length: 50,
      properties: [
        {
          name: "key",
          type: "string",
          display_name: "Name",
          description: "The name of the header.",
          required: true,
          max_length: 255,
        },
        { name: "value", type: "string", display_name: "Value", description: "Its value.", max_length: 5_000 },
      ],
    },
    {
      name: "payload_template",
      type: "json",
      display_name: "Payload",
      description: "The body of the request, with {{variables}}.",
      json_shape: "object",
    },
  ],
};

const qaProperty = (
  name: string,
  words: Pick<PropertySpecification, "type" | "display_name" | "description"> & Partial<PropertySpecification>,
): PropertySpecification => ({ name: `qa_${name}`, ...words });

export const qa: NodeSpecification = {
  name: "qa",
  display_name: "Quality review",
  description: "Reviews finished calls against a prompt of yours.",
  category: "integration",
  icon: "clipboard-check",
  version: NODE_VERSION,
  graph_constraints: NO_EDGES,
  properties: [
    { ...describeNameProperty("Quality review"), required: false },
    qaProperty("enabled", {
      type: "boolean",
      display_name: "Enabled",
      description: "Whether calls are reviewed.",
      default: true,
    }),
    qaProperty("use_workflow_llm", {
      type: "boolean",
      display_name: "Use the agent's model",
      description: "Reviews with the model that the agent speaks with.",
      default: true,
    }),
    qaProperty("provider", {
      type: "options",
      options: [
        { value: "openai", label: "OpenAI, or compatible" },
        { value: "local", label: "Built in" },
      ],
      display_name: "Provider",
      description: "Another provider: openai (or anything compatible, with its address), or local.",
      required_if: { qa_use_workflow_llm: [false], qa_enabled: [true] },
    }),
    qaProperty("model", {
      type: "string",
      display_name: "Model",
      description: "Another model, as its provider calls it.",
      max_length: 255,
      required_if: { qa_use_workflow_llm: [false], qa_enabled: [true] },
    }),
    // Only a credential is named, because every member reads a definition and every version copies it.
    describeCredentialProperty(
      "qa_credential_uuid",
      "The credential with the key of that provider; a key itself is refused here.",
    ),
    qaProperty("endpoint", { type: "url", display_name: "Address", description: "The address of that provider." }),
    qaProperty("system_prompt", {
      type: "mention_textarea",
      display_name: "Prompt",
      description: "The criteria of a good call, by which the model scores each call from 0 to 100.",
      max_length: LONGEST_PROMPT,
      required_if: { qa_enabled: [true] },
    }),
    qaProperty("questions", {
      type: "fixed_collection",
      display_name: "Questions",
      description: "Questions that the model answers about each call, beside the score.",
      max_length: 20,
      properties: [
        {
          name: "question",
          type: "mention_textarea",
          display_name: "Question",
          description: "One question; its answer is in the run and on the timeline.",
          required: true,
          max_length: 1_000,
        },
      ],
    }),
    qaProperty("min_call_duration", {
      type: "number",
      display_name: "Shortest call",
      description: "Calls of fewer seconds are left out.",
      default: 15,
      min_value: 0,
    }),
    qaProperty("voicemail_calls", {
      type: "boolean",
      display_name: "Voicemail too",
      description: "Whether calls that reached a voicemail are reviewed.",
      default: false,
    }),
    qaProperty("sample_rate", {
      type: "number",
      display_name: "Sample",
      description: "Percentage of the calls that are reviewed.",
      default: 100,
      min_value: 1,
      max_value: 100,
    }),
  ],
};
