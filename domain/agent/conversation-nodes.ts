import {
  addGlobalPromptProperty,
  allowInterruptProperty,
  credentialProperty,
  extractionProperties,
  nameProperty,
  promptProperty,
  recordingProperty,
  resourceProperties,
  sentenceProperty,
  textOrAudio,
} from "./node-properties.ts";
import { NO_EDGES, NODE_VERSION, type NodeSpecification } from "./node-specification.ts";

export const startCall: NodeSpecification = {
  name: "startCall",
  display_name: "Start of the call",
  description: "Where every call begins: the greeting and the first step of the talk.",
  category: "call_node",
  icon: "phone",
  version: NODE_VERSION,
  llm_hint: "A definition has exactly one.",
  graph_constraints: { max_incoming: 0 },
  instances: { least: 1, most: 1 },
  properties: [
    nameProperty("Start of the call"),
    promptProperty,
    {
      name: "greeting_type",
      type: "options",
      display_name: "Greeting type",
      description: "Whether the greeting is spoken text or a recording.",
      default: "text",
      options: textOrAudio,
    },
    sentenceProperty("greeting", {
      display_name: "Greeting",
      description: "The first words of the call. {{variables}} are filled from its context.",
    }),
    recordingProperty("greeting_recording_id", "greeting_type"),
    allowInterruptProperty,
    addGlobalPromptProperty,
    {
      name: "delayed_start",
      type: "boolean",
      display_name: "Delayed start",
      description: "Waits for a moment before the greeting.",
      default: false,
    },
    {
      name: "delayed_start_duration",
      type: "number",
      display_name: "Delay",
      description: "Seconds before the greeting.",
      default: 1,
      min_value: 0.1,
      max_value: 10,
      display_options: { show: { delayed_start: [true] } },
    },
    ...extractionProperties,
    ...resourceProperties,
    {
      name: "pre_call_fetch_mode",
      type: "options",
      display_name: "Fetch before the call",
      description: "On which calls the context is completed from your system before the greeting.",
      default: "disabled",
      options: [
        { value: "disabled", label: "Never" },
        { value: "always", label: "On every call" },
        { value: "inbound", label: "On inbound calls" },
        { value: "outbound", label: "On outbound calls" },
      ],
    },
    {
      name: "pre_call_fetch_enabled",
      type: "boolean",
      display_name: "Fetch on every call",
      description: "An older spelling of the mode above: true is kept as the mode `always`.",
    },
    {
      name: "pre_call_fetch_url",
      type: "url",
      display_name: "Fetch from",
      description:
        "The address that is asked (POST) and answers within two seconds with a JSON object: its fields become variables.",
      required_if: { pre_call_fetch_mode: ["always", "inbound", "outbound"] },
    },
    credentialProperty("pre_call_fetch_credential_uuid", "The credential for that address."),
  ],
};

export const agentNode: NodeSpecification = {
  name: "agentNode",
  display_name: "Step",
  description: "A step of the conversation; the edges that leave it are the decisions that the agent can take.",
  category: "call_node",
  icon: "message-square",
  version: NODE_VERSION,
  graph_constraints: { min_incoming: 1 },
  properties: [
    nameProperty("Step"),
    promptProperty,
    allowInterruptProperty,
    addGlobalPromptProperty,
    ...extractionProperties,
    ...resourceProperties,
  ],
};

export const endCall: NodeSpecification = {
  name: "endCall",
  display_name: "End of the call",
  description: "Says the last words and hangs up.",
  category: "call_node",
  icon: "phone-off",
  version: NODE_VERSION,
  graph_constraints: { min_incoming: 1, max_outgoing: 0 },
  properties: [nameProperty("End of the call"), promptProperty, addGlobalPromptProperty, ...extractionProperties],
};

export const globalNode: NodeSpecification = {
  name: "globalNode",
  display_name: "Global prompt",
  description: "What holds in every step that adds it: who the agent is and how it speaks.",
  category: "global_node",
  icon: "globe",
  version: NODE_VERSION,
  llm_hint: "A definition has at most one.",
  graph_constraints: NO_EDGES,
  instances: { most: 1 },
  properties: [nameProperty("Global prompt"), promptProperty],
};
