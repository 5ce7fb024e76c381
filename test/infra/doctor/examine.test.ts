import { describe, expect, it } from "@jest/globals";
import { judgeClock } from "../../../infra/doctor/clock-gap.ts";
import { describeError, examine } from "../../../infra/doctor/examine.ts";
import { fault, good, tellFinding, warning } from "../../../infra/doctor/finding.ts";
import { writeReport } from "../../../infra/doctor/report.ts";

describe("an examination", () => {
  it("names a part that refuses or does not answer, beside those that do", async () => {
    const refused = new Error("the login was refused", { cause: new Error("28P01") });
    const findings = await examine(
      [
        { part: "mail", look: async () => [good("mail_accepted"), warning("certificate_ending", { days: 1 })] },
        { part: "search", look: () => Promise.reject(refused) },
        { part: "temporal", look: () => new Promise(() => {}) },
      ],
      20,
    );
    expect(findings.map((finding) => tellFinding(finding, "en"))).toMatchObject([
      { part: "Mail", level: "good", code: "mail_accepted", remedy: null, command: null },
      { part: "Mail", level: "warning", text: "Its certificate is valid for 1 more day" },
      { part: "Search", level: "fault", code: "failed", text: "the login was refused: 28P01" },
      { part: "Temporal", level: "fault", code: "no_answer", text: "No answer within 0.02 s" },
    ]);
  });

  it("says why no address of a name was reached", () => {
    const reasons = [new Error("connect ECONNREFUSED ::1:5432"), new Error("connect ECONNREFUSED 127.0.0.1:5432")];
    expect(describeError(new AggregateError(reasons, ""))).toBe(
      "connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432",
    );
  });

  it("is reported line by line in either language, with what mends each, the command for it and a sum", () => {
    const findings = [
      { part: "mail", ...good("mail_accepted") },
      { part: "schema", ...fault("schema_old", { count: 2, first: "0002-a" }), command: "node migrate.ts" },
      { part: "disk", ...warning("disk_scarce", { gigabytes: 1.24 }) },
    ] as const;
    expect(writeReport(findings, "en").split("\n")).toEqual([
      "ok       Mail: The mail server lets this login send",
      "FAULT    PostgreSQL's schema: It lacks 2 changes, 0002-a first",
      "         Run the migrations with DATABASE_MIGRATIONS_URL",
      "         $ node migrate.ts",
      "WARNING  Disk: 1.2 GB are free",
      "         Make room before it is used up",
      "",
      "1 fault, 1 warning, 1 good.",
    ]);
    expect(writeReport(findings, "de").split("\n")).toEqual([
      "gut      E-Mail: Der Mailserver nimmt diesen Login an",
      "FEHLER   PostgreSQL: Schema: Es fehlen 2 Änderungen, als erste 0002-a",
      "         Führen Sie die Migrationen mit DATABASE_MIGRATIONS_URL aus",
      "         $ node migrate.ts",
      "WARNUNG  Festplatte: 1,2 GB sind frei",
      "         Schaffen Sie Platz, bevor er verbraucht ist",
      "",
      "1 Fehler, 1 Warnung, 1-mal in Ordnung.",
    ]);
  });
});

describe("another clock", () => {
  const ours = new Date("2026-03-02T10:00:00.000Z");
  const later = (seconds: number) => new Date(ours.getTime() + seconds * 1000);

  it.each([
    [0.9, 0, "good"],
    [-0.9, 0, "good"],
    [1.1, 0, "warning"],
    [-59, 0, "warning"],
    [60.5, 0, "fault"],
    [-3600, 0, "fault"],
    // Read in whole seconds.
    [1.9, 1, "good"],
    [2.1, 1, "warning"],
  ])("%d s away, read to %d s, is judged %s", (seconds, toSeconds, level) => {
    expect(judgeClock(later(seconds), { ours, toSeconds }).level).toBe(level);
  });
});
