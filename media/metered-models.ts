import type { SpeechModels } from "../application/model/read-speech-models.ts";
import { reserveSpeechRequest } from "../application/model/reserve-speech.ts";
import { recordSpeechRequest, settleConcludedUsage } from "../application/model/settle-model-usage.ts";
import { ModelError } from "../domain/model/chat-model.ts";
import type { SpeechAmount, SpeechUsage } from "../domain/model/speech-usage.ts";
import type { Adapters } from "../infra/adapters.ts";
import {
  type BeginSpeech,
  countRecognitionUsage,
  countStreamUsage,
  countVoiceUsage,
} from "../infra/models/counted-speech.ts";
import { type LocalSpeech, NO_LOCAL_SPEECH } from "../infra/models/local.speech.ts";
import { observedFetch } from "../infra/models/observed-fetch.ts";
import { readPricedSpeechName } from "../infra/models/open-model.ts";
import { openRecognition, openRecognitionStreams, openVoice } from "../infra/models/open-speech.ts";
import type { OpenRecognitionStream, Recognize, Speak, SpokenVoice } from "../infra/models/speech.ts";
import type { CallRun } from "../infra/postgres/call/call-run.entity.ts";

type Parts = Pick<Adapters, "database" | "guardedRequests" | "logger" | "prices"> & { localSpeech?: LocalSpeech };

interface SpokenCall {
  models: SpeechModels;
  voice: SpokenVoice;
  /** BCP 47, the present language. */
  language(): string;
  run: Pick<CallRun, "id" | "organization_id"> & {
    /** Budgets hold an amount for its speech, so each request is held before it is sent. */
    isSpeechReserved: boolean;
  };
}

export interface MeteredModels {
  speak: Speak;
  recognize: Recognize;
  /** Budgets hold nothing for the speech of this call, so that a sentence may be recognized once or twice more, for an answer that comes sooner. */
  mayRecognizeInPauses: boolean;
  /** Recognizes what is still being spoken; null: the model hears whole sentences only. */
  openStream: OpenRecognitionStream | null;
  /** Stores the usage that is still being stored, and adds it to the cost of a run that was concluded meanwhile. */
  settle(): Promise<void>;
}

/**
 * Opens the models with which a call speaks and hears, and stores the usage of each request with its run. `usedUp` is called when
 * the amount that budgets hold does not suffice for a request, which is then not made.
 */
export const openMeteredModels = (parts: Parts, call: SpokenCall, usedUp: () => void): MeteredModels => {
  const { models, voice, language } = call;
  const fetchOf = (part: "stt" | "tts") =>
    observedFetch(parts.guardedRequests, {
      provider: models[part]?.provider ?? "local",
      kind: part === "stt" ? "hearing" : "speaking",
    });
  const { localSpeech: local = NO_LOCAL_SPEECH } = parts;
  const { begin, settle } = call.run.isSpeechReserved
    ? heldSpeech(parts, call.run, usedUp)
    : notedSpeech(parts, call.run);
  const beginOf = (part: SpeechUsage["part"]): BeginSpeech => {
    const model = readPricedSpeechName(models[part]);
    return model === null ? () => () => {} : (most) => begin({ part, model, ...most });
  };
  const openStream = openRecognitionStreams(models.stt, { openSocket: parts.guardedRequests.openSocket, local });
  return {
    mayRecognizeInPauses: !call.run.isSpeechReserved,
    openStream: openStream && countStreamUsage(openStream, beginOf("stt")),
    speak: countVoiceUsage(
      openVoice(models.tts, { voice, language, fetch: fetchOf("tts"), local }),
      beginOf("tts"),
      voice.speed,
    ),
    recognize: countRecognitionUsage(openRecognition(models.stt, { fetch: fetchOf("stt"), local }), beginOf("stt")),
    settle,
  };
};

interface SpeechAccount {
  begin(most: SpeechUsage): ReturnType<BeginSpeech>;
  settle(): Promise<void>;
}

/** Settles the usage after the call, because the last words may be recognized while its conclusions are drawn. */
const settling = ({ database, logger, prices }: Parts, run: SpokenCall["run"]) => {
  const underWay = new Set<Promise<void>>();
  let isSettled = false;
  const settleConcluded = () =>
    database.inOrganization(run.organization_id, (tx) => settleConcludedUsage(tx, run.id, { prices }));
  return {
    /** Stores the usage of a request while the call goes on. */
    aside: (model: string, writing: Promise<void>): void => {
      const written = writing
        .then(() => (isSettled ? settleConcluded() : undefined))
        .catch((err: unknown) => {
          logger.warn({ err, run_id: run.id, model }, "what a model for speech came to was not written down");
        })
        .finally(() => underWay.delete(written));
      underWay.add(written);
    },
    /** Waits until everything that has ended so far is stored. */
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

/** Without a budget the usage of requests is stored when they have ended. */
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
      // The amount that ended requests no longer hold is free for this one.
      await finishStoring();
      const held = await reserveSpeechRequest(parts, address, most).catch((error: unknown) => {
        if (error instanceof ModelError) usedUp();
        throw error;
      });
      return (came: SpeechAmount | null) => aside(most.model, held.end(came));
    },
    settle,
  };
};
