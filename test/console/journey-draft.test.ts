import { describe, expect, it } from "@jest/globals";
import type { JourneyStep } from "../../domain/journey/journey.ts";
import { loadConsoleModule } from "./console-module.ts";

interface Draft {
  key: string;
  id: string;
  kind: string;
  next: string[];
  text: string;
}

interface JourneyDraft {
  readStep(step: object, key: string): Draft;
  writeStep(draft: Draft): object;
  addStep(drafts: readonly Draft[], key: string): Draft[];
  changeStep(drafts: readonly Draft[], key: string, change: Partial<Draft>): Draft[];
  removeStep(drafts: readonly Draft[], key: string): Draft[];
  listMiddlePeople(drafts: readonly Pick<Draft, "id" | "kind">[], known: object): object[];
  findStepFault(faults: readonly object[], index: number, field: string | null): string | undefined;
}

const { readStep, writeStep, addStep, changeStep, removeStep, listMiddlePeople, findStepFault } =
  await loadConsoleModule<JourneyDraft>("campaigns/journey-draft.ts");

const STEPS: JourneyStep[] = [
  { id: "text", on: ["no_answer", "busy"], wait: { minutes: 10 }, do: "sms", text: "Hello", next: ["again", "stop"] },
  { id: "again", wait: { days: 1, at: "10:00" }, do: "call", workflow_id: 12, most: 2, next: ["text"] },
  { id: "later", on: ["later", { disposition: "later" }], do: "call" },
  { id: "write", on: [{ answered_by: "screening" }], do: "mail", to: "a@example.com", subject: "Hi", text: "Hello" },
  {
    id: "tell",
    on: [
      { variable: "city", is: "Berlin" },
      { variable: "rooms", is: 3 },
    ],
    do: "webhook",
    webhook_id: 4,
  },
  { id: "ask", on: [{ variable: "wants_person", is: true }], do: "inbox", folder_id: 3, text: "Call {{name}}" },
  { id: "stop", wait: { hours: 2 }, do: "do_not_call", reason: "asked for it" },
];
const drafts = () => STEPS.map((step, at) => readStep(step, String(at)));

describe("a journey in a form", () => {
  it("is written as it was read, of every kind of step and condition", () => {
    expect(drafts().map(writeStep)).toEqual(STEPS);
  });

  it("leaves out what the chosen kind has not, and keeps it for when the kind is chosen again", () => {
    const [draft] = changeStep(drafts(), "0", { kind: "do_not_call" });
    expect(draft && writeStep(draft)).toMatchObject({ id: "text", do: "do_not_call" });
    expect(draft && writeStep(draft)).not.toHaveProperty("text");
    expect(draft?.text).toBe("Hello");
  });

  it("adds a step under a name that no other has, follows a change of the name, and takes out what is gone", () => {
    const added = addStep(addStep(drafts(), "a"), "b");
    expect(added.slice(-2).map(({ id }) => id)).toEqual(["step-8", "step-9"]);
    const named = changeStep(drafts(), "1", { id: "call" });
    expect(named.map(({ next }) => next).slice(0, 2)).toEqual([["call", "stop"], ["text"]]);
    expect(removeStep(drafts(), "6").map(({ next }) => next)[0]).toEqual(["again"]);
  });

  it("says what becomes of the people in the middle, as the platform does it", () => {
    const states = (waiting: number) => ({ waiting, doing: 0, calling: 0 });
    const known = {
      kept: STEPS,
      edges: [
        { to: "text", states: states(2) },
        { to: "text", states: states(1) },
        { to: "again", states: states(4) },
        { to: "ask", states: states(0) },
      ],
    };
    const becomes = (given: Pick<Draft, "id" | "kind">[]) => listMiddlePeople(given, known);
    expect(becomes(drafts())).toEqual([
      { step: "text", people: 3, becomes: "changed" },
      { step: "again", people: 4, becomes: "changed" },
    ]);
    expect(becomes([{ id: "text", kind: "mail" }])).toEqual([
      { step: "text", people: 3, becomes: "former" },
      { step: "again", people: 4, becomes: "former" },
    ]);
    expect(becomes([])).toMatchObject([{ becomes: "ended" }, { becomes: "ended" }]);
  });

  it("finds what the API says of a field, and of a step as a whole", () => {
    const faults = [
      { loc: ["body", "steps", 1, "wait", "at"], msg: "no time" },
      { loc: ["body", "steps", 2], msg: "no such kind" },
    ];
    expect(findStepFault(faults, 1, "at")).toBe("no time");
    expect(findStepFault(faults, 1, "text")).toBeUndefined();
    expect(findStepFault(faults, 2, null)).toBe("no such kind");
    expect(findStepFault(faults, 0, "at")).toBeUndefined();
  });
});
