import { availableParallelism } from "node:os";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import { findEspeak } from "../../infra/local-speech/find-espeak.ts";
import { fetchPauseModel, fetchSpeechFiles } from "../../infra/local-speech/speech-files.ts";
import type { Logger } from "../../infra/logger.ts";
import type { LocalSpeech, SpeechUrgency } from "../../infra/models/local.speech.ts";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { startReadingProcess } from "../../infra/reading-process/start-reading.ts";
import { HEARD_SAMPLES } from "./hear-turn-end.ts";
import { createSentenceQueue } from "./sentence-queue.ts";
import { packSound, type SpeechAnswer, type SpeechRequest, speechAnswer, unpackSound } from "./speech-requests.ts";

/** Beside the models themselves (0.3 GB), sound of the longest sentence. */
const MOST_BYTES = 1200 * MEGABYTE;
/** Two sentences of each of many calls; what comes beyond is told to try again. */
const MOST_WAITING = 64;
/** A second process needs two cores of its own. */
const CORES_FOR_A_SECOND = 4;
/** Answers come before whatever else the machine does, apart from sound itself. */
const NICENESS = 1;
const ANSWERS_WITHIN_MS = 15_000;
/** After a failure nothing is fetched for so long, because each try takes as long as the registry's client does. */
const TRIED_AGAIN_AFTER_MS = 60_000;

export interface LocalModels extends LocalSpeech {
  /** Fetches what is missing and loads the models. Rejects with what to do. */
  prepare(): Promise<void>;
  isReady(): boolean;
  /**
   * Returns how likely somebody has finished with this, from 0 to 1, by the sound of it; null: the model is not here (yet), nothing
   * waits for it.
   */
  hearTurnEnd(samples: Int16Array, asked: { caller: object; signal?: AbortSignal }): Promise<number | null>;
  close(): void;
}

type Asking = {
  [Kind in SpeechRequest["kind"]]: Omit<Extract<SpeechRequest, { kind: Kind }>, "id">;
}[SpeechRequest["kind"]];

interface Job {
  request: Asking;
  resolve(answer: SpeechAnswer): void;
  reject(error: unknown): void;
}

interface Parts {
  environment: NodeJS.ProcessEnv;
  logger: Pick<Logger, "info" | "warn">;
}

/** Opens the models of this machine; nothing is fetched or loaded before they are needed. */
export const openLocalModels = (parts: Parts): LocalModels => {
  const queue = createSentenceQueue<Job>(MOST_WAITING);
  const processes: SpeechProcess[] = [];
  const most = availableParallelism() >= CORES_FOR_A_SECOND ? 2 : 1;
  let prepared: Promise<void> | null = null;
  let load: Asking | null = null;
  let isReady = false;
  const turnEnd = createTurnEndModel(parts);

  const startOne = async (): Promise<void> => {
    if (load === null) return;
    const started = startSpeechProcess(() => {
      processes.splice(processes.indexOf(started), 1);
      isReady = processes.length > 0;
      prepared = isReady ? prepared : null;
    });
    processes.push(started);
    await started.ask(load);
    await turnEnd.load([started]);
    isReady = true;
    serve();
  };
  const serve = (): void => {
    const idle = processes.find(({ isBusy }) => !isBusy());
    if (!idle) {
      if (queue.size() > 1 && processes.length > 0 && processes.length < most) startOne().catch(() => {});
      return;
    }
    const job = queue.next();
    if (job === null) return;
    void idle.ask(job.request).then(job.resolve, job.reject).finally(serve);
    serve();
  };
  const prepare = (): Promise<void> => {
    prepared ??= loadFirst().catch((error: unknown) => {
      parts.logger.warn({ err: error }, "the local models for speech cannot be loaded");
      setTimeout(() => (prepared = null), TRIED_AGAIN_AFTER_MS).unref();
      throw error;
    });
    return prepared;
  };
  const loadFirst = async () => {
    const options = optionsOf(parts);
    const espeak = await findEspeak(options);
    load = { kind: "load", files: await fetchSpeechFiles(options), espeak };
    await startOne();
    parts.logger.info("the local models for speech are loaded");
    void turnEnd.fetch(processes).finally(serve);
  };
  const ask = async (request: Asking, asked: { caller: object; urgency: SpeechUrgency; signal?: AbortSignal }) => {
    await prepare().catch(refuse);
    return enqueue(queue, { request, ...asked }, serve);
  };
  return {
    ...answerWith(ask),
    hearTurnEnd: async (samples, asked) => (isReady && turnEnd.isHere() ? askTurnEnd(ask, samples, asked) : null),
    prepare,
    isReady: () => isReady,
    close: () => void processes.map(({ kill }) => kill()),
  };
};

/** Fetched beside the rest, which does not wait for it: without it pauses are judged by words alone. */
const createTurnEndModel = (parts: Parts) => {
  let file: string | null = null;
  const load = async (processes: readonly SpeechProcess[]): Promise<void> => {
    for (const each of processes) if (file !== null) await each.ask({ kind: "load_turn_end", file });
  };
  return {
    load,
    fetch: async (processes: readonly SpeechProcess[]): Promise<void> => {
      if (file !== null) return;
      try {
        file = await fetchPauseModel(optionsOf(parts));
        await load(processes);
        parts.logger.info("the model that hears the end of a turn is loaded");
      } catch (err) {
        parts.logger.warn({ err }, "the end of a turn is judged by words alone: its model cannot be loaded");
      }
    },
    isHere: () => file !== null,
  };
};

const askTurnEnd = async (ask: Ask, samples: Int16Array, asked: { caller: object; signal?: AbortSignal }) => {
  const sound = packSound(samples.subarray(-HEARD_SAMPLES));
  return (await ask({ kind: "turn_end", sound }, { ...asked, urgency: "now" })).likelihood ?? null;
};

const optionsOf = ({ environment, logger }: Parts) => ({
  environment,
  onInstall: (message: string) => logger.info(message),
});

const refuse = (cause: unknown): never => {
  throw new ModelError("refused", cause instanceof Error ? cause.message : String(cause), { cause });
};

type Ask = (request: Asking, asked: Omit<Waiting, "request">) => Promise<SpeechAnswer>;

const answerWith = (ask: Ask): Pick<LocalModels, "hear" | "speak"> => ({
  hear: async (samples, asked) => (await ask({ kind: "hear", sound: packSound(samples) }, asked)).text ?? "",
  speak: async (said, asked) => {
    const { sound = "" } = await ask({ kind: "speak", ...said, sampleRate: SPOKEN_SAMPLE_RATE }, asked);
    return unpackSound(sound);
  },
});

interface Waiting {
  request: Asking;
  caller: object;
  urgency: SpeechUrgency;
  signal?: AbortSignal;
}

/** Waits for the answer of a request; `serve` is called when it has its place. */
const enqueue = (
  queue: ReturnType<typeof createSentenceQueue<Job>>,
  { request, caller, urgency, signal }: Waiting,
  serve: () => void,
): Promise<SpeechAnswer> =>
  new Promise((resolve, reject) => {
    const job = { request, resolve, reject };
    const leave = () => {
      queue.remove(job);
      reject(new ModelError("unavailable", "Nobody wants it any more"));
    };
    signal?.addEventListener("abort", leave, { once: true });
    if (queue.add({ caller, urgency, job }, (dropped) => dropped.reject(tooMany()))) serve();
    else reject(tooMany());
  });

const tooMany = () => new ModelError("unavailable", "Too many sentences wait for the local models");

interface SpeechProcess {
  ask(request: Asking): Promise<SpeechAnswer>;
  isBusy(): boolean;
  kill(): void;
}

const startSpeechProcess = (onEnd: () => void): SpeechProcess => {
  const program = new URL("./local-speech.process.ts", import.meta.url);
  const child = startReadingProcess(program, { maxBytes: MOST_BYTES, niceness: NICENESS });
  const waiting = new Map<number, { resolve(answer: SpeechAnswer): void; reject(error: unknown): void }>();
  let ids = 0;
  void child.ended.then((how) => {
    for (const { reject } of waiting.values())
      reject(new ModelError("unavailable", `The process of the local models has ended (${how})`));
    waiting.clear();
    onEnd();
  });
  void readAnswers(child.lines, (answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error === undefined) asked?.resolve(answer);
    else asked?.reject(new ModelError("refused", `The local models failed: ${answer.error}`));
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        const id = (ids += 1);
        const limit = setTimeout(
          () => child.kill(),
          request.kind === "load" ? 4 * ANSWERS_WITHIN_MS : ANSWERS_WITHIN_MS,
        );
        const settled =
          <Value>(work: (value: Value) => void) =>
          (value: Value) => {
            clearTimeout(limit);
            work(value);
          };
        waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
        child.ask({ id, ...request });
      }),
    isBusy: () => waiting.size > 0,
    kill: child.kill,
  };
};

const readAnswers = async (
  lines: AsyncIterator<string, unknown>,
  take: (answer: SpeechAnswer) => void,
): Promise<void> => {
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    take(speechAnswer.parse(JSON.parse(String(line.value))));
  }
};
