import { describe, expect, it } from "@jest/globals";
import {
  decideCallOutcome,
  isAnswered,
  isBlocked,
  readConversationEnd,
  TOLD_OUTCOMES,
  wasDialled,
} from "../../../domain/call/call-outcome.rules.ts";
import {
  type CallRunState,
  FINAL_CALL_STATES,
  isCallOver,
  LIVE_CALL_STATES,
  OPEN_CALL_STATES,
  REPORTED_CALL_STATES,
  UNANSWERED_CALL_STATES,
} from "../../../domain/call/call-states.rules.ts";
import { readFirstDecision } from "../../../domain/call/first-decision.rules.ts";
import {
  answerMissedCaller,
  explainMissedCall,
  findMissedReason,
  findUnansweredReason,
  MISSED_CALL_REASONS,
} from "../../../domain/call/missed-call.rules.ts";
import { NO_CONVERSATION } from "../../../domain/call/no-conversation.rules.ts";
import {
  computeRefusedFigures,
  computeSettledFigures,
  decideSettledState,
} from "../../../domain/call/settled-contact.rules.ts";
import { countSlotsOfOrganization, countSlotsOfVisitors } from "../../../domain/call/voice-slots.rules.ts";
import type { NextStep } from "../../../domain/campaign/retry.rules.ts";

describe("the outcome of a call", () => {
  const answered = { outcome: "answered", optedOut: false };

  it("is the carrier's, and unknown where it told none", () => {
    expect(decideCallOutcome({ outcome: "busy", optedOut: false }, null)).toBe("busy");
    expect(decideCallOutcome({ outcome: null, optedOut: false }, null)).toBe("unknown");
  });

  it("is an opt-out where carrier or agent heard one", () => {
    expect(decideCallOutcome({ ...answered, optedOut: true }, null)).toBe("opted_out");
    expect(decideCallOutcome(answered, { optedOut: true, wasMachine: true, reachedNobody: true })).toBe("opted_out");
  });

  it("is a voicemail where the agent recognized a machine that had answered", () => {
    const machine = { optedOut: false, wasMachine: true, reachedNobody: false };
    expect(decideCallOutcome(answered, machine)).toBe("voicemail");
    expect(decideCallOutcome({ outcome: "busy", optedOut: false }, machine)).toBe("busy");
    expect(decideCallOutcome(answered, { optedOut: false, wasMachine: false, reachedNobody: false })).toBe("answered");
  });

  it("is no answer where a screening service or a menu was all that answered", () => {
    const nobody = { optedOut: false, wasMachine: false, reachedNobody: true };
    expect(decideCallOutcome(answered, nobody)).toBe("no_answer");
    expect(decideCallOutcome({ outcome: "failed", optedOut: false }, nobody)).toBe("failed");
    expect(decideCallOutcome(answered, { ...nobody, optedOut: true })).toBe("opted_out");
  });

  it("counts as answered by a person, or as blocked by a rule", () => {
    expect(["answered", "opted_out", "voicemail", "busy"].map(isAnswered)).toEqual([true, true, false, false]);
    expect(["blocked_dnc", "blocked", "failed"].map(isBlocked)).toEqual([true, false, false]);
  });
});

describe("the end of a conversation", () => {
  const ended = {
    direction: "outbound",
    answeredBy: "person",
    personCame: false,
    endReason: "user_hangup",
    optedOut: false,
  };

  it("tells an opt-out, and a machine that the agent recognized", () => {
    expect(readConversationEnd(ended)).toEqual({ optedOut: false, wasMachine: false, reachedNobody: false });
    expect(readConversationEnd({ ...ended, optedOut: true })).toMatchObject({ optedOut: true });
    for (const endReason of ["voicemail_detected", "voicemail_left"])
      expect(readConversationEnd({ ...ended, endReason })).toMatchObject({ wasMachine: true });
    expect(readConversationEnd({ ...ended, endReason: null })).toMatchObject({ wasMachine: false });
  });

  it.each<[string, Partial<typeof ended>, boolean]>([
    ["a screening service alone", { answeredBy: "screening" }, true],
    ["a screening service, then a person", { answeredBy: "screening", personCame: true }, false],
    ["a menu alone", { answeredBy: "ivr" }, true],
    ["a menu in which the agent did what it called for", { answeredBy: "ivr", endReason: "agent_hangup" }, false],
    ["a menu that transferred the agent", { answeredBy: "ivr", endReason: "call_transferred" }, false],
    ["a screening service at which the agent hung up", { answeredBy: "screening", endReason: "agent_hangup" }, true],
    ["a mailbox, which is an outcome of its own", { answeredBy: "voicemail" }, false],
    ["a person", {}, false],
    ["a menu that called here", { answeredBy: "ivr", direction: "inbound" }, false],
  ])("with %s on the line", (_who, change, reachedNobody) => {
    expect(readConversationEnd({ ...ended, ...change })).toMatchObject({ reachedNobody });
  });

  it("with a person, a mailbox or their telephone counts for a version, a fault does not", () => {
    const counts = ["answered", "opted_out", "voicemail", "no_answer", "busy", "rejected"];
    expect([...TOLD_OUTCOMES].sort()).toEqual([...counts].sort());
  });
});

it.each<[CallRunState, boolean]>([
  ["queued", false],
  ["dialing", false],
  ["ringing", false],
  ["in_progress", false],
  ["completed", true],
  ["failed", true],
  ["canceled", true],
  ["blocked", true],
])("a call that is %s is over: %s", (state, isOver) => {
  expect(isCallOver({ state })).toBe(isOver);
  expect([...OPEN_CALL_STATES, ...FINAL_CALL_STATES]).toContain(state);
});

it("a call takes a line from when its carrier is asked until it is over, and is reported on in the order of its states", () => {
  expect(LIVE_CALL_STATES).toEqual(["dialing", "ringing", "in_progress"]);
  expect(UNANSWERED_CALL_STATES).toEqual(["queued", "dialing", "ringing"]);
  expect(REPORTED_CALL_STATES).toEqual(["queued", "dialing", "ringing", "in_progress", "completed"]);
});

describe("the first decision about a call", () => {
  const queued = { state: "queued" as const, outcome: null, error: null, carrier_accepted_at: null };

  it("is initiated while nothing has stopped it", () => {
    expect(readFirstDecision(queued)).toEqual({ kind: "initiated" });
    expect(readFirstDecision({ ...queued, state: "failed", carrier_accepted_at: new Date() })).toEqual({
      kind: "initiated",
    });
    expect(readFirstDecision({ ...queued, state: "failed", outcome: "unknown" })).toEqual({ kind: "initiated" });
  });

  it("is a block or a refusal, with its sentence or its state", () => {
    expect(readFirstDecision({ ...queued, state: "blocked", outcome: "blocked_dnc", error: "Listed" })).toEqual({
      kind: "blocked",
      outcome: "blocked_dnc",
      sentence: "Listed",
    });
    expect(readFirstDecision({ ...queued, state: "blocked" })).toMatchObject({ kind: "blocked", outcome: "blocked" });
    expect(readFirstDecision({ ...queued, state: "canceled" })).toEqual({
      kind: "refused",
      outcome: "failed",
      sentence: "The call is canceled",
    });
    expect(readFirstDecision({ ...queued, state: "failed", outcome: "rejected" })).toMatchObject({
      kind: "refused",
      outcome: "rejected",
    });
  });
});

describe("a ring", () => {
  it("is missed where no agent can take it", () => {
    expect(findUnansweredReason(null)).toBe("unknown_number");
    expect(findUnansweredReason({ is_active: false, inbound_agent_id: 3 })).toBe("inactive_number");
    expect(findUnansweredReason({ is_active: true, inbound_agent_id: null })).toBe("no_agent");
    expect(findUnansweredReason({ is_active: true, inbound_agent_id: 3 })).toBeNull();
  });

  it("is answered with a sentence where it is missed, but at a number that is none of ours", () => {
    const heard = MISSED_CALL_REASONS.map((reason) => [reason, answerMissedCaller(reason)?.split(".")[0] ?? null]);
    expect(Object.fromEntries(heard)).toEqual({
      unknown_number: null,
      inactive_number: "This number is not in service",
      no_agent: "Nobody can take your call at the moment",
      out_of_concurrency: "All our lines are busy at the moment",
      caller_hung_up: "Nobody can take your call at the moment",
      unavailable: "Nobody can take your call at the moment",
    });
    expect(new Set(MISSED_CALL_REASONS.map(explainMissedCall)).size).toBe(MISSED_CALL_REASONS.length);
  });

  it("is missed where the caller gave up before an answer, by the carrier's word before ours", () => {
    const end = { endReason: "hung up", wasAnswered: null, holdsConversation: true };
    expect(findMissedReason(end)).toBeNull();
    expect(findMissedReason({ ...end, holdsConversation: false })).toBe("caller_hung_up");
    expect(findMissedReason({ ...end, wasAnswered: false })).toBe("caller_hung_up");
    expect(findMissedReason({ ...end, wasAnswered: true, holdsConversation: false })).toBeNull();
    expect(findMissedReason({ ...end, endReason: NO_CONVERSATION, wasAnswered: true })).toBe("unavailable");
  });
});

/** Adds one figure of each. */
const sumOf = (name: string, ...figures: Readonly<Record<string, number>>[]): number =>
  figures.reduce((sum, each) => sum + (each[name] ?? 0), 0);

describe("a campaign's contact after a call", () => {
  const retry: NextStep = { kind: "retry", delaySeconds: 120 };
  const end: NextStep = { kind: "finished" };

  it.each<[string, NextStep, number, string]>([
    ["busy", retry, 1, "waiting_retry"],
    ["blocked_dnc", end, 0, "suppressed"],
    ["blocked_dnc", end, 1, "finished"],
    ["answered", end, 1, "finished"],
  ])("with the outcome %s and the next step %j after %d attempts is %s", (outcome, next, attempts, state) => {
    expect(decideSettledState(outcome, { next, attempts })).toBe(state);
  });

  it("moves each figure once", () => {
    expect(computeSettledFigures("answered", { state: "finished", wasAnswered: false })).toEqual({
      in_flight: -1,
      waiting_retry: 0,
      suppressed: 0,
      finished: 1,
      answered: 1,
      unreached: 0,
    });
    expect(computeSettledFigures("answered", { state: "finished", wasAnswered: true })).toMatchObject({ answered: 0 });
    expect(computeSettledFigures("busy", { state: "finished", wasAnswered: false })).toMatchObject({ unreached: 1 });
    expect(computeSettledFigures("busy", { state: "finished", wasAnswered: true })).toMatchObject({ unreached: 0 });
    expect(computeSettledFigures("busy", { state: "waiting_retry", wasAnswered: false })).toMatchObject({
      waiting_retry: 1,
      finished: 0,
      unreached: 0,
    });
    expect(computeSettledFigures("blocked_dnc", { state: "suppressed", wasAnswered: false })).toMatchObject({
      suppressed: 1,
      unreached: 0,
    });
  });

  it("is finished and answered once it is known that the person asked not to be called again", () => {
    const refused = (state: "waiting_retry" | "finished", wasAnswered: boolean) =>
      computeRefusedFigures({ state, wasAnswered });
    const unmoved = { waiting_retry: 0, finished: 0, answered: 0, unreached: 0 };
    expect(refused("waiting_retry", false)).toEqual({ ...unmoved, waiting_retry: -1, finished: 1, answered: 1 });
    expect(refused("waiting_retry", true)).toEqual({ ...unmoved, waiting_retry: -1, finished: 1 });
    expect(refused("finished", false)).toEqual({ ...unmoved, answered: 1, unreached: -1 });
    expect(refused("finished", true)).toEqual(unmoved);
  });

  it("has the same figures as if that had been known when its call was settled", () => {
    for (const outcome of ["busy", "answered", "no_answer"])
      for (const state of ["waiting_retry", "finished"] as const)
        for (const wasAnswered of [false, true]) {
          const settled = computeSettledFigures(outcome, { state, wasAnswered });
          const refused = computeRefusedFigures({ state, wasAnswered: wasAnswered || isAnswered(outcome) });
          const both = Object.fromEntries(
            Object.entries({ ...settled, ...refused }).map(([name]) => [name, sumOf(name, settled, refused)]),
          );
          expect(both).toEqual(computeSettledFigures("opted_out", { state: "finished", wasAnswered }));
        }
  });
});

it("three quarters of the slots are an organization's, and half of them its visitors', one at least", () => {
  expect([1, 4, 10].map(countSlotsOfOrganization)).toEqual([1, 3, 8]);
  expect([1, 4, 11].map(countSlotsOfVisitors)).toEqual([1, 2, 5]);
});

it("a call that was canceled, or that a rule stopped, was not dialled", () => {
  expect(["canceled", "blocked_dnc", "blocked_window"].map(wasDialled)).toEqual([false, false, false]);
  expect(["answered", "no_answer", "failed", "unknown", ""].map(wasDialled)).toEqual([true, true, true, true, true]);
});
