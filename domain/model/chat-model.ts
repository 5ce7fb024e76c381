import type { TokenUsage } from "./model-usage.ts";

/** A language model: any OpenAI-compatible endpoint, or the scripted stand-in. */
export interface ChatModel {
  /** `openai/gpt-4.1-mini`, for logs. */
  readonly name: string;
  /**
   * Streams one reply: text in pieces of any size, then the functions that the model calls, each whole, then whether it was
   * cut off. Sends exactly one request. Throws `ModelError`; ends early without one when `signal` aborts.
   */
  reply(request: ChatRequest): AsyncIterable<ChatEvent>;
}

export interface ChatRequest {
  system: string;
  messages: readonly ChatMessage[];
  functions: readonly ChatFunction[];
  /** The function that must be called; without it the model chooses. */
  mustCall?: string;
  /** The step of the request, for the stand-in model, which reads no prompts. */
  stepView: StepView;
  /** The language of the conversation (BCP 47), for the stand-in model; English where it is missing. */
  language?: string;
  /** The day where the person is (`YYYY-MM-DD`), for the stand-in model; without it no day is told by its distance. */
  today?: string;
  signal: AbortSignal;
  /** The model cuts a longer reply off; without it there is no limit. */
  maxCompletionTokens?: number;
  /** Called with the tokens of the request, where the model's server counts them. */
  onUsage?: (usage: TokenUsage) => void;
}

export type ChatMessage =
  | { role: "person"; text: string }
  | { role: "agent"; text: string }
  /** A function that the model has called, with its result. `arguments` is JSON. */
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
  /** `arguments` is the model's text, which should be JSON. */
  | { kind: "call"; id: string; name: string; arguments: string }
  /**
   * The last event of a reply that was cut off at its longest length: its text may end in the middle of a sentence. `call`
   * was not whole, and null where there is none.
   */
  | { kind: "cut_off"; call: { id: string; name: string } | null };

/** The texts of a step of the agent's definition. */
export interface StepView {
  node: { name: string; prompt: string; isEnd: boolean };
  edges: readonly { function: string; label: string; condition: string }[];
  /** `phrases`: words of a person that select the tool, beside its name. */
  tools: readonly { function: string; name: string; description: string; phrases?: readonly string[] }[];
}

export type ModelFault = "unauthorized" | "rate_limited" | "unavailable" | "timeout" | "refused" | "invalid_answer";

/** A request to the model failed. The message holds no secret and nothing that was said in the conversation. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly code: ModelFault;
  /** When the server accepts requests again; null: it did not say. */
  readonly retryAfterMs: number | null;
  /** The HTTP status of a refusal; null: it was none. */
  readonly status: number | null;
  /** The server's own words for a refusal, which are in the message too; null: it gave none. */
  readonly serverWords: string | null;

  constructor(
    code: ModelFault,
    message: string,
    options: {
      cause?: unknown;
      retryAfterMs?: number | null;
      status?: number | null;
      serverWords?: string | null;
    } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = options.status ?? null;
    this.serverWords = options.serverWords ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }

  /** Tells whether the same request may succeed soon. */
  get isPassing(): boolean {
    return this.code === "rate_limited" || this.code === "unavailable" || this.code === "timeout";
  }
}
