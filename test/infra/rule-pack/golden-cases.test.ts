import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { CONSENT_STATUSES } from "../../../domain/contact/consent.rules.ts";
import { classifyNumber } from "../../../domain/number/number-kinds.ts";
import { nameOfRule } from "../../../domain/rule-pack/applied-rules.ts";
import { judgeRules } from "../../../domain/rule-pack/judge-rules.ts";
import { nameOfPack } from "../../../domain/rule-pack/rule-pack.ts";
import { choosePacks, listRulePacks } from "../../../infra/rule-pack/rule-packs.ts";
import { buildRuledCall } from "../../../infra/rule-pack/ruled-call.ts";

/* What each pack says of calls, worked out from its paragraphs apart from the code. */

const FOLDER = join(import.meta.dirname, "cases");
const instant = z.iso.datetime();
const goldenCase = z.strictObject({
  about: z.string(),
  at: instant,
  number: z.string(),
  zones: z.array(z.string()),
  /** The rules that are looked at; none: those that are on without anybody's doing. */
  on: z.array(z.string()),
  /** False: the pack does not concern the number. */
  packs: z.literal(false).optional(),
  region: z.string().optional(),
  consent: z.enum(CONSENT_STATUSES),
  attested: z.boolean().optional(),
  caller_id: z.string().optional(),
  attempts: z.array(instant).optional(),
  answered: z.array(instant).optional(),
  language: z.string().optional(),
  refused: z.string().nullable().optional(),
  waits: z.object({ rule: z.string(), until: instant }).nullable().optional(),
  says: z.string().nullable().optional(),
});
const goldenFile = z.strictObject({ pack: z.string(), cases: z.array(goldenCase).min(30) });
type Case = z.output<typeof goldenCase>;

const files = readdirSync(FOLDER).map((name) => goldenFile.parse(JSON.parse(readFileSync(join(FOLDER, name), "utf8"))));

const play = (packName: string, { at, on, number, region, attempts = [], answered = [], ...given }: Case) => {
  const [pack] = choosePacks([packName]);
  if (!pack) throw new Error(packName);
  const call = buildRuledCall(
    { packs: [pack], unconfirmed: on.map((rule) => nameOfRule(pack.id, rule)), own: [] },
    {
      phoneNumber: number,
      numberClass: classifyNumber(number),
      zones: given.zones,
      consent: given.consent,
      consentAttested: given.attested ?? false,
      callerId: given.caller_id ?? null,
      attempts: [
        ...attempts.map((each) => ({ atMs: Date.parse(each), answered: false })),
        ...answered.map((each) => ({ atMs: Date.parse(each), answered: true })),
      ].toSorted((one, other) => one.atMs - other.atMs),
      attributes: region === undefined ? {} : { region },
      list: null,
    },
  );
  const looked = call.rules.filter(({ rule }) => on.length === 0 || on.includes(rule.id));
  const standing = judgeRules({ ...call, rules: looked }, Date.parse(at));
  const said = looked.flatMap(({ rule }) =>
    rule.kind === "disclosure" ? [rule.wording[given.language ?? "en"] ?? rule.wording.en] : [],
  );
  return { standing, says: said[0] ?? null };
};

describe.each(files)("the cases of $pack", ({ pack, cases }) => {
  it.each(cases)("$about", (each) => {
    const { standing, says } = play(pack, each);
    if (each.packs === false) expect(standing.packs).toEqual([]);
    if (each.refused !== undefined) expect(standing.refused?.law.rule ?? null).toBe(each.refused);
    if (each.waits !== undefined)
      expect(standing.waits && { rule: standing.waits.law.rule, until: toIso(standing.waits.untilMs) }).toEqual(
        each.waits,
      );
    if (each.says !== undefined) expect(says).toBe(each.says);
  });

  it("are 30 at least, cover every rule of a call, and changes of clocks among them", () => {
    const [shipped] = choosePacks([pack]);
    // What is kept, and for how long, is no matter of one call.
    const judged = shipped?.rules.filter(({ kind }) => kind !== "retention") ?? [];
    const covered = new Set(cases.flatMap(({ on }) => on));
    expect(judged.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
    expect(cases.filter(({ at }) => CHANGES.some((day) => at.startsWith(day))).length).toBeGreaterThanOrEqual(4);
  });
});

/** Days on which clocks change somewhere, in UTC. */
const CHANGES = ["2026-10-25", "2026-11-01", "2027-03-14", "2027-03-28", "2026-11-04", "2026-11-05"];

const toIso = (atMs: number | null): string | null =>
  atMs === null ? null : new Date(atMs).toISOString().replace(".000Z", "Z");

describe("the shipped packs", () => {
  it("have each a file of cases", () => {
    expect(files.map(({ pack }) => pack).toSorted()).toEqual(listRulePacks().map(nameOfPack).toSorted());
  });
});
