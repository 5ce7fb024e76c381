import type {
  ConversationRun,
  MeasuredTurn,
  TurnWatch,
  WatchedTurn,
} from "../../domain/conversation/conversation.ports.ts";
import { AWAITED_STAGES, listStages, TURN_STAGES, type TurnStage } from "../../domain/conversation/turn-stages.ts";
import { addressCall, addressInCall, runInCall } from "../../infra/telemetry/call-trace.ts";
import { nameProvider } from "../../infra/telemetry/genai-names.ts";
import type { Metrics } from "../../infra/telemetry/metrics.ts";
import type { Tracing } from "../../infra/telemetry/tracing.ts";

type Sounded = Parameters<TurnWatch["sounded"]>[2];

interface Parts {
  tracing: Tracing;
  metrics: Pick<Metrics, "turnStageSeconds" | "turnResponseSeconds">;
}

/** Who does what in a turn; null: nobody that is known. */
export interface TurnProviders {
  model: string | null;
}

const NAMES: Record<TurnStage, string> = {
  heard: "heard",
  end_of_turn: "end of turn",
  recognized: "recognized",
  first_token: "first token",
  first_words: "first words",
  first_sound: "first sound",
  spoken: "spoken",
};

const NOT_MEASURED = {
  heardMs: null,
  endOfTurnMs: null,
  recognizedMs: null,
  soundMs: null,
  responseMs: null,
  spokenMs: null,
};

/**
 * Follows the turns of one connection: each becomes a span of its call's trace, with its parts below it, and is counted. One whose
 * sound is measured at the other end is recorded when that has come, or when nothing more comes.
 */
export const watchTurns = ({ tracing, metrics }: Parts, providers: () => TurnProviders): TurnWatch => {
  /** Turns whose sound is not measured yet, by their keys. */
  const awaited = new Map<string, WatchedTurn>();
  const record = (run: ConversationRun, watched: WatchedTurn, measured?: Sounded) => {
    awaited.delete(watched.key);
    const turn = { run, watched, times: { ...NOT_MEASURED, ...measured, ...watched.words } };
    const by = providerOf({ hearing: null, voice: null, ...providers(), ...measured });
    count(metrics, turn, by);
    recordSpans(tracing, turn, by);
  };
  const recordAwaited = (run: ConversationRun) => {
    for (const turn of [...awaited.values()]) record(run, turn);
  };
  return {
    follow: (run, key, work) => runInCall(tracing, addressInCall(run.runUuid, key), work),
    done: (run, turn, { isMeasured }) => {
      recordAwaited(run);
      if (isMeasured) awaited.set(turn.key, turn);
      else record(run, turn);
    },
    sounded: (run, key, measured) => {
      const turn = awaited.get(key) ?? fromRow(key, measured);
      record(run, turn, measured);
    },
    letGo: recordAwaited,
  };
};

/** A turn that another process has carried out. */
const fromRow = (key: string, { startedAt, number, firstTokenMs, firstWordsMs }: MeasuredTurn): WatchedTurn => ({
  ...{
    key,
    number,
    input: "unknown",
    startedAtMs: startedAt.getTime(),
    endedAtMs: startedAt.getTime(),
    isFailed: false,
  },
  words: { firstTokenMs, firstWordsMs },
});

interface Recorded {
  run: ConversationRun;
  watched: WatchedTurn;
  times: Parameters<typeof listStages>[0];
}

type ProviderOf = (stage: TurnStage) => string;

const providerOf =
  ({ model, hearing, voice }: TurnProviders & { hearing: string | null; voice: string | null }): ProviderOf =>
  (stage) => {
    switch (stage) {
      case "heard":
      case "end_of_turn":
      case "recognized":
        return nameProvider(hearing);
      case "first_token":
      case "first_words":
        return nameProvider(model);
      case "first_sound":
      case "spoken":
        return nameProvider(voice);
    }
  };

const count = ({ turnStageSeconds, turnResponseSeconds }: Parts["metrics"], { times }: Recorded, by: ProviderOf) => {
  const stages = listStages(times);
  for (const stage of TURN_STAGES) {
    const ms = stages[stage];
    if (ms !== undefined) turnStageSeconds.observe({ stage, provider: by(stage) }, ms / 1000);
  }
  if (times.responseMs !== null) turnResponseSeconds.observe(times.responseMs / 1000);
};

/** The words were known when the turn began: what was before lies before it, and what follows after. */
const recordSpans = (tracing: Tracing, { run, watched, times }: Recorded, by: ProviderOf): void => {
  const stages = listStages(times);
  const before = (["heard", "end_of_turn", "recognized"] as const).reduce(
    (sum, stage) => sum + (stages[stage] ?? 0),
    0,
  );
  const { traceId, spanId } = addressInCall(run.runUuid, watched.key);
  const conversation = { "gen_ai.conversation.id": run.runUuid };
  const startedAtMs = watched.startedAtMs - before;
  let at = startedAtMs;
  for (const stage of TURN_STAGES) {
    const ms = stages[stage];
    if (ms === undefined) continue;
    const attributes = { ...conversation, "ringdown.stage": stage, "ringdown.provider": by(stage) };
    const span = { name: NAMES[stage], traceId, parentSpanId: spanId, startedAtMs: at, endedAtMs: at + ms, attributes };
    tracing.record(span);
    at += ms;
  }
  tracing.record({
    ...{ name: "turn", traceId, spanId, parentSpanId: addressCall(run.runUuid).spanId },
    ...{ startedAtMs, endedAtMs: Math.max(at, watched.endedAtMs), isFailed: watched.isFailed },
    attributes: {
      ...conversation,
      "ringdown.turn.number": watched.number,
      "ringdown.turn.input": watched.input,
      "ringdown.turn.awaited_ms": AWAITED_STAGES.reduce((sum, stage) => sum + (stages[stage] ?? 0), 0),
      "ringdown.turn.response_ms": times.responseMs,
    },
  });
};
