import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "@jest/globals";
import { type HistoryEvent, parseHistory, type RecordedHistory } from "../../../worker/replay/history-file.ts";
import { prepareReplay, type Replay } from "../../../worker/replay/replay-histories.ts";
import { quietSdk } from "../../harness/quiet-sdk.ts";

const recorded = (name: string): RecordedHistory => {
  const file = new URL(`../../workflows/histories/0.1.0/${name}.json`, import.meta.url);
  return parseHistory(readFileSync(file, "utf8"), name);
};

/** Rewrites a history as other code would have written it. */
const rewritten = (name: string, rewrite: (event: HistoryEvent) => object): RecordedHistory => {
  const { workflowId, events } = recorded(name);
  return parseHistory(JSON.stringify({ workflowId, history: { events: events.map(rewrite) } }), name);
};

const renamed = (event: HistoryEvent, from: string, to: string): HistoryEvent =>
  JSON.parse(JSON.stringify(event).replaceAll(`"${from}"`, `"${to}"`));

let replay: Replay;

beforeAll(async () => {
  quietSdk();
  replay = await prepareReplay();
});

it("finds that today's code goes the same way", async () => {
  expect(await replay(recorded("call-run-answered"))).toEqual({ kind: "same" });
  expect(await replay(recorded("campaign-retries"))).toEqual({ kind: "same" });
});

it("names both activities where the history has another one", async () => {
  const verdict = await replay(rewritten("call-run-answered", (event) => renamed(event, "placeCall", "dialNow")));
  expect(verdict).toMatchObject({
    kind: "differs",
    eventId: "5",
    historyHas: "activity dialNow asked for",
    codeWants: "activity placeCall",
  });
});

it("finds the one that is meant among several of the same name", async () => {
  const asked = recorded("call-run-paced").events.filter((event) => JSON.stringify(event).includes('"placeCall"'));
  const second = asked[1]?.eventId;
  const verdict = await replay(
    rewritten("call-run-paced", (event) =>
      event.eventId === second ? renamed(event, "placeCall", "settleCall") : event,
    ),
  );
  expect(asked.length).toBeGreaterThan(1);
  expect(verdict).toMatchObject({ kind: "differs", eventId: second, codeWants: "activity placeCall" });
});

it("names what the code wants where the history has something of another kind", async () => {
  const timer = { timerId: "1", startToFireTimeout: "60s", workflowTaskCompletedEventId: "4" };
  const verdict = await replay(
    rewritten("call-run-answered", (event) =>
      event.eventId === "5"
        ? {
            eventId: "5",
            eventTime: event.eventTime,
            eventType: "EVENT_TYPE_TIMER_STARTED",
            timerStartedEventAttributes: timer,
          }
        : event,
    ),
  );
  expect(verdict).toMatchObject({
    kind: "differs",
    eventId: "5",
    historyHas: "timer of 60s asked for",
    codeWants: "activity placeCall",
  });
});

it("says that a type of workflow is gone", async () => {
  const verdict = await replay(rewritten("call-run-answered", (event) => renamed(event, "callRun", "callWalk")));
  expect(verdict).toMatchObject({ kind: "fails", detail: "this checkout has no workflow of the type callWalk" });
});
