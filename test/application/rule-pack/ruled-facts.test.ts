import { beforeAll, describe, expect, it } from "@jest/globals";
import {
  expectRuled,
  forgetRuled,
  MOST_ORGANIZATIONS_KEPT,
  readRuledFacts,
} from "../../../application/rule-pack/ruled-facts.ts";
import { type CallToAdmit, readAdmissionRows } from "../../../infra/postgres/call/admission.repository.ts";
import type { AskedByRules } from "../../../infra/postgres/rule-pack/ruled-call.repository.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const { tenant, test } = await useTenantApi();
const phone_number = "+12125550177";
const call: CallToAdmit = {
  organization_id: tenant.organizationId,
  campaign_id: null,
  campaign_contact_id: null,
  telephony_configuration_id: null,
  called_number: phone_number,
  environment: "production",
  dial_by: null,
};
const OWN_RULES = { packs: [], own: [{ name: "A rule", expression: "true", if_false: "wait" as const }] };
const NO_RULES = { packs: [], own: [] };

beforeAll(async () => {
  const list = await test.everything
    .insertInto("contact_lists")
    .values({ organization_id: tenant.organizationId, name: "A list" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await test.everything
    .insertInto("contacts")
    .values({
      organization_id: tenant.organizationId,
      contact_list_id: list.id,
      phone_number,
      attributes: { region: "US-NY" },
    })
    .execute();
});

/** Admits a call under rules, where `ruled` was expected. */
const admit = (rules: typeof OWN_RULES | typeof NO_RULES, ruled: AskedByRules | null) =>
  test.database.inOrganization(tenant.organizationId, async (tx) => {
    const rows = await readAdmissionRows(tx, call, { callerId: null, ruled });
    return readRuledFacts(tx, call, { rules: { ...rules, unconfirmed: [] }, rows, ruled });
  });

describe("what a process remembers of an organization's rules", () => {
  it("decides nothing: a call is judged by the same facts where it is not known, or is of former rules", async () => {
    const whole = await admit(OWN_RULES, { days: 7, list: true });
    expect(whole).toMatchObject({ attributes: { region: "US-NY" } });
    for (const former of [null, { days: 0, list: false }, { days: 30, list: false }, { days: 30, list: true }])
      expect(await admit(OWN_RULES, former)).toEqual(whole);
  });

  it("is what they asked last, and is forgotten with them, not by calls of the sandbox", async () => {
    await admit(NO_RULES, null);
    expect(expectRuled(call)).toEqual({ days: 0, list: false });
    await admit(OWN_RULES, expectRuled(call));
    expect(expectRuled(call)).toEqual({ days: 7, list: true });
    const ofSandbox = { ...call, environment: "sandbox" as const };
    forgetRuled(ofSandbox);
    expect(expectRuled(ofSandbox)).toBeNull();
    expect(expectRuled(call)).toEqual({ days: 7, list: true });
    forgetRuled(call);
    expect(expectRuled(call)).toBeNull();
  });

  it("is kept of so many organizations, those whose calls came last", async () => {
    await test.database.inOrganization(tenant.organizationId, async (tx) => {
      const ruled = { days: 7, list: true };
      const rows = await readAdmissionRows(tx, call, { callerId: null, ruled });
      const about = { rules: { ...OWN_RULES, unconfirmed: [] }, rows, ruled };
      const admitOf = (organization_id: number) => readRuledFacts(tx, { ...call, organization_id }, about);
      const first = 1_000_000;
      for (let id = first; id < first + MOST_ORGANIZATIONS_KEPT; id += 1) await admitOf(id);
      await admitOf(first);
      await admitOf(first + MOST_ORGANIZATIONS_KEPT);
      const known = (id: number) => expectRuled({ ...call, organization_id: id }) !== null;
      expect([first, first + 1, first + 2].map(known)).toEqual([true, false, true]);
    });
  });
});
