import { z } from "zod";
import { limitedJson } from "../json/limited-json.ts";
import { orNull, withDefault } from "../json/optional-field.ts";
import { findHeaderFault } from "./header-fault.ts";
import { mayBeDestination } from "./transfer-number.ts";

/**
 * The stored definition of a tool. Absent and null mean the same. The address is checked when the tool is saved
 * (`GuardedRequests.urlFault`) and again at each request.
 */

/** The most characters of an answer that a model gets: more would slow every following sentence. */
export const LONGEST_ANSWER = 12_000;

const LONGEST_TIMEOUT_MS = 60_000;
const MAX_PARAMETERS = 50;
const MAX_DISCOVERED = 500;

const name = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, "Letters, digits, _ . and -, at most 64, not a digit first");
const sentence = z.string().max(2000);
const type = z.enum(["string", "number", "boolean", "object", "array"]);
const url = z.string().min(1).max(2048);
const recordingId = z.string().max(255);

const headers = z
  .record(z.string(), z.string())
  .superRefine((values, refinement) => {
    for (const [key, value] of Object.entries(values)) {
      const message = findHeaderFault(key, value);
      if (message) refinement.addIssue({ code: "custom", path: [key], message });
    }
  })
  .refine((values) => Object.keys(values).length <= MAX_PARAMETERS, `At most ${MAX_PARAMETERS} headers`);

const toolParameter = z.strictObject({ name, type, description: sentence, required: withDefault(z.boolean(), true) });
const presetParameter = z.strictObject({
  name,
  type,
  value_template: sentence,
  required: withDefault(z.boolean(), true),
});
const parameters = withDefault(z.array(toolParameter).max(MAX_PARAMETERS), []);
const presetParameters = withDefault(z.array(presetParameter).max(MAX_PARAMETERS), []);
const schemaVersion = withDefault(
  z.number().refine((version): boolean => version === 1, "Only version 1 of a definition is known"),
  1,
);

const httpApiConfig = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  url,
  headers: withDefault(headers, {}),
  credential_uuid: orNull(z.uuid()),
  parameters,
  preset_parameters: presetParameters,
  timeout_ms: withDefault(z.number().int().min(1).max(LONGEST_TIMEOUT_MS), 5000),
  customMessage: orNull(sentence),
  customMessageType: orNull(z.enum(["text", "audio"])),
  customMessageRecordingId: orNull(recordingId),
  body_template: orNull(limitedJson(z.record(z.string(), z.unknown()))),
});

const endCallConfig = z.strictObject({
  messageType: withDefault(z.enum(["none", "custom", "audio"]), "none"),
  customMessage: orNull(sentence),
  audioRecordingId: orNull(recordingId),
  endCallReason: withDefault(z.boolean(), false),
  endCallReasonDescription: orNull(sentence),
});

const resolver = z.strictObject({
  type: withDefault(z.literal("http"), "http"),
  url,
  headers: withDefault(headers, {}),
  credential_uuid: orNull(z.uuid()),
  timeout_ms: withDefault(z.number().int().min(500).max(5000), 3000),
  wait_message: orNull(sentence),
  parameters,
  preset_parameters: presetParameters,
});

const NO_DESTINATION =
  "This cannot be called: write a number as + and country code (+12025550123), a SIP address (sip:desk@example.com), or a {{variable}} of the call";
/** Whom a transfer may ask, one after the other. */
export const MOST_DESTINATIONS = 5;

const destination = z.string().min(1).max(255).refine(mayBeDestination, NO_DESTINATION);
const destinationOrNone = z
  .string()
  .max(255)
  .refine((text) => text === "" || mayBeDestination(text), NO_DESTINATION);
const route = z.strictObject({ context_value: z.string().min(1).max(255), destination });
const contextMapping = z
  .strictObject({
    rules: withDefault(
      z
        .array(z.strictObject({ context_path: z.string().min(1).max(255), routes: z.array(route).min(1).max(100) }))
        .max(20),
      [],
    ),
    // One more rule, in the form from before there could be several.
    context_path: orNull(z.string().max(255)),
    routes: orNull(z.array(route).max(100)),
    fallback_destination: orNull(destinationOrNone),
  })
  .refine(({ context_path, routes }) => (context_path === null) === (routes === null), {
    path: ["context_path"],
    error: "context_path and routes are one rule: give both, or write it into rules",
  });

/** A longer piece of music would keep the caller from hearing that they are connected, or that nobody was reached. */
const hold = z.strictObject({
  /** Said while the caller waits, in place of the platform's own sentence. */
  text: orNull(z.string().min(1).max(300)),
  /** Played instead: music of at most ten seconds, again and again. */
  recording_id: orNull(recordingId),
});

interface CalledByTransfer {
  hold: object | null;
  briefing_language: string | null;
  further_destinations: readonly string[];
  destination: string;
}

const findUnusedByAgents = (config: CalledByTransfer): (keyof CalledByTransfer)[] => [
  ...(["hold", "briefing_language"] as const).filter((field) => config[field] !== null),
  ...(["further_destinations", "destination"] as const).filter((field) => config[field].length > 0),
];

const transferCallConfig = z
  .strictObject({
    /** `cold`: the caller is put through at once. `warm`: the person is told about the call first, and takes it or not. */
    mode: withDefault(z.enum(["cold", "warm"]), "cold"),
    hold: orNull(hold),
    /** Of the person who is called; BCP 47. Null: the agent's. */
    briefing_language: orNull(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "A language such as en or de-DE")),
    /** Called one after the other when nobody takes the call before. */
    further_destinations: withDefault(z.array(destination).max(MOST_DESTINATIONS - 1), []),
    /** `channel`: whoever of a channel takes calls now, the one who was called longest ago first. */
    /** `agent`: no telephone is called; another agent goes on with the person. */
    destination_source: withDefault(z.enum(["static", "dynamic", "context_mapping", "channel", "agent"]), "static"),
    workflow_id: orNull(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)),
    channel_id: orNull(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)),
    destination: withDefault(destinationOrNone, ""),
    messageType: withDefault(z.enum(["none", "custom", "audio"]), "none"),
    customMessage: orNull(sentence),
    audioRecordingId: orNull(recordingId),
    timeout: withDefault(z.number().int().min(5).max(120), 30),
    parameters,
    resolver: orNull(resolver),
    context_mapping: orNull(contextMapping),
  })
  .superRefine((config, refinement) => {
    for (const field of ["hold", "briefing_language", "further_destinations"] as const) {
      const isGiven = field === "further_destinations" ? config[field].length > 0 : config[field] !== null;
      if (config.mode === "cold" && isGiven) {
        const message = "Only a warm transfer has this: set mode to warm";
        refinement.addIssue({ code: "custom", path: [field], message });
      }
    }
    const named = [config.destination, ...config.further_destinations];
    if (config.mode === "warm" && named.some((each) => /^sips?:/i.test(each.trim()))) {
      const message = "A warm transfer calls a telephone number: SIP addresses can be reached by a cold one";
      refinement.addIssue({ code: "custom", path: ["destination"], message });
    }
    if (config.mode === "cold" && config.destination_source === "channel") {
      const message = "Only a warm transfer goes to whoever of a channel is there: set mode to warm";
      refinement.addIssue({ code: "custom", path: ["destination_source"], message });
    }
    if (config.destination_source === "agent")
      for (const field of findUnusedByAgents(config)) {
        const message = "Nobody is called when another agent goes on: leave it out";
        refinement.addIssue({ code: "custom", path: [field], message });
      }
    if (config.mode === "cold" && config.destination_source === "agent") {
      const message = "Another agent is told about the call: set mode to warm";
      refinement.addIssue({ code: "custom", path: ["destination_source"], message });
    }
    if (config.workflow_id !== null && config.destination_source !== "agent") {
      const message = "This agent takes nobody over: set destination_source to agent, or leave workflow_id out";
      refinement.addIssue({ code: "custom", path: ["workflow_id"], message });
    }
    if (config.channel_id !== null && config.destination_source !== "channel") {
      const message = "Nobody of it is called: set destination_source to channel, or leave channel_id out";
      refinement.addIssue({ code: "custom", path: ["channel_id"], message });
    }
    const needs = {
      static: "destination",
      dynamic: "resolver",
      context_mapping: "context_mapping",
      channel: "channel_id",
      agent: "workflow_id",
    } as const;
    const field = needs[config.destination_source];
    if (!config[field]) {
      const message = `destination_source ${config.destination_source} needs ${field}`;
      refinement.addIssue({ code: "custom", path: [field], message });
    }
  });

const discoveredTool = z.object({
  name: z.string(),
  description: orNull(z.string()),
  input_schema: orNull(z.record(z.string(), z.unknown())),
});

const mcpConfig = z.strictObject({
  transport: withDefault(z.literal("streamable_http"), "streamable_http"),
  url,
  credential_uuid: orNull(z.uuid()),
  /** An account of the server that somebody has signed in to, instead of a credential. */
  account_id: orNull(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)),
  tools_filter: withDefault(z.array(z.string().max(255)).max(MAX_DISCOVERED), []),
  timeout_secs: withDefault(z.number().int().min(0).max(60), 30),
  sse_read_timeout_secs: withDefault(z.number().int().min(0).max(300), 300),
  discovered_tools: withDefault(z.array(discoveredTool).max(MAX_DISCOVERED), []),
});

const MAX_PRESETS = 50;

const connectorConfig = z.strictObject({
  slug: z.string().min(1).max(100),
  /** The connected account that the tool uses. */
  account_id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  /** The name of one of the app's actions. */
  action: z.string().min(1).max(100),
  /** By name: the tool's own values, with variables of the call in `{{…}}`; the model cannot override them. */
  preset_arguments: withDefault(
    limitedJson(z.record(z.string().max(64), z.unknown())).refine(
      (values) => Object.keys(values).length <= MAX_PRESETS,
      `At most ${MAX_PRESETS} arguments`,
    ),
    {},
  ),
});

/** `type` is the tool's category. */
export const toolDefinition = z.discriminatedUnion("type", [
  z
    .strictObject({ schema_version: schemaVersion, type: z.literal("http_api"), config: httpApiConfig })
    .meta({ id: "HttpToolDefinition" }),
  z
    .strictObject({ schema_version: schemaVersion, type: z.literal("end_call"), config: endCallConfig })
    .meta({ id: "EndCallToolDefinition" }),
  z
    .strictObject({ schema_version: schemaVersion, type: z.literal("transfer_call"), config: transferCallConfig })
    .meta({ id: "TransferToolDefinition" }),
  z
    .strictObject({ schema_version: schemaVersion, type: z.literal("calculator") })
    .meta({ id: "CalculatorToolDefinition" }),
  z
    .strictObject({ schema_version: schemaVersion, type: z.literal("mcp"), config: mcpConfig })
    .meta({ id: "McpToolDefinition" }),
  z
    .strictObject({ schema_version: schemaVersion, type: z.literal("connector"), config: connectorConfig })
    .meta({ id: "ConnectorToolDefinition" }),
]);

export type ToolDefinition = z.output<typeof toolDefinition>;
export type DefinitionOf<T extends ToolDefinition["type"]> = Extract<ToolDefinition, { type: T }>;
export type ToolParameter = z.output<typeof toolParameter>;
export type PresetParameter = z.output<typeof presetParameter>;
