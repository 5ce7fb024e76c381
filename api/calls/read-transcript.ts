import type { MeasuredTurn } from "../../domain/conversation/conversation.ports.ts";
import { listStages } from "../../domain/conversation/turn-stages.ts";
import { readMeasuredTurns } from "../../infra/postgres/conversation/measured-turns.repository.ts";
import {
  readTranscript as readEntries,
  readFailedTurns,
} from "../../infra/postgres/conversation/transcript.repository.ts";
import { hasOriginals } from "../../infra/postgres/privacy/kept-originals.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { runNotFound } from "./calls.errors.ts";
import type { runParams } from "./calls.schemas.ts";

/** Reads what was said so far; during the call a later reading has more. */
export const readTranscript = (context: OperationContext, { params }: OperationInput<{ params: typeof runParams }>) =>
  context.inOrganization(async (tx) => {
    const run = await tx
      .selectFrom("call_runs")
      .select(["id", "state"])
      .where("id", "=", params.run_id)
      .where("agent_id", "=", params.workflow_id)
      .executeTakeFirst();
    if (!run) throw runNotFound();
    const entries = await readEntries(tx, run.id);
    const turns = (await readMeasuredTurns(tx, run.id)).map(presentTurn);
    return {
      workflow_run_id: run.id,
      state: run.state,
      entries,
      turns,
      failed_turns: await readFailedTurns(tx, run.id),
      has_original: await hasOriginals(tx, run.id),
    };
  });

const presentTurn = (measured: MeasuredTurn) => {
  const stages = listStages(measured);
  return {
    turn: measured.number,
    response_ms: measured.responseMs,
    heard_ms: stages.heard ?? null,
    end_of_turn_ms: stages.end_of_turn ?? null,
    recognized_ms: stages.recognized ?? null,
    first_token_ms: stages.first_token ?? null,
    first_words_ms: stages.first_words ?? null,
    first_sound_ms: stages.first_sound ?? null,
    spoken_ms: stages.spoken ?? null,
  };
};
