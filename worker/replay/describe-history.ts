import {
  type HistoryEvent,
  type RecordedHistory,
  readAttributes,
  readEventKind,
  readTextField,
  toRecord,
} from "./history-file.ts";

export interface HistorySummary {
  workflowType: string;
  startedAt: string;
  /** The end in words, or that it is still open. */
  end: string;
  /** Activities without an answer and running timers. */
  pending: string[];
}

export interface DescribedEvent {
  eventId: string;
  time: string;
  sentence: string;
}

type Names = ReadonlyMap<string, string>;

/** Summarizes a history for people. */
export const summarizeHistory = ({ events }: RecordedHistory): HistorySummary => {
  const last = events.at(-1);
  const end = last && ENDS[readEventKind(last)];
  return {
    workflowType: workflowTypeOf(events[0]),
    startedAt: events[0]?.eventTime ?? "",
    end: last && end ? `${end}${resultOf(last)}` : "open",
    pending: end ? [] : pendingOf(events),
  };
};

/** Returns the events of a history, one a line, without workflow tasks. */
export const describeHistory = ({ events }: RecordedHistory): DescribedEvent[] => {
  const names = namesOf(events);
  return events.flatMap((event) => {
    const sentence = sentenceOf(event, names);
    return sentence === null ? [] : [{ eventId: event.eventId, time: event.eventTime, sentence }];
  });
};

/** Describes one event of a history. */
export const describeEvent = (event: HistoryEvent, { events }: RecordedHistory): string =>
  sentenceOf(event, namesOf(events)) ?? wordsOf(readEventKind(event));

const ENDS: Record<string, string> = {
  workflowExecutionCompleted: "completed",
  workflowExecutionFailed: "failed",
  workflowExecutionTimedOut: "timed out",
  workflowExecutionCanceled: "canceled",
  workflowExecutionTerminated: "terminated",
  workflowExecutionContinuedAsNew: "continued as new",
};

/** Later events name only the id of the one that began it. */
const namesOf = (events: readonly HistoryEvent[]): Names =>
  new Map(events.flatMap((event) => beginningOf(event).map((name): [string, string] => [event.eventId, name])));

const beginningOf = (event: HistoryEvent): string[] => {
  const attributes = readAttributes(event);
  const named = (field: string) => readTextField(toRecord(attributes[field]), "name") ?? "?";
  switch (readEventKind(event)) {
    case "activityTaskScheduled":
      return [`activity ${named("activityType")}`];
    case "timerStarted":
      return [`timer of ${readTextField(attributes, "startToFireTimeout")}`];
    case "startChildWorkflowExecutionInitiated":
      return [`child ${named("workflowType")} ${readTextField(attributes, "workflowId")}`];
    case "signalExternalWorkflowExecutionInitiated":
      return [`signal ${readTextField(attributes, "signalName")} to ${workflowIdIn(attributes)}`];
    case "workflowExecutionUpdateAccepted":
      return [`update ${updateName(attributes)}`];
    default:
      return [];
  }
};

const workflowIdIn = (attributes: Record<string, unknown>): string =>
  readTextField(toRecord(attributes["workflowExecution"]), "workflowId") ?? "?";

const updateName = (attributes: Record<string, unknown>): string =>
  readTextField(toRecord(toRecord(attributes["acceptedRequest"])["input"]), "name") ?? "?";

const sentenceOf = (event: HistoryEvent, names: Names): string | null => {
  const kind = readEventKind(event);
  const attributes = readAttributes(event);
  const [begun] = beginningOf(event);
  if (begun) return `${begun} ${kind === "workflowExecutionUpdateAccepted" ? "accepted" : "asked for"}`;
  const origin = names.get(originOf(attributes) ?? "");
  if (kind === "workflowTaskFailed") return `workflow task failed: ${failureIn(attributes)}`;
  if (kind.startsWith("workflowTask")) return null;
  if (kind === "workflowExecutionSignaled") return `signal ${readTextField(attributes, "signalName")} received`;
  if (kind === "workflowExecutionStarted") return `workflow ${workflowTypeOf(event)} started`;
  if (kind === "markerRecorded") return markerIn(attributes);
  if (origin) return `${origin} ${wordsOf(kind).split(" ").at(-1)}${resultOf(event)}`;
  return `${wordsOf(kind)}${resultOf(event)}`;
};

/** The SDK stores local activities and `patched` as markers. */
const markerIn = (attributes: Record<string, unknown>): string => {
  const said = Object.values(toRecord(attributes["details"])).flatMap((details) =>
    listIn(toRecord(details), "payloads"),
  );
  const data = toRecord(JSON.parse(decoded(said[0]) || "{}"));
  const name = readTextField(data, "activity_type");
  if (name) return `local activity ${name} ended${outcomeOf(attributes)}`;
  return `${readTextField(attributes, "markerName")} ${readTextField(data, "id") ?? ""}`.trim();
};

const decoded = (payload: unknown): string =>
  Buffer.from(readTextField(toRecord(payload), "data") ?? "", "base64").toString("utf8");

const originOf = (attributes: Record<string, unknown>): string | undefined =>
  ["scheduledEventId", "startedEventId", "initiatedEventId", "acceptedEventId"]
    .map((field) => readTextField(attributes, field))
    .find((eventId) => eventId !== undefined && eventId !== "0");

const CLOSING = /^(activityTask|timer)(Completed|Failed|TimedOut|Canceled|Fired)$/;

const pendingOf = (events: readonly HistoryEvent[]): string[] => {
  const closed = new Set(
    events.filter((event) => CLOSING.test(readEventKind(event))).map((event) => originOf(readAttributes(event))),
  );
  return events
    .filter(
      (event) => ["activityTaskScheduled", "timerStarted"].includes(readEventKind(event)) && !closed.has(event.eventId),
    )
    .map((event) => `${beginningOf(event)[0]} (event ${event.eventId})`);
};

const workflowTypeOf = (event: HistoryEvent | undefined): string =>
  readTextField(toRecord(readAttributes(event)["workflowType"]), "name") ?? "?";

const LONGEST_RESULT = 200;

/** Returns `: "completed"`, or the sentence of a failure; empty when the event has neither. */
const resultOf = (event: HistoryEvent): string => outcomeOf(readAttributes(event));

const outcomeOf = (attributes: Record<string, unknown>): string => {
  const failure = failureIn(attributes);
  if (failure) return `: ${failure}`;
  const [payload] = listIn(toRecord(attributes["result"]), "payloads");
  const text = decoded(payload);
  if (!text) return "";
  return `: ${text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT)}…` : text}`;
};

const failureIn = (attributes: Record<string, unknown>): string =>
  readTextField(toRecord(attributes["failure"]), "message") ?? "";

const listIn = (record: Record<string, unknown>, field: string): unknown[] => {
  const value = record[field];
  return Array.isArray(value) ? value : [];
};

/** Turns `timerStarted` into "timer started". */
const wordsOf = (kind: string): string => kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
