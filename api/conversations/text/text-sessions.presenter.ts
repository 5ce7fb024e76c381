import { isCallOver } from "../../../domain/call/call-states.rules.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import type { SessionRows } from "../../../infra/postgres/conversation/session.repository.ts";

type TurnRow = SessionRows["turns"][number];
type EntryRow = SessionRows["entries"][number];

/** Presents a session for every answer of its routes. */
export const presentSession = (run: CallRun, { conversation, turns, entries }: SessionRows) => {
  const isOver = conversation?.state === "ended" || isCallOver(run);
  const live = turns.filter(({ discarded_at }) => discarded_at === null);
  const entriesByTurn = Map.groupBy(entries, ({ turn }) => turn);
  const shown = (turn: TurnRow) => presentTurn(turn, entriesByTurn.get(turn.number) ?? []);
  return {
    workflow_run_id: run.id,
    workflow_id: run.agent_id,
    name: run.name,
    mode: run.mode,
    state: isOver ? (run.state === "failed" ? "failed" : "completed") : run.state,
    is_completed: isOver,
    revision: conversation?.revision ?? 0,
    initial_context: run.initial_context,
    gathered_context: { ...run.gathered_context, ...conversation?.gathered },
    annotations: run.annotations,
    session_data: {
      version: 1,
      status: statusOf(isOver, conversation),
      end_reason: conversation?.end_reason ?? null,
      cursor_turn_id: live.find(({ number }) => number === conversation?.cursor)?.uuid ?? null,
      turns: live.map(shown),
      discarded_future: turns.filter(({ discarded_at }) => discarded_at !== null).map(shown),
      simulator: null,
    },
    checkpoint: {
      current_node_id: conversation?.node_id ?? null,
      gathered_context: conversation?.gathered ?? {},
    },
    created_at: run.created_at,
    updated_at: conversation?.last_activity_at ?? null,
  };
};

const statusOf = (isOver: boolean, conversation: SessionRows["conversation"]) => {
  if (isOver) return "ended" as const;
  return conversation && conversation.active_turn !== null ? ("pending_assistant_turn" as const) : ("idle" as const);
};

const STATUS = { running: "pending", done: "completed", failed: "failed", interrupted: "interrupted" } as const;

const presentTurn = (turn: TurnRow, all: readonly EntryRow[]) => {
  // The words of the first try of a turn that was taken over are left out.
  const entries = turn.discarded_at === null ? all.filter(({ discarded_at }) => discarded_at === null) : all;
  return {
    id: turn.uuid,
    status: STATUS[turn.state],
    error: turn.error,
    user_message: messageOf(entries, "person"),
    assistant_message: messageOf(entries, "agent"),
    events: entries.flatMap((entry) =>
      entry.speaker === "step" || entry.speaker === "tool"
        ? [
            {
              kind: entry.speaker === "step" ? ("transition" as const) : ("tool_call" as const),
              name: entry.text,
              // Searches that the conversation makes itself have no row of their own.
              state: entry.tool_state ?? (entry.speaker === "tool" && entry.details ? "done" : null),
              created_at: entry.at,
            },
          ]
        : [],
    ),
    created_at: turn.started_at,
    completed_at: turn.ended_at,
  };
};

const messageOf = (entries: readonly EntryRow[], speaker: "agent" | "person") => {
  const said = entries.filter((entry) => entry.speaker === speaker);
  const first = said[0];
  if (!first) return null;
  return { text: said.map(({ heard, text }) => heard ?? text).join(" "), created_at: first.at };
};
