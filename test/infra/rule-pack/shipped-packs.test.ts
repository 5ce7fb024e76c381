import { describe, expect, it } from "@jest/globals";
import { isInForce, nameOfRule } from "../../../domain/rule-pack/applied-rules.ts";
import { explainRetention } from "../../../domain/rule-pack/retention.ts";
import { nameOfPack, type PackRule, type PackRuleOf, rulePackSchema } from "../../../domain/rule-pack/rule-pack.ts";
import { isHolidayCalendar } from "../../../infra/holiday/holiday-calendar.ts";
import { listRulePacks } from "../../../infra/rule-pack/rule-packs.ts";

const PACKS = listRulePacks();
const RULES = PACKS.flatMap((pack) => pack.rules.map((rule) => ({ pack, rule, name: nameOfRule(pack.id, rule.id) })));
const listKind = <Kind extends PackRule["kind"]>(kind: Kind): PackRuleOf<Kind>[] =>
  RULES.map(({ rule }) => rule).filter((rule): rule is PackRuleOf<Kind> => rule.kind === kind);

describe("the packs that are shipped", () => {
  it("are those of the United States and three of its states, of debts, of six other countries and of the European Union", () => {
    expect([...new Set(PACKS.map(({ id }) => id))].toSorted()).toEqual([
      ...["ca", "de", "es", "eu-ai-act", "fr", "in", "uk"],
      ...["us-federal", "us-florida", "us-oklahoma", "us-regulation-f", "us-texas"],
    ]);
  });

  it("say in both languages that they are no legal advice", () => {
    for (const { note } of PACKS) {
      expect(note.en).toMatch(/no legal advice/);
      expect(note.de).toMatch(/keine Rechtsberatung/);
    }
  });

  it("have rules of each kind: hours by day and holidays, attempts a day and in seven, consent and disclosure with their wording, numbers, retention", () => {
    const hours = listKind("hours");
    expect(hours.some(({ slots }) => slots.some(({ days }) => !days.includes("sat")))).toBe(true);
    expect(
      hours.filter(({ holidays }) => holidays !== undefined && isHolidayCalendar(holidays)).length,
    ).toBeGreaterThan(0);
    expect(listKind("attempts").map(({ within_days }) => within_days)).toEqual(expect.arrayContaining([1, 7]));
    for (const { wording } of [...listKind("consent"), ...listKind("disclosure")]) expect(wording.en).not.toBe("");
    const kinds = new Set(RULES.map(({ rule }) => rule.kind));
    expect([...kinds].toSorted()).toEqual([
      ...["attempts", "caller_id", "consent", "disclosure", "hours", "number_kinds", "pause_after_conversation"],
      "retention",
    ]);
  });
});

describe("a rule of a shipped pack", () => {
  it.each(RULES)(
    "$name says what it says in both languages, its source, the paragraph and when it was read",
    ({ rule }) => {
      expect(rule.says.en).not.toBe(rule.says.de);
      expect(rule.source.length).toBeGreaterThan(5);
      expect(rule.paragraph).not.toBe("");
      if (rule.standing === "sourced") expect(rule.checked).toMatch(/^2026-\d{2}-\d{2}$/);
    },
  );

  it.each(RULES)(
    "$name is off until it is named where counsel is to confirm it, and on with its pack otherwise",
    ({ pack, rule, name }) => {
      expect(isInForce(pack, rule, [])).toBe(rule.standing === "sourced");
      expect(isInForce(pack, rule, [name])).toBe(true);
      const others = RULES.map((each) => each.name).filter((each) => each !== name);
      expect(isInForce(pack, rule, others)).toBe(rule.standing === "sourced");
    },
  );

  it("is refused as sourced where nobody has read it, and without a paragraph", () => {
    const [pack] = PACKS.filter(({ id }) => id === "uk").map(({ digest: _, ...said }) => said);
    const [rule, ...others] = pack?.rules ?? [];
    const isPack = (changed: object) =>
      rulePackSchema.safeParse({ ...pack, rules: [{ ...rule, ...changed }, ...others] }).success;
    expect([isPack({}), isPack({ checked: null }), isPack({ paragraph: "" }), isPack({ source: "" })]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("a rule about how long calls are kept", () => {
  const retention = RULES.flatMap(({ pack, rule, name }) => (rule.kind === "retention" ? [{ pack, rule, name }] : []));

  it.each(retention)("$name holds once it is on: a day less is refused", ({ pack, rule, name }) => {
    const least = rule.keep_calls_days_at_least ?? 0;
    const explain = (callsDays: number, unconfirmed: string[]) =>
      explainRetention({ packs: [pack], unconfirmed }, { callsDays, wordsDays: null })?.sentence ?? null;
    expect(explain(least - 1, [name])).toContain(`${name} (${rule.paragraph})`);
    expect(explain(least, [name])).toBeNull();
    expect(explain(least - 1, [])).toBeNull();
  });

  it("is in packs of the United States and Germany", () => {
    expect([...new Set(retention.map(({ pack }) => nameOfPack(pack)))]).toEqual([
      "de@2026-11",
      "us-federal@2026-11",
      "us-regulation-f@2026-11",
    ]);
  });
});
