import { ModelError } from "../domain/model/chat-model.ts";
import type { SpeechAmount, SpeechUsage } from "../domain/model/speech-usage.ts";
import type { Adapters } from "../infra/adapters.ts";
import {
  type BeginSpeech,
  countRecognitionUsage,
  countStreamUsage,
  countVoiceUsage,
} from "../infra/models/counted-speech.ts";
import { readPricedSpeechName } from "../infra/models/open-model.ts";
import { openRecognition, openRecognitionStreams, openVoice } from "../infra/models/open-speech.ts";
import type { OpenRecognitionStream, Recognize, Speak, SpokenVoice } from "../infra/models/speech.ts";
import type { CallRun } from "../infra/postgres/call/call-run.entity.ts";
import { holdSpeechRequest } from "../infra/postgres/model/held-speech.repository.ts";
import { recordSpeechRequest, settleConcludedUsage } from "../infra/postgres/model/model-usage.repository.ts";
import type { SpeechModels } from "../infra/postgres/model/speech-models.repository.ts";

type Parts = Pick<Adapters, "database" | "guardedRequests" | "logger" | "prices">;

interface SpokenCall {
  models: SpeechModels;
  voice: SpokenVoice;
  /** BCP 47, the present language. */
  language(): string;
  run: Pick<CallRun, "id" | "organization_id"> & {
    /** Budgets hold something for its speech: each request is held before it is sent. */
    isSpeechHeld: boolean;
  };
}

export interface CountedModels {
  speak: Speak;
  recognize: Recognize;
  /** Recognizes what is still being spoken; null: the model hears whole sentences only. */
  openStream: OpenRecognitionStream | null;
  /** Writes down what is still on its way, and adds it to the cost of a run that was concluded meanwhile. */
  settle(): Promise<void>;
}

/**
 * Opens the models that a call speaks and hears with; what each request comes to is written down for its run. `usedUp`
 * is called when what budgets hold for it does not suffice for a request, which then is not made.
 */
export const openCountedModels = (parts: Parts, call: SpokenCall, usedUp: () => void): CountedModels => {
  const { models, voice, language } = call;
  const { fetch } = parts.guardedRequests;
  const { begin, settle } = call.run.isSpeechHeld ? heldSpeech(parts, call.run, usedUp) : notedSpeech(parts, call.run);
  const beginOf = (part: SpeechUsage["part"]): BeginSpeech => {
    const model = readPricedSpeechName(models[part]);
    return model === null ? () => () => {} : (most) => begin({ part, model, ...most });
  };
  const openStream = openRecognitionStreams(models.stt, parts.guardedRequests);
  return {
    openStream: openStream && countStreamUsage(openStream, beginOf("stt")),
    speak: countVoiceUsage(openVoice(models.tts, { voice, language, fetch }), beginOf("tts"), voice.speed),
    recognize: countRecognitionUsage(openRecognition(models.stt, { fetch }), beginOf("stt")),
    settle,
  };
};

interface SpeechAccount {
  begin(most: SpeechUsage): ReturnType<BeginSpeech>;
  settle(): Promise<void>;
}

/** What was said last may be recognized after the call, when its conclusions are drawn. */
const settling = ({ database, logger, prices }: Parts, run: SpokenCall["run"]) => {
  const underWay = new Set<Promise<void>>();
  let isSettled = false;
  const settleConcluded = () =>
    database.inOrganization(run.organization_id, (tx) => settleConcludedUsage(tx, run.id, { prices }));
  return {
    /** Stores what a request came to while the call goes on. */
    aside: (model: string, writing: Promise<void>): void => {
      const written = writing
        .then(() => (isSettled ? settleConcluded() : undefined))
        .catch((err: unknown) => {
          logger.warn({ err, run_id: run.id, model }, "what a model for speech came to was not written down");
        })
        .finally(() => underWay.delete(written));
      underWay.add(written);
    },
    /** Waits until what has ended so far is stored. */
    finishStoring: async (): Promise<void> => {
      await Promise.all(underWay);
    },
    settle: async () => {
      isSettled = true;
      await Promise.all(underWay);
      await settleConcluded();
    },
  };
};

/** Without a budget requests are written down once they have ended. */
const notedSpeech = (parts: Parts, run: SpokenCall["run"]): SpeechAccount => {
  const { aside, settle } = settling(parts, run);
  const address = { organizationId: run.organization_id, runId: run.id };
  return {
    begin: (most) => (came) => {
      if (came === null) return;
      aside(most.model, recordSpeechRequest(parts.database, address, { ...most, ...came }));
    },
    settle,
  };
};

const heldSpeech = (parts: Parts, run: SpokenCall["run"], usedUp: () => void): SpeechAccount => {
  const { aside, finishStoring, settle } = settling(parts, run);
  const address = { organizationId: run.organization_id, runId: run.id };
  return {
    begin: async (most) => {
      // What ended requests no longer hold is free for this one.
      await finishStoring();
      const held = await holdSpeechRequest(parts, address, most).catch((error: unknown) => {
        if (error instanceof ModelError) usedUp();
        throw error;
      });
      return (came: SpeechAmount | null) => aside(most.model, held.end(came));
    },
    settle,
  };
};
