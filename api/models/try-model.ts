import { readModelChoice } from "../../application/model/model-choice.ts";
import { cutText } from "../../domain/json/storable.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import { TRIAL_REPLY } from "../../domain/model/reply-limits.ts";
import { openModel } from "../../infra/models/open-model.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { modelRefused } from "../model-refused.ts";
import type { tryModelBody } from "./models.schemas.ts";

const SYSTEM = "You are tried out by the person who has set you up. Answer in one or two sentences.";
const PATIENCE_MS = TRIAL_REPLY.firstEventMs;
const LONGEST_TRIAL = 2_000;

/** Lets the agents' language model answer one sentence, and returns how fast it was. Nothing is stored. */
export const tryModel = async (context: OperationContext, { body }: OperationInput<{ body: typeof tryModelBody }>) => {
  const { organizationId } = context.actor;
  const choice = await context.inOrganization((tx) =>
    readModelChoice(tx, { organizationId, part: "llm", secrets: context.secrets }),
  );
  const model = openModel(choice, context.guardedRequests, TRIAL_REPLY);
  const request = requestOf(body.text);
  const begunAt = performance.now();
  let firstWordMs: number | null = null;
  let reply = "";
  try {
    for await (const event of model.reply(request)) {
      if (event.kind !== "text") continue;
      firstWordMs ??= performance.now() - begunAt;
      reply += event.text;
      if (reply.length > LONGEST_TRIAL) break;
    }
    // A model whose signal aborts ends without an error.
    if (request.signal.aborted) throw new ModelError("timeout", `It was not done after ${PATIENCE_MS / 1000} seconds`);
  } catch (error) {
    if (error instanceof ModelError) throw modelRefused(model.name, error);
    throw error;
  }
  return {
    model: model.name,
    reply: cutText(reply, LONGEST_TRIAL),
    first_word_ms: firstWordMs === null ? null : Math.round(firstWordMs),
    duration_ms: Math.round(performance.now() - begunAt),
  };
};

const requestOf = (text: string) => ({
  system: SYSTEM,
  messages: [{ role: "person" as const, text }],
  functions: [],
  stepView: { node: { name: "Trial", prompt: SYSTEM, isEnd: false }, edges: [], tools: [] },
  signal: AbortSignal.timeout(PATIENCE_MS),
});
