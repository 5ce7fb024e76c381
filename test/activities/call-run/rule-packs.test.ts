import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Updateable } from "kysely";
import { readContactOutlook } from "../../../application/call/call-outlook.ts";
import { findAskedContact } from "../../../application/call/find-asked-contact.ts";
import { explainAdmission, findNextInstant } from "../../../domain/call/admission-outlook.rules.ts";
import { explainContact } from "../../../domain/campaign/contact-report.ts";
import type { OwnRule } from "../../../domain/rule-pack/own-rule.ts";
import { readRunAgent } from "../../../infra/postgres/call/run-agent.repository.ts";
import { findCampaign } from "../../../infra/postgres/campaign/campaign.repository.ts";
import { recordConsents } from "../../../infra/postgres/contact/consent.repository.ts";
import { toOwnRulesColumn } from "../../../infra/postgres/rule-pack/ruled-call.repository.ts";
import type { Tables } from "../../../infra/postgres/tables.ts";
import { choosePacks } from "../../../infra/rule-pack/rule-packs.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import type { NewContact } from "../../factories/campaigns.ts";
import {
  type CampaignOptions,
  type DiallingRig,
  type StartedCampaign,
  startCampaign,
  startDiallingRig,
} from "../dialling-rig.ts";

let rig: DiallingRig;
beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const HOUR_MS = 3_600_000;
const [FLORIDA, LONDON, NEW_YORK] = ["+13055550123", "+447700900123", "+12125550123"];

const ZONES = [
  "Pacific/Auckland",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "Europe/Berlin",
  "America/New_York",
  "America/Los_Angeles",
  "Pacific/Honolulu",
];
const hourIn = (timeZone: string): number =>
  Number(new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" }).format(Date.now()));
const zoneWhere = (holds: (hour: number) => boolean): string => {
  const found = ZONES.find((zone) => holds(hourIn(zone)));
  if (!found) throw new Error("it is such an hour somewhere");
  return found;
};
/** Far from the ends of every pack's hours, which a test must not run into. */
const day = () => zoneWhere((hour) => hour >= 10 && hour < 18);
const night = () => zoneWhere((hour) => hour >= 22 || hour < 6);

interface Rules extends Omit<Updateable<Tables["organizations"]>, "own_rules"> {
  own_rules?: OwnRule[];
}

const startRuled = async (
  { own_rules: own, ...packs }: Rules,
  contact: NewContact,
  options: CampaignOptions = {},
): Promise<StartedCampaign> => {
  const campaign = await startCampaign(rig, { ...options, contacts: [contact] });
  const rules = { ...packs, ...(own && { own_rules: toOwnRulesColumn(own) }) };
  if (Object.keys(rules).length > 0)
    await rig.test.everything
      .updateTable("organizations")
      .set(rules)
      .where("id", "=", campaign.organizationId)
      .execute();
  return campaign;
};
const claimOne = async (campaign: StartedCampaign): Promise<string> => {
  const [runUuid] = (await campaign.claim(1)).runUuids;
  if (!runUuid) throw new Error("nothing was claimed");
  return runUuid;
};
const outlookOf = (campaign: StartedCampaign) =>
  campaign.inOrganization(async (tx) => {
    const row = await findCampaign(tx, campaign.campaignId);
    const contactId = (await campaign.contacts())[0]?.contact_id ?? 0;
    const contact = row && (await findAskedContact(tx, { campaign: row, contactId }));
    if (!row || !contact) throw new Error("the campaign calls this contact");
    return readContactOutlook(rig.deps, tx, { campaign: row, contact });
  });
const entriesOf = ({ organizationId }: StartedCampaign) =>
  rig.test.everything
    .selectFrom("unsealed_entries")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("kind", "=", "attempt.requested")
    .execute();

describe("consent that a pack needs", () => {
  it("suppresses a contact without it, by the name of the rule, and lets one with it pass", async () => {
    const campaign = await startRuled({ rule_packs: ["uk@2026-11"] }, { phone_number: LONDON });
    const sentence =
      "Rule automated_calls of uk@2026-11 (PECR 2003, regulation 19) needs a recorded consent of the person, and there is none";
    const blocking = explainAdmission((await outlookOf(campaign)).facts).find(({ passes }) => !passes);
    expect(blocking).toMatchObject({
      rule: "pack_permission",
      sentence,
      law: { pack: "uk@2026-11", rule: "automated_calls", paragraph: "PECR 2003, regulation 19" },
    });
    const run = await claimOne(campaign);
    expect(await campaign.place(run)).toMatchObject({ outcome: "blocked_rule", blocked: true, sentence });
    const [contact] = await campaign.contacts();
    expect(contact).toMatchObject({ state: "suppressed", last_outcome: "blocked_rule" });
    const row = await campaign.run(run);
    const reported = {
      state: "suppressed",
      dialled: false,
      lastOutcome: "blocked_rule",
      lastError: row?.error ?? null,
      callBackAt: null,
    } as const;
    expect(explainContact(reported, "running")).toContain(sentence);
    expect(await campaign.requests()).toEqual([]);

    const other = await startRuled({ rule_packs: ["uk"] }, { phone_number: LONDON });
    await other.inOrganization((tx) =>
      recordConsents(tx, [LONDON], {
        organizationId: other.organizationId,
        status: "granted",
        source: "form",
        actor: "user:1",
      }),
    );
    expect(await other.place(await claimOne(other))).toMatchObject({ kind: "accepted" });
  });

  it("concerns numbers of its country alone", async () => {
    const campaign = await startRuled({ rule_packs: ["uk"] }, { phone_number: NEW_YORK });
    expect(await campaign.place(await claimOne(campaign))).toMatchObject({ kind: "accepted" });
    expect((await entriesOf(campaign))[0]?.facts).not.toHaveProperty("policy.rules");
  });

  it("refuses a single call too", async () => {
    const campaign = await startRuled({ rule_packs: ["uk"] }, { phone_number: LONDON });
    const single = await createRunRow(rig.test, campaign, {
      called_number: LONDON,
      telephony_configuration_id: campaign.tenant.simulatorAccountId,
    });
    expect(await campaign.place(single.uuid)).toMatchObject({ outcome: "blocked_rule", blocked: true });
  });
});

describe("hours of a pack", () => {
  it("send a contact back until they open", async () => {
    const campaign = await startRuled({ rule_packs: ["us-federal"] }, { phone_number: NEW_YORK, timezone: night() });
    const outlook = await outlookOf(campaign);
    const opensAtMs = findNextInstant(outlook);
    expect(explainAdmission(outlook.facts).find(({ passes }) => !passes)).toMatchObject({
      rule: "pack_times",
      untilMs: opensAtMs,
    });
    expect((await campaign.claim(1)).runUuids).toEqual([]);
    const [contact] = await campaign.contacts();
    expect(contact).toMatchObject({ state: "pending", attempts: 0, next_attempt_at: new Date(opensAtMs ?? 0) });
    expect(await campaign.requests()).toEqual([]);
    const { kept, counted } = await campaign.figures();
    expect(kept).toEqual(counted);
  });

  it("send a call back that was claimed before they closed", async () => {
    const campaign = await startRuled({}, { phone_number: NEW_YORK, timezone: night() });
    const run = await claimOne(campaign);
    await rig.test.everything
      .updateTable("organizations")
      .set({ rule_packs: ["us-federal"] })
      .where("id", "=", campaign.organizationId)
      .execute();
    expect(await campaign.place(run)).toEqual({ kind: "released" });
    const [contact] = await campaign.contacts();
    expect(contact).toMatchObject({ state: "pending", attempts: 0 });
    expect(contact?.next_attempt_at?.getTime()).toBeGreaterThan(Date.now());
    const { kept, counted } = await campaign.figures();
    expect(kept).toEqual(counted);
  });

  it("let a call pass in them, and the record says by which packs", async () => {
    const campaign = await startRuled(
      { rule_packs: ["us-federal", "us-florida"] },
      { phone_number: FLORIDA, timezone: day() },
    );
    expect(await campaign.place(await claimOne(campaign))).toMatchObject({ kind: "accepted" });
    const [federal, florida] = choosePacks(["us-federal", "us-florida"]);
    expect((await entriesOf(campaign))[0]?.facts).toMatchObject({
      policy: {
        rules: {
          packs: [
            { pack: "us-federal@2026-11", digest: federal?.digest },
            { pack: "us-florida@2026-11", digest: florida?.digest },
          ],
          hours: [
            { pack: "us-federal@2026-11", rule: "hours", holidays: [] },
            { pack: "us-florida@2026-11", rule: "hours", holidays: [] },
          ],
          attempts: [{ pack: "us-florida@2026-11", rule: "attempts", most: 3, within_days: 1 }],
        },
      },
    });
  });

  it("stop a single call where they never come", async () => {
    const own_rules = [{ name: "Never", expression: "hour < 0", if_false: "wait" as const }];
    const campaign = await startRuled({ own_rules }, { phone_number: NEW_YORK });
    const single = await createRunRow(rig.test, campaign, {
      called_number: LONDON,
      telephony_configuration_id: campaign.tenant.simulatorAccountId,
    });
    expect(await campaign.place(single.uuid)).toMatchObject({
      outcome: "blocked_rule",
      sentence: "Rule Never of the organization allows no call now and for eight days",
    });
  });
});

describe("attempts of a pack", () => {
  it("count every call to the number, and send the contact back until the oldest leaves", async () => {
    const campaign = await startRuled({ rule_packs: ["us-florida"] }, { phone_number: FLORIDA, timezone: day() });
    const hoursAgo = [20, 3, 2];
    const instants = hoursAgo.map((hours) => new Date(Date.now() - hours * HOUR_MS));
    for (const at of instants)
      await createRunRow(rig.test, campaign, {
        ...endedCall({ ended_at: at, created_at: at, carrier_requested_at: at }),
        called_number: FLORIDA,
      });
    expect(await campaign.place(await claimOne(campaign))).toEqual({ kind: "released" });
    const [contact] = await campaign.contacts();
    const untilMs = (instants[0]?.getTime() ?? 0) + 24 * HOUR_MS;
    expect(contact?.next_attempt_at?.getTime()).toBeGreaterThanOrEqual(untilMs);
  });

  it("wait by Regulation F for seven days after a conversation", async () => {
    const campaign = await startRuled({ rule_packs: ["us-regulation-f"] }, { phone_number: NEW_YORK });
    const at = new Date(Date.now() - 5 * 24 * HOUR_MS);
    await createRunRow(rig.test, campaign, {
      ...endedCall({ ended_at: at, created_at: at, carrier_requested_at: at, outcome: "answered" }),
      called_number: NEW_YORK,
    });
    expect(await campaign.place(await claimOne(campaign))).toEqual({ kind: "released" });
    const [contact] = await campaign.contacts();
    expect(contact?.next_attempt_at).toEqual(new Date(at.getTime() + 7 * 24 * HOUR_MS));
  });
});

describe("own rules", () => {
  it("know the contact's attributes and list", async () => {
    const own_rules = [
      {
        name: "Gold only",
        expression: "list == 'People' && attributes.tier == 'gold'",
        if_false: "refuse" as const,
      },
    ];
    const gold = await startRuled({ own_rules }, { phone_number: NEW_YORK, attributes: { tier: "gold" } });
    expect(await gold.place(await claimOne(gold))).toMatchObject({ kind: "accepted" });
    const plain = await startRuled({ own_rules }, { phone_number: NEW_YORK, attributes: { tier: "none" } });
    expect(await plain.place(await claimOne(plain))).toMatchObject({
      outcome: "blocked_rule",
      sentence: "Rule Gold only of the organization does not allow this call",
    });
  });
});

describe("the disclosure of a pack", () => {
  it("is said where the pack concerns the number and the rule is on", async () => {
    const campaign = await startRuled({ rule_packs: ["eu-ai-act"] }, { phone_number: "+4915112345678" });
    const run = await campaign.run(await claimOne(campaign));
    if (!run) throw new Error("it was claimed");
    const read = () => campaign.inOrganization((tx) => readRunAgent(tx, run, new Date()));
    const sentence = "You are speaking with an artificial intelligence.";
    expect((await read()).disclosure ?? "").not.toContain(sentence);
    await rig.test.everything
      .updateTable("organizations")
      .set({ unconfirmed_rules: ["eu-ai-act/disclosure"] })
      .where("id", "=", campaign.organizationId)
      .execute();
    expect((await read()).disclosure).toContain(sentence);
  });
});
