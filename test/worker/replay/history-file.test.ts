import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { describeHistory, summarizeHistory } from "../../../worker/replay/describe-history.ts";
import {
  formatHistoryFile,
  listPrivateEvents,
  NoHistoryError,
  parseHistory,
} from "../../../worker/replay/history-file.ts";

const file = readFileSync(new URL("../../workflows/histories/0.1.0/call-run-answered.json", import.meta.url), "utf8");
const payload = (value: unknown) => ({ data: Buffer.from(JSON.stringify(value)).toString("base64") });
const started = (input: unknown) => ({
  eventId: "1",
  eventTime: "2026-11-21T07:04:24.802Z",
  workflowExecutionStartedEventAttributes: {
    workflowType: { name: "callRun" },
    workflowId: "org-7/call-1",
    identity: "4711@host",
    input: { payloads: [payload(input)] },
  },
});

describe("a file", () => {
  it("may be one of ours, or as Temporal's command line writes it", () => {
    const ours = parseHistory(file, "ours");
    expect(ours.workflowId).toMatch(/^org-7\/call-/);
    expect(ours.events).toHaveLength(JSON.parse(file).history.events.length);
    const bare = parseHistory(JSON.stringify({ events: [started({})] }), "bare");
    expect(bare).toMatchObject({ workflowId: "org-7/call-1", events: [{ eventId: "1" }] });
  });

  it.each([
    ["no JSON", "events"],
    ["JSON of another kind", "{}"],
    ["no events", '{"events": []}'],
    ["the end of a history", JSON.stringify({ events: [{ eventId: "9", eventTime: "2026-11-21T07:04:24Z" }] })],
  ])("is refused with a sentence when it holds %s", (_, text) => {
    expect(() => parseHistory(text, "this.json")).toThrow(NoHistoryError);
    expect(() => parseHistory(text, "this.json")).toThrow(/^this\.json /);
  });

  it("is kept without the machine that recorded it", () => {
    const kept = formatHistoryFile(parseHistory(JSON.stringify({ events: [started({})] }), "it"));
    expect(kept).not.toContain("4711");
    expect(parseHistory(kept, "kept").workflowId).toBe("org-7/call-1");
  });
});

describe("private events", () => {
  const eventsWith = (input: unknown) =>
    listPrivateEvents(parseHistory(JSON.stringify({ events: [started(input)] }), "it"));

  it("are those with a telephone number or a secret, inside payloads too", () => {
    expect(eventsWith({ to: "+12025550123" })).toEqual(["1"]);
    expect(eventsWith({ auth_token: "x" })).toEqual(["1"]);
  });

  it("are not ids, times and the names of actors", () => {
    expect(eventsWith({ runUuid: "3f0d2c1e-5a64", at: "2026-11-21T07:04:24+00:00", actor: "api_key:12" })).toEqual([]);
  });
});

describe("a history in words", () => {
  it("says what it is, how it ended, and what happened", () => {
    const history = parseHistory(file, "it");
    expect(summarizeHistory(history)).toMatchObject({
      workflowType: "callRun",
      end: 'completed: "completed"',
      pending: [],
    });
    const sentences = describeHistory(history).map(({ sentence }) => sentence);
    expect(sentences).toEqual(
      expect.arrayContaining([
        "workflow callRun started",
        "activity placeCall asked for",
        "timer of 25s asked for",
        "signal carrier-event received",
      ]),
    );
    expect(sentences.join("\n")).not.toContain("workflow task");
  });

  it("says what an open workflow waits for", () => {
    const history = parseHistory(file, "it");
    const open = { ...history, events: history.events.slice(0, 11) };
    expect(summarizeHistory(open)).toMatchObject({ end: "open", pending: ["timer of 25s (event 11)"] });
  });
});
