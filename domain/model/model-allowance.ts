import type { ChatRequest } from "./chat-model.ts";
import { estimateTokens, type ModelUsage, type TokenUsage } from "./model-usage.ts";

/** A request to a model whose highest cost is held until its tokens are known. */
export interface ReservedRequest {
  /** Replaces what is held by the request's usage. Null: the request was not carried out. */
  end(usage: ModelUsage | null): Promise<void>;
}

/** In a call under a budget the model cuts a reply off after this many tokens, which take minutes to hear. */
export const LONGEST_REPLY_TOKENS = 1_024;

/** The rate of a person and an agent who take turns quickly, with a function between them now and then. */
const REQUESTS_PER_MINUTE = 8;
/** Covers the conclusions, a review, and one request that is refused although it would have fitted. */
const REQUESTS_BESIDE = 4;
/** Covers what was said before, the documents that were found, and the functions. */
const CONTEXT_TOKENS = 2_500;
const REPLY_TOKENS = 150;

/** Returns the tokens that a call holds for its models: enough for a talk without pauses until its time is up. */
export const estimateMostTokensOfCall = ({
  timeLimitSeconds,
  agentCharacters,
}: {
  timeLimitSeconds: number;
  /** The length of the whole definition; each request sends a part of it. */
  agentCharacters: number;
}): TokenUsage => {
  const requests = requestsOfCall(timeLimitSeconds);
  return {
    promptTokens: requests * (estimateTokens(agentCharacters) + CONTEXT_TOKENS),
    completionTokens: requests * REPLY_TOKENS + REQUESTS_BESIDE * LONGEST_REPLY_TOKENS,
  };
};

const requestsOfCall = (timeLimitSeconds: number): number =>
  Math.ceil(timeLimitSeconds / 60) * REQUESTS_PER_MINUTE + REQUESTS_BESIDE;

/** The tokens that servers add to each message, and around all of them. */
const TOKENS_AROUND = 64;

/** The length of a question that is compared with documents: some sentences of a person, or the model's own. */
const QUESTION_TOKENS = 600;

/**
 * Returns the tokens that a call holds for the embeddings of its questions: any request to its model may be one to search
 * documents.
 */
export const estimateMostQuestionTokensOfCall = ({ timeLimitSeconds }: { timeLimitSeconds: number }): TokenUsage => ({
  promptTokens: requestsOfCall(timeLimitSeconds) * QUESTION_TOKENS,
  completionTokens: 0,
});

/** Returns an upper bound for the tokens of a request for embeddings. */
export const estimateMostTokensOfTexts = (texts: readonly string[]): TokenUsage => ({
  promptTokens: Buffer.byteLength(texts.join("")) + TOKENS_AROUND * texts.length,
  completionTokens: 0,
});

/** Returns an upper bound for the tokens of a request: a token is at least one byte. */
export const estimateMostTokensOfRequest = ({ system, messages, functions }: ChatRequest): TokenUsage => ({
  promptTokens:
    Buffer.byteLength(system) +
    Buffer.byteLength(JSON.stringify(messages)) +
    Buffer.byteLength(JSON.stringify(functions)) +
    TOKENS_AROUND * (messages.length + functions.length + 1),
  completionTokens: LONGEST_REPLY_TOKENS,
});
