import { z } from "zod";
import { parseJson } from "../../domain/json/json-value.ts";

const eventSchema = z.looseObject({
  eventId: z.union([z.string(), z.number()]).transform(String),
  eventTime: z.string(),
});
const historySchema = z.object({ events: z.array(eventSchema).min(1) });
const fileSchema = z.union([
  z.object({ workflowId: z.string(), history: historySchema }),
  historySchema.transform((history) => ({ workflowId: undefined, history })),
]);

export type HistoryEvent = z.infer<typeof eventSchema>;

/** A workflow's history as JSON, in the form that Temporal's tools write and the SDK replays. */
export interface RecordedHistory {
  workflowId: string;
  runId: string;
  events: HistoryEvent[];
}

/** No history was replayed; the message tells the person at the terminal why. */
export class NoHistoryError extends Error {
  override readonly name = "NoHistoryError";
}

/**
 * Reads what `temporal workflow show --output json` or the Temporal UI wrote, or a file of test/workflows/histories.
 * @throws NoHistoryError when the text is something else.
 */
export const parseHistory = (text: string, source: string): RecordedHistory => {
  const { workflowId, history } = readFile(text, source);
  const started = readAttributes(history.events[0]);
  if (!("workflowType" in started)) {
    throw new NoHistoryError(`${source} does not begin with a workflow's start: fetch the history whole.`);
  }
  return {
    workflowId: workflowId ?? readTextField(started, "workflowId") ?? "unknown",
    runId: readTextField(started, "originalExecutionRunId") ?? "unknown",
    events: history.events,
  };
};

const readFile = (text: string, source: string): z.infer<typeof fileSchema> => {
  const result = fileSchema.safeParse(parseJson(text));
  if (result.success) return result.data;
  throw new NoHistoryError(
    `${source} is not a workflow history: expected JSON as \`temporal workflow show --output json\` writes it.`,
  );
};

/** Returns an event's attributes, whatever its type; empty when it has none. */
export const readAttributes = (event: HistoryEvent | undefined): Record<string, unknown> => {
  const [, attributes] = Object.entries(event ?? {}).find(([key]) => key.endsWith("EventAttributes")) ?? [];
  return toRecord(attributes);
};

/** Returns the kind of an event, such as `activityTaskScheduled`, for either spelling of event types. */
export const readEventKind = (event: HistoryEvent): string =>
  Object.keys(event)
    .find((key) => key.endsWith("EventAttributes"))
    ?.replace("EventAttributes", "") ?? "unknown";

export const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};

export const readTextField = (record: Record<string, unknown>, field: string): string | undefined => {
  const value = record[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
};

/** A number in E.164; ids of events and runs have letters or other separators around them. */
const PHONE_NUMBER = /(?<![\w-])\+[1-9]\d{6,14}(?!\w)/;
/** `api_key:12` is allowed as an actor's name. */
const SECRET_WORDS = /auth_token|api_key(?!:\d)|password|credential|bearer/i;

/** Decodes payloads, which are base64 in a history. */
const readable = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) =>
    key === "data" && typeof inner === "string" ? Buffer.from(inner, "base64").toString("utf8") : inner,
  );

/** Returns the events that seem to hold a telephone number or a secret: such a history must not be stored. */
export const listPrivateEvents = ({ events }: Pick<RecordedHistory, "events">): string[] =>
  events
    .filter((event) => PHONE_NUMBER.test(readable(event)) || SECRET_WORDS.test(readable(event)))
    .map(({ eventId }) => eventId);

/** Returns the text of a file for test/workflows/histories, which replays in every test run. */
export const formatHistoryFile = ({ workflowId, events }: Pick<RecordedHistory, "workflowId" | "events">): string =>
  JSON.stringify({ workflowId, history: { events } }, withoutMachine);

/** Removes process ids, host names and paths of the recording machine. */
const withoutMachine = (key: string, value: unknown): unknown =>
  key === "identity" ? "worker" : key === "stackTrace" ? "" : value;
