import type { ChatRequest } from "./chat-model.ts";
import { estimateTokens, type ModelUsage, type TokenUsage } from "./model-usage.ts";

/** A request to a model whose highest cost is held until its tokens are known. */
export interface HeldRequest {
  /** Puts what it came to in place of what is held. Null: it was not carried out. */
  end(usage: ModelUsage | null): Promise<void>;
}

/** A reply of a call under a budget is cut off by its model after so many tokens; people hear minutes of it before. */
export const LONGEST_REPLY_TOKENS = 1_024;

/** People and an agent who take turns quickly, with a function between them now and then. */
const REQUESTS_PER_MINUTE = 8;
/** The conclusions, a review, and the request that is refused although it would have fitted. */
const REQUESTS_BESIDE = 4;
/** What was said before, the documents that were found, and the functions. */
const CONTEXT_TOKENS = 2_500;
const REPLY_TOKENS = 150;

/** What a call holds for its models: enough for a talk without pauses until its time is up. */
export const estimateMostTokensOfCall = ({
  timeLimitSeconds,
  agentCharacters,
}: {
  timeLimitSeconds: number;
  /** Of the whole definition, of which each request holds a part. */
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

/** What servers add to each message, and around them all. */
const TOKENS_AROUND = 64;

/** A question that is compared with documents: some sentences of a person, or the model's own. */
const QUESTION_TOKENS = 600;

/** What a call holds for the embeddings of its questions: any request to its model may be one to search documents. */
export const estimateMostQuestionTokensOfCall = ({ timeLimitSeconds }: { timeLimitSeconds: number }): TokenUsage => ({
  promptTokens: requestsOfCall(timeLimitSeconds) * QUESTION_TOKENS,
  completionTokens: 0,
});

/** No request for embeddings comes to more. */
export const estimateMostTokensOfTexts = (texts: readonly string[]): TokenUsage => ({
  promptTokens: Buffer.byteLength(texts.join("")) + TOKENS_AROUND * texts.length,
  completionTokens: 0,
});

/** No request comes to more: a token is a byte at least. */
export const estimateMostTokensOfRequest = ({ system, messages, functions }: ChatRequest): TokenUsage => ({
  promptTokens:
    Buffer.byteLength(system) +
    Buffer.byteLength(JSON.stringify(messages)) +
    Buffer.byteLength(JSON.stringify(functions)) +
    TOKENS_AROUND * (messages.length + functions.length + 1),
  completionTokens: LONGEST_REPLY_TOKENS,
});
