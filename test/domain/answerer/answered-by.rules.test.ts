import { describe, expect, it } from "@jest/globals";
import {
  ANSWERERS,
  DETECTIONS,
  isMachine,
  readDetection,
  readRunDetection,
  reviseAnswer,
  toAnswerer,
  wasAnsweredByMachine,
} from "../../../domain/answerer/answered-by.rules.ts";

describe("who answered", () => {
  it("is one of five words on the run, whatever was found on the line", () => {
    expect(DETECTIONS.map(toAnswerer)).toEqual([...ANSWERERS, "ivr"]);
  });

  it("is read in today's words and in those of earlier versions", () => {
    expect(["human", "machine", "fax", ...ANSWERERS].map(readDetection)).toEqual([
      "person",
      "voicemail",
      "fax",
      ...ANSWERERS,
    ]);
    expect([null, undefined, 7, "", "Person", "answered"].map(readDetection)).toEqual(Array(6).fill(null));
  });

  it("remembers a fax machine by its evidence", () => {
    expect(readRunDetection({ answered_by: "ivr", answer_evidence: { kind: "fax" } })).toBe("fax");
    expect(readRunDetection({ answered_by: "ivr", answer_evidence: { kind: "menu" } })).toBe("ivr");
    expect(readRunDetection({ answered_by: null, answer_evidence: null })).toBeNull();
  });

  it("is a machine that nobody can talk to only where it is a mailbox or a fax", () => {
    expect([...DETECTIONS, null].filter(isMachine)).toEqual(["voicemail", "fax"]);
  });

  it("is no person where a machine alone answered", () => {
    expect(ANSWERERS.filter((by) => wasAnsweredByMachine(by, false))).toEqual(["voicemail", "screening", "ivr"]);
    expect(ANSWERERS.filter((by) => wasAnsweredByMachine(by, true))).toEqual(["voicemail"]);
  });

  it("is decided once: only the unknown is told later, and a machine that was taken for a person", () => {
    const carrier = (by: (typeof ANSWERERS)[number]) => ({ by, source: "carrier" as const });
    for (const known of ANSWERERS) {
      for (const told of ANSWERERS) {
        const revises = known !== told && told !== "unknown" && (known === "unknown" || known === "person");
        expect([known, told, reviseAnswer(carrier(known), carrier(told)).by]).toEqual([
          known,
          told,
          revises ? told : known,
        ]);
      }
    }
  });

  it("is what the platform has heard rather than what a carrier detects, which knows no screening", () => {
    const mailbox = { by: "voicemail", source: "carrier" } as const;
    const screening = { by: "screening", source: "words" } as const;
    expect(reviseAnswer(mailbox, screening)).toBe(screening);
    expect(reviseAnswer(screening, mailbox)).toBe(screening);
    expect(reviseAnswer(null, mailbox)).toBe(mailbox);
  });
});
