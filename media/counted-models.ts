import type { SpeechAmount, SpeechUsage } from "../domain/model/speech-usage.ts";
import type { Adapters } from "../infra/adapters.ts";
import { countedRecognition, countedVoice } from "../infra/models/counted-speech.ts";
import { pricedName } from "../infra/models/open-model.ts";
import {
  openaiRecognition,
  openaiVoice,
  type Recognize,
  type Speak,
  type SpokenVoice,
} from "../infra/models/speech.ts";
import type { CallRun } from "../infra/postgres/call/call-run.entity.ts";
import { recordSpeechRequest, settleConcludedUsage } from "../infra/postgres/model/model-usage.repository.ts";
import type { SpeechModels } from "../infra/postgres/model/speech-models.repository.ts";

type Parts = Pick<Adapters, "database" | "guardedRequests" | "logger" | "prices">;

interface SpokenCall {
  models: SpeechModels;
  voice: SpokenVoice;
  run: Pick<CallRun, "id" | "organization_id">;
}

export interface CountedModels {
  speak: Speak;
  recognize: Recognize;
  /** Writes down what is still on its way, and adds it to the cost of a run that was concluded meanwhile. */
  settle(): Promise<void>;
}

/** Opens the models that a call speaks and hears with; what each request comes to is written down for its run. */
export const openCountedModels = (
  { database, guardedRequests, logger, prices }: Parts,
  { models, voice, run }: SpokenCall,
): CountedModels => {
  const { id: runId, organization_id: organizationId } = run;
  const { fetch } = guardedRequests;
  const underWay = new Set<Promise<void>>();
  let isSettled = false;
  const settleConcluded = () =>
    database.inOrganization(organizationId, (tx) => settleConcludedUsage(tx, runId, { prices }));
  const note = async (usage: SpeechUsage): Promise<void> => {
    try {
      await recordSpeechRequest(database, { organizationId, runId }, usage);
      // What was said last may be recognized after the call.
      if (isSettled) await settleConcluded();
    } catch (err) {
      logger.warn({ err, run_id: runId, model: usage.model }, "what a model for speech came to was not written down");
    }
  };
  const noteOf = (part: SpeechUsage["part"]) => (amount: SpeechAmount) => {
    const model = pricedName(models[part]);
    if (model === null) return;
    const noted = note({ part, model, ...amount }).finally(() => underWay.delete(noted));
    underWay.add(noted);
  };
  return {
    speak: countedVoice(openaiVoice({ ...models.tts, fetch }, voice), noteOf("tts")),
    recognize: countedRecognition(openaiRecognition({ ...models.stt, fetch }), noteOf("stt")),
    settle: async () => {
      isSettled = true;
      await Promise.all(underWay);
      await settleConcluded();
    },
  };
};
