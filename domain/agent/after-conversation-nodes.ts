import { isRecord, type JsonRecord, readRecords, readText } from "../json/json-value.ts";
import { type AgentLanguageModel, languageModel } from "./agent-models.ts";

/** The after-conversation nodes of a definition. */
export interface AfterConversationNodes {
  webhooks: readonly WebhookNode[];
  reviews: readonly ReviewNode[];
}

export interface WebhookNode {
  id: string;
  name: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  credentialUuid: string | null;
  headers: readonly { key: string; value: string }[];
  /** Null sends everything that is known of the call. */
  payload: Readonly<Record<string, unknown>> | null;
}

export interface ReviewNode {
  id: string;
  name: string;
  /** Null uses the agent's model. */
  model: AgentLanguageModel | null;
  prompt: string;
  questions: readonly string[];
  /** Shorter calls are not reviewed. */
  minSeconds: number;
  reviewsVoicemail: boolean;
  /** 1 to 100. */
  samplePercent: number;
}

/** Returns the steps to run when a conversation is over. Reviews come first, so that webhooks can report them. */
export const listAfterConversationSteps = ({
  webhooks,
  reviews,
}: AfterConversationNodes): ("reviewRun" | "sendRunWebhooks")[] => [
  ...(reviews.length > 0 ? (["reviewRun"] as const) : []),
  ...(webhooks.length > 0 ? (["sendRunWebhooks"] as const) : []),
];

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Reads the nodes from a definition that was checked when it was saved; nodes that are switched off are left out. */
export const readAfterConversationNodes = (definition: JsonRecord): AfterConversationNodes => {
  const nodes = readRecords(definition["nodes"]).map((node) => ({
    id: readText(node["id"]),
    type: node["type"],
    data: isRecord(node["data"]) ? node["data"] : {},
  }));
  return {
    webhooks: nodes.flatMap(({ id, type, data }) => (type === "webhook" ? readWebhook(id, data) : [])),
    reviews: nodes.flatMap(({ id, type, data }) => (type === "qa" ? readReview(id, data) : [])),
  };
};

const readWebhook = (id: string, data: JsonRecord): WebhookNode[] => {
  const url = readText(data["endpoint_url"]);
  if (data["enabled"] === false || url === "") return [];
  return [
    {
      id,
      name: readText(data["name"]) || id,
      method: METHODS.find((each) => each === data["http_method"]) ?? "POST",
      url,
      credentialUuid: readText(data["credential_uuid"]) || null,
      headers: readRecords(data["custom_headers"]).map(({ key, value }) => ({
        key: readText(key),
        value: readText(value),
      })),
      payload: isRecord(data["payload_template"]) ? data["payload_template"] : null,
    },
  ];
};

const readReview = (id: string, data: JsonRecord): ReviewNode[] => {
  if (data["qa_enabled"] === false) return [];
  return [
    {
      id,
      name: readText(data["name"]) || "Quality review",
      model: data["qa_use_workflow_llm"] === false ? readModel(data) : null,
      prompt: readText(data["qa_system_prompt"]),
      questions: readRecords(data["qa_questions"]).map(({ question }) => readText(question)),
      minSeconds: numberOf(data["qa_min_call_duration"], 15),
      reviewsVoicemail: data["qa_voicemail_calls"] === true,
      samplePercent: numberOf(data["qa_sample_rate"], 100),
    },
  ];
};

const readModel = (data: JsonRecord): AgentLanguageModel | null =>
  languageModel.safeParse(readReviewModel(data)).data ?? null;

/** Returns the model that a `qa` node names, in the shape in which other models are written. */
export const readReviewModel = (data: JsonRecord) => ({
  provider: data["qa_provider"],
  model: data["qa_model"],
  base_url: readText(data["qa_endpoint"]) || null,
  credential_uuid: readText(data["qa_credential_uuid"]) || null,
});

const numberOf = (value: unknown, fallback: number): number => (typeof value === "number" ? value : fallback);
