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

/** For the person at the terminal: nothing was judged, and why. */
export class NoHistoryError extends Error {
  override readonly name = "NoHistoryError";
}

/**
 * Reads what `temporal workflow show --output json` or the Temporal UI wrote, or a file of test/workflows/histories.
 * @throws NoHistoryError when the text is something else.
 */
export const parseHistory = (text: string, source: string): RecordedHistory => {
  const { workflowId, history } = readFile(text, source);
  const started = attributesOf(history.events[0]);
  if (!("workflowType" in started)) {
    throw new NoHistoryError(`${source} does not begin with a workflow's start: fetch the history whole.`);
  }
  return {
    workflowId: workflowId ?? textIn(started, "workflowId") ?? "unknown",
    runId: textIn(started, "originalExecutionRunId") ?? "unknown",
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

/** What an event says, whatever its type; empty for one that says nothing. */
export const attributesOf = (event: HistoryEvent | undefined): Record<string, unknown> => {
  const [, attributes] = Object.entries(event ?? {}).find(([key]) => key.endsWith("EventAttributes")) ?? [];
  return recordOf(attributes);
};

/** `activityTaskScheduled`, whichever way the file spells event types. */
export const kindOf = (event: HistoryEvent): string =>
  Object.keys(event)
    .find((key) => key.endsWith("EventAttributes"))
    ?.replace("EventAttributes", "") ?? "unknown";

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};

export const textIn = (record: Record<string, unknown>, field: string): string | undefined => {
  const value = record[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
};

/** As numbers are written in E.164; ids of events and runs have letters or other separators around them. */
const PHONE_NUMBER = /(?<![\w-])\+[1-9]\d{6,14}(?!\w)/;
/** `api_key:12` is an actor's name. */
const SECRET_WORDS = /auth_token|api_key(?!:\d)|password|credential|bearer/i;

/** Payloads are base64 in a history: they are looked at as what they say. */
const readable = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) =>
    key === "data" && typeof inner === "string" ? Buffer.from(inner, "base64").toString("utf8") : inner,
  );

/** The events that look as if they held a telephone number or a secret: such a history must not be kept. */
export const privateEvents = ({ events }: Pick<RecordedHistory, "events">): string[] =>
  events
    .filter((event) => PHONE_NUMBER.test(readable(event)) || SECRET_WORDS.test(readable(event)))
    .map(({ eventId }) => eventId);

/** A file of test/workflows/histories: it replays in every test run. */
export const historyFile = ({ workflowId, events }: Pick<RecordedHistory, "workflowId" | "events">): string =>
  JSON.stringify({ workflowId, history: { events } }, withoutMachine);

/** Process ids, host names and paths of the machine that recorded a history are nobody's business. */
const withoutMachine = (key: string, value: unknown): unknown =>
  key === "identity" ? "worker" : key === "stackTrace" ? "" : value;
