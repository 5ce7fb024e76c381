import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { campaignForecastOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import { askWhatIfOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { recordConsentOperation } from "../../../api/contacts/consents.operations.ts";
import { previewRulePacksOperation } from "../../../api/organizations/organizations.operations.ts";
import type { OwnRule } from "../../../domain/rule-pack/own-rule.ts";
import { toOwnRulesColumn } from "../../../infra/postgres/rule-pack/ruled-call.repository.ts";
import { type NewContact, someContacts } from "../../factories/campaigns.ts";
import { startTestWorker } from "./running-worker.ts";
import { at, MIXED, openWhatIfRig, type WhatIfRig } from "./what-if-rig.ts";

let rig: WhatIfRig;
let worker: { stop(): Promise<void> };
let id: number;

const TWICE: OwnRule = { name: "Twice", expression: "attempts_7d < 2", if_false: "refuse" };
const inLondon = (from: number, count: number): NewContact[] =>
  Array.from({ length: count }, (_, place) => ({ phone_number: `+4477009${String(from + place).padStart(5, "0")}` }));
/** The pack of the United Kingdom needs a recorded consent: some have agreed, the others have not. */
const AGREED = inLondon(0, 4);
const SILENT = inLondon(100, 5);
const AMERICANS = someContacts(40);

const chooseRules = (rules: { rule_packs: string[] | null; own_rules: OwnRule[] | null }) =>
  rig.test.everything
    .updateTable("organizations")
    .set({ rule_packs: rules.rule_packs, own_rules: toOwnRulesColumn(rules.own_rules) })
    .where("id", "=", rig.tenant.organizationId)
    .execute();

beforeAll(async () => {
  rig = await openWhatIfRig();
  worker = await startTestWorker(rig.test, rig);
  await rig.simulator.writeScript({ speed: 100_000, defaults: { weights: MIXED } });
  for (const { phone_number } of AGREED)
    await rig.operator.call(recordConsentOperation, { body: { phone_number, status: "granted", source: "A form" } });
  await chooseRules({ rule_packs: ["uk"], own_rules: [TWICE] });
  id = await rig.draftFor([...AGREED, ...SILENT, ...AMERICANS]);
  await rig.start(id);
  await rig.stateIs(id, "completed");
});
afterAll(async () => {
  await worker?.stop();
  await rig?.close();
});

describe("a campaign that was called by rules", () => {
  it("is replayed by its own without a difference", async () => {
    const own = await rig.ask(id, {});
    expect(own).toMatchObject({ differing: 0, drawn: 0, seeds: 1 });
    expect(own.would).toEqual(own.was);
    expect(own.was.attempts).toBe((await rig.simulator.record()).length);
    expect(await rig.ask(id, { rule_packs: ["uk@2026-11"] })).toMatchObject({ would: own.was, drawn: 0 });
  });

  it("calls more people without its pack, and those whom its rule refused again without that", async () => {
    const { was, would } = await rig.ask(id, { rule_packs: [] });
    expect(would.attempts).toBeGreaterThanOrEqual(was.attempts + SILENT.length);
    const again = await rig.ask(id, { own_rules: [] });
    expect(again.would.attempts).toBeGreaterThan(was.attempts);
  });

  it("calls nobody by rules that let nobody pass, and each person once by one that allows one call", async () => {
    const nobody = await rig.ask(id, { own_rules: [{ name: "Nobody", expression: "hour > 99", if_false: "refuse" }] });
    expect(nobody.would.attempts).toBe(0);
    const once = await rig.ask(id, { own_rules: [{ ...TWICE, expression: "attempts_7d < 1" }] });
    expect(once.would.attempts).toBe(AGREED.length + AMERICANS.length);
  });

  it("keeps its past when the organization chooses other rules later", async () => {
    await chooseRules({ rule_packs: ["uk", "us-federal"], own_rules: [TWICE] });
    expect(await rig.ask(id, {})).toMatchObject({ differing: 0, drawn: 0 });
    await chooseRules({ rule_packs: ["uk"], own_rules: [TWICE] });
  });

  it("refuses a rule of a pack that is not asked about", async () => {
    const body = { rule_packs: ["uk"], unconfirmed_rules: ["de/hours"] };
    expect(await rig.operator.refused(askWhatIfOperation, { ...at(id), body })).toMatchObject({ status: 422 });
  });
});

describe("the preview of a change of rule packs", () => {
  const look = async (body: object) => {
    const client = rig.api.client({ token: rig.tenant.admin.token });
    const { past } = (await client.call(previewRulePacksOperation, { body })).body;
    if (!past) throw new Error("it replays calls");
    return past;
  };

  it("replays the campaign's calls: its own rules stop none that was made, and allow none that they refused", async () => {
    const made = (await rig.simulator.record()).length;
    const past = await look({});
    expect(past).toMatchObject({ one_in: 1, has_more: false, calls: made, newly_stopped: 0, allowed: 0 });
    expect(past.after).toEqual({ refused: 0, waiting: 0 });
    expect(past.refused_calls).toBeGreaterThan(SILENT.length);
  });

  it("tells which calls other rules would have stopped, by pack, rule and paragraph, and whom it would let pass", async () => {
    const made = (await rig.simulator.record()).length;
    const americans = (await rig.simulator.record()).filter(({ to }) => to?.startsWith("+1")).length;
    const stricter = await look({
      rule_packs: ["uk", "us-federal"],
      unconfirmed_rules: ["us-federal/artificial_voice"],
    });
    expect(stricter).toMatchObject({ newly_stopped: americans, allowed: 0 });
    expect(stricter.by_rule.map(({ pack, rule, paragraph, refused }) => [pack, rule, paragraph, refused])).toEqual([
      ["us-federal@2026-11", "artificial_voice", "47 USC 227(b)(1)", americans],
    ]);
    const once = await look({ own_rules: [{ ...TWICE, expression: "attempts_7d < 1" }] });
    expect(once.newly_stopped).toBe(made - AGREED.length - AMERICANS.length);
    const without = await look({ rule_packs: [] });
    expect(without).toMatchObject({ newly_stopped: 0, allowed: SILENT.length, newly_allowed: SILENT.length });
    const free = await look({ rule_packs: [], own_rules: [] });
    expect(free.allowed).toBe(free.refused_calls);
  });
});

describe("the forecast of a draft", () => {
  it("leaves out whom a pack refuses, and foresees no more calls than the rules allow", async () => {
    const draft = await rig.draftFor([...inLondon(200, 7), ...someContacts(72).slice(60)]);
    const { body: told } = await rig.operator.call(campaignForecastOperation, at(draft));
    expect(told).toMatchObject({ contacts: 19, suppressed: { rule: 7 }, to_call: 12 });
    expect(told.foreseen?.earlier_campaign_id).toBe(id);
    // Which of them were called before is not known of people who are counted together.
    expect(told.foreseen?.attempts).toBeGreaterThan(12);
    expect(told.foreseen?.attempts).toBeLessThanOrEqual(24);
  });
});
