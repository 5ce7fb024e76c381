import { describeEvent } from "./describe-history.ts";
import type { HistoryEvent, RecordedHistory } from "./history-file.ts";

/** The result of a replay. */
export type Verdict =
  | { kind: "same" }
  | { kind: "differs"; eventId: string | null; historyHas: string; codeWants: string; detail: string }
  | { kind: "fails"; detail: string; at: string | null };

interface Replayed {
  history: RecordedHistory;
  /** The commands of the last workflow task, which had read the history up to this event. */
  decisions: readonly string[];
  readUpTo: number;
}

/** Converts the SDK's error into a verdict. Other errors are rethrown. */
export const readReplayError = (error: unknown, replayed: Replayed): Verdict => {
  if (!(error instanceof Error) || !/Determinism|Replay/.test(error.name)) throw error;
  const detail = innerMessage(error.message);
  if (error.name !== "DeterminismViolationError")
    return { kind: "fails", detail: typeHint(detail), at: placeIn(error) };
  const event = eventIn(detail, replayed);
  return {
    kind: "differs",
    eventId: event?.eventId ?? null,
    historyHas: event ? describeEvent(event, replayed.history) : "something else",
    codeWants: wantedBy(detail, replayed.decisions),
    detail,
  };
};

/** The SDK wraps the sentence into a debug print of its structures. */
const innerMessage = (message: string): string => {
  const [, inner] = /message: "((?:[^"\\]|\\.)*)"/.exec(message) ?? [];
  return (inner ?? message).replaceAll('\\"', '"').replace(/^\[TMPRL\d+\] Nondeterminism error: /, "");
};

const typeHint = (detail: string): string => {
  const [, type] = /workflow of type '(\w+)'.*no such function/.exec(detail) ?? [];
  return type ? `this checkout has no workflow of the type ${type}` : detail;
};

/** Returns the first place in our own files that the error's stack names. */
const placeIn = ({ message }: Error): string | null =>
  /(\/[^\s()\\"]*\.ts:\d+:\d+)/.exec(message.replaceAll(/[^\s()\\"]*node_modules[^\s()\\"]*/g, ""))?.[1] ?? null;

const eventIn = (detail: string, { history, readUpTo }: Replayed): HistoryEvent | undefined => {
  const [, eventId] = /HistoryEvent\(id: (\d+)/.exec(detail) ?? [];
  if (eventId) return history.events.find((event) => event.eventId === eventId);
  const [, named] = /of scheduled event '([^']+)'/.exec(detail) ?? [];
  if (!named) return undefined;
  return history.events.find(
    (event) => Number(event.eventId) > readUpTo && isAsked(event) && JSON.stringify(event).includes(`"${named}"`),
  );
};

const isAsked = (event: HistoryEvent): boolean =>
  "activityTaskScheduledEventAttributes" in event || "startChildWorkflowExecutionInitiatedEventAttributes" in event;

/** Temporal's names for commands, and ours. */
const KINDS: Record<string, string> = {
  Activity: "activity",
  LocalActivity: "local activity",
  "Local activity": "local activity",
  Timer: "timer",
  "Child workflow": "child",
  "Signal external workflow": "signal",
  "Continue as new workflow": "continue as new",
};

const wantedBy = (detail: string, decisions: readonly string[]): string => {
  const [, command] = /command '([^']+)'/.exec(detail) ?? [];
  if (command) return decisions.find((decision) => decision.split(" ").includes(command)) ?? command;
  if (detail.startsWith("No command scheduled")) return "nothing yet: it waits";
  const [, machine] = /^(.*?) ?[Mm]achine does not handle/.exec(detail) ?? [];
  if (!machine) return "something else";
  const kind = KINDS[machine];
  const decision = kind && decisions.find((each) => each.startsWith(kind));
  return decision ?? machine.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
};
