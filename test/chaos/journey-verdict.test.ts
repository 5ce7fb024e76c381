import { describe, expect, it } from "@jest/globals";
import type { JourneyStep } from "../../domain/journey/journey.ts";
import { type JourneyEvidence, type JourneyVerdict, judgeJourney, keepsEveryStep } from "./journey-verdict.ts";

const STEPS: JourneyStep[] = [
  { id: "text", on: ["no_answer"], do: "sms", text: "Hello", next: ["again"] },
  { id: "again", do: "call", next: ["write"] },
  { id: "write", do: "mail", subject: "Hello", text: "Hello", next: ["tell"] },
  { id: "tell", do: "webhook", webhook_id: 1 },
  { id: "ask", on: ["voicemail"], do: "inbox", folder_id: 1, text: "Call" },
];
const row = (contactId: number, step: string, cameFrom: string | null, state = "done") => ({
  contactId,
  step,
  cameFrom,
  state,
  reason: state === "done" ? null : "the number is on the do-not-call list",
});
const person = (contactId: number, state = "finished") => ({
  number: `+${contactId}`,
  contactId,
  state,
  lastOutcome: "no_answer",
});
const reached = (contactId: number, atMs = 100) => ({ number: `+${contactId}`, atMs });
const call = (contactId: number, outcome: string, atMs = 100) => ({ ...reached(contactId, atMs), outcome });

/** One goes all the way, one says stop by text and one through the API, one is asked of. */
const clean: JourneyEvidence = {
  steps: STEPS,
  people: [person(1), person(2), person(3, "suppressed"), person(4)],
  rows: [
    row(1, "text", null),
    row(1, "again", "text"),
    row(1, "write", "again"),
    row(1, "tell", "write"),
    row(2, "text", null),
    row(2, "again", "text", "ended"),
    row(3, "text", null, "ended"),
    row(4, "ask", null),
  ],
  calls: [call(1, "no_answer"), call(1, "answered"), call(2, "no_answer"), call(3, "no_answer"), call(4, "voicemail")],
  texts: [reached(1), reached(2)],
  mails: [reached(1)],
  told: [
    { id: "a", contactId: 1, step: "tell" },
    { id: "a", contactId: 1, step: "tell" },
  ],
  asked: ["+4"],
  stops: [
    { number: "+2", way: "text", answeredAtMs: 500 },
    { number: "+3", way: "api", answeredAtMs: 500 },
  ],
  kills: 3,
};
const without = (contactId: number, step: string) =>
  clean.rows.filter((each) => each.contactId !== contactId || each.step !== step);

describe("the judge of journeys", () => {
  it("finds nothing where nothing is wrong", () => {
    expect(judgeJourney(clean)).toEqual({ doneTwice: [], afterStop: [], lost: [], neverDone: [], untested: [] });
    expect(keepsEveryStep(judgeJourney(clean))).toBe(true);
  });

  it.each<{ breach: string; found: keyof JourneyVerdict; changes: Partial<JourneyEvidence> }>([
    { breach: "a call more", found: "doneTwice", changes: { calls: [...clean.calls, call(4, "answered")] } },
    { breach: "a second text", found: "doneTwice", changes: { texts: [...clean.texts, reached(1)] } },
    { breach: "a second mail", found: "doneTwice", changes: { mails: [reached(1), reached(1)] } },
    {
      breach: "a webhook of another id",
      found: "doneTwice",
      changes: { told: [...clean.told, { id: "b", contactId: 1, step: "tell" }] },
    },
    { breach: "two requests to people", found: "doneTwice", changes: { asked: ["+4", "+4"] } },
    { breach: "a text after the stop", found: "afterStop", changes: { texts: [reached(1), reached(2, 501)] } },
    { breach: "a mail after the stop", found: "afterStop", changes: { mails: [reached(1), reached(3, 501)] } },
    { breach: "a call after the stop", found: "afterStop", changes: { calls: [...clean.calls, call(2, "busy", 501)] } },
    {
      breach: "a step that waits still",
      found: "lost",
      changes: { rows: [...without(4, "ask"), row(4, "ask", null, "waiting")] },
    },
    { breach: "nothing behind the call", found: "lost", changes: { rows: without(4, "ask") } },
    { breach: "nothing behind a step", found: "lost", changes: { rows: without(1, "tell") } },
    {
      breach: "an end without a reason",
      found: "lost",
      changes: { rows: [...without(4, "ask"), { ...row(4, "ask", null, "failed"), reason: null }] },
    },
    {
      breach: "a contact that is called for ever",
      found: "lost",
      changes: { people: [...clean.people, person(5, "pending")] },
    },
    { breach: "a text that nobody has", found: "neverDone", changes: { texts: [reached(2)] } },
    { breach: "a webhook that never came", found: "neverDone", changes: { told: [] } },
    { breach: "no kill", found: "untested", changes: { kills: 0 } },
    { breach: "stops that came too late", found: "untested", changes: { stops: clean.stops.slice(0, 1) } },
  ])("finds $breach", ({ found, changes }) => {
    const verdict = judgeJourney({ ...clean, ...changes });
    expect(verdict[found]).not.toEqual([]);
    expect(keepsEveryStep(verdict)).toBe(false);
  });
});
