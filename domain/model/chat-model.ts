import type { TokenUsage } from "./model-usage.ts";

/** A model that talks: any OpenAI-compatible endpoint, or the scripted stand-in. */
export interface ChatModel {
  /** `openai/gpt-4.1-mini`, for logs. */
  readonly name: string;
  /**
   * One reply, as it streams: text in pieces of any size, then the functions that the model calls, each whole. Sends
   * exactly one request. Throws `ModelError`; ends early, without one, when `signal` aborts.
   */
  reply(request: ChatRequest): AsyncIterable<ChatEvent>;
}

export interface ChatRequest {
  system: string;
  messages: readonly ChatMessage[];
  functions: readonly ChatFunction[];
  /** The function that has to be called; otherwise the model chooses. */
  mustCall?: string;
  /** What the request is about, for a model that reads no prompts. */
  stepView: StepView;
  signal: AbortSignal;
  /** Hears what the request came to, where the model's server counts. */
  onUsage?: (usage: TokenUsage) => void;
}

export type ChatMessage =
  | { role: "person"; text: string }
  | { role: "agent"; text: string }
  /** A function that the model has called, with what it came to. `arguments` is JSON. */
  | { role: "function"; id: string; name: string; arguments: string; result: string };

export interface ChatFunction {
  /** `[a-z0-9_]`, at most 64. */
  name: string;
  description: string;
  /** JSON Schema of an object. */
  parameters: Record<string, unknown>;
}

export type ChatEvent =
  | { kind: "text"; text: string }
  /** `arguments` as the model wrote them: JSON, if it did well. */
  | { kind: "call"; id: string; name: string; arguments: string };

/** A step of the agent's definition in its author's words. */
export interface StepView {
  node: { name: string; prompt: string; isEnd: boolean };
  edges: readonly { function: string; label: string; condition: string }[];
  /** `phrases`: words of a person that ask for it, beside its name. */
  tools: readonly { function: string; name: string; description: string; phrases?: readonly string[] }[];
}

export type ModelFault = "unauthorized" | "rate_limited" | "unavailable" | "timeout" | "refused" | "invalid_answer";

/** The model did not answer. The sentence holds no secret and none of what was said. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly code: ModelFault;
  /** When a server that takes no more requests wants to be asked again; null: it did not say. */
  readonly retryAfterMs: number | null;

  constructor(code: ModelFault, message: string, options: { cause?: unknown; retryAfterMs?: number | null } = {}) {
    super(message, options);
    this.code = code;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }

  /** Whether the same request may well succeed in a moment. */
  get isPassing(): boolean {
    return this.code === "rate_limited" || this.code === "unavailable" || this.code === "timeout";
  }
}
