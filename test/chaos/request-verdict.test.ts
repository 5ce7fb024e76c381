import { describe, expect, it } from "@jest/globals";
import { judgeRequests, keepsEveryPromise, type RequestEvidence, type RequestRecord } from "./request-verdict.ts";

const record = (eventId: number, fields: Partial<RequestRecord> = {}): RequestRecord => ({
  eventId,
  state: "settled",
  decision: "answered",
  isFinished: true,
  isCarriedOut: false,
  isUndoAsked: false,
  isUndoCarriedOut: false,
  toolCallId: null,
  undoCallId: null,
  ...fields,
});
const UNDONE = record(2, {
  decision: "confirmed",
  isCarriedOut: true,
  isUndoAsked: true,
  isUndoCarriedOut: true,
  toolCallId: "call",
  undoCallId: "undo",
});
const asked = (index: number, fields = {}) => ({ index, eventId: index, winners: 1, undoers: 0, untold: 0, ...fields });

const clean: RequestEvidence = {
  asked: [asked(1), asked(2, { undoers: 1 }), asked(3)],
  rows: [record(1), UNDONE, record(3, { decision: "provided" })],
  settlements: [
    { eventId: 1, times: 1 },
    { eventId: 2, times: 1 },
    { eventId: 3, times: 1 },
  ],
  sent: [
    { method: "POST", url: "/", key: "call" },
    { method: "DELETE", url: "/1", key: "undo" },
  ],
  secretPlaces: [],
  searchFinds: true,
  kills: 5,
};
const judged = (changes: Partial<RequestEvidence>) => {
  const verdict = judgeRequests({ ...clean, ...changes });
  return Object.entries(verdict).flatMap(([name, found]) => (found.length > 0 ? [name] : []));
};

describe("the judge of requests", () => {
  it("finds nothing where nothing is wrong", () => {
    expect(keepsEveryPromise(judgeRequests(clean))).toBe(true);
  });

  it.each<{ breach: string; found: string; changes: Partial<RequestEvidence> }>([
    { breach: "two winners", found: "answeredTwice", changes: { asked: [asked(1, { winners: 2 })] } },
    {
      breach: "two answers in the timeline",
      found: "answeredTwice",
      changes: { settlements: [{ eventId: 1, times: 2 }] },
    },
    {
      breach: "an action that is sent twice",
      found: "runTwice",
      changes: { sent: [...clean.sent, { method: "POST", url: "/", key: "call" }] },
    },
    {
      breach: "an action that nobody has confirmed",
      found: "runTwice",
      changes: { sent: [...clean.sent, { method: "POST", url: "/", key: "another" }] },
    },
    {
      breach: "an undoing that is sent twice",
      found: "undoneTwice",
      changes: { sent: [...clean.sent, { method: "DELETE", url: "/1", key: "undo" }] },
    },
    { breach: "two who have undone it", found: "undoneTwice", changes: { asked: [asked(2, { undoers: 2 })] } },
    {
      breach: "somebody who is not told who was first",
      found: "lateUntold",
      changes: { asked: [asked(1, { untold: 1 })] },
    },
    { breach: "a request that never came", found: "lost", changes: { asked: [asked(9, { eventId: null })] } },
    { breach: "a request without a row", found: "lost", changes: { asked: [asked(9)] } },
    {
      breach: "an answer that counts for nobody",
      found: "lost",
      changes: { rows: [record(1, { state: "open" }), UNDONE, record(3, { decision: "provided" })] },
    },
    {
      breach: "an answer that the agent has not heard",
      found: "lost",
      changes: { rows: [record(1, { isFinished: false }), UNDONE, record(3, { decision: "provided" })] },
    },
    {
      breach: "an action that was not carried out",
      found: "lost",
      changes: { rows: [record(1), { ...UNDONE, isCarriedOut: false }, record(3, { decision: "provided" })] },
    },
    {
      breach: "an undoing that was not carried out",
      found: "lost",
      changes: { rows: [record(1), { ...UNDONE, isUndoCarriedOut: false }, record(3, { decision: "provided" })] },
    },
    { breach: "a secret in a file", found: "secretSeen", changes: { secretPlaces: ["logs/api.log"] } },
    { breach: "a run without kills", found: "untested", changes: { kills: 0 } },
    { breach: "a search that is blind", found: "untested", changes: { searchFinds: false } },
    {
      breach: "a run without secrets",
      found: "untested",
      changes: { rows: [record(1), UNDONE, record(3)] },
    },
  ])("finds $breach", ({ found, changes }) => {
    expect(judged(changes)).toEqual([found]);
  });
});
