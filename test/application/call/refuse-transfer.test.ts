import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { refuseTransfer } from "../../../application/call/refuse-transfer.ts";
import type { Environment } from "../../../domain/environment/sandbox.rules.ts";
import { recordConsents } from "../../../infra/postgres/contact/consent.repository.ts";
import { addToDoNotCall } from "../../../infra/postgres/contact/do-not-call.repository.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow } from "../../factories/calls.ts";
import { fillNationalList } from "../../factories/national-lists.ts";
import { createPhoneNumberRow } from "../../factories/telephony.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const NUMBER = "+12025550123";
const SIP = "sip:desk@example.com";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  tenant = await createTenant(test);
});

const refusal = async (destination = NUMBER, environment: Environment = "production") => {
  const { organizationId } = tenant;
  const { agentId, versionId } = await createAgentRows(test, tenant);
  const { id: runId } = await createRunRow(test, { organizationId, agentId, versionId }, { environment });
  return test.database.inOrganization(organizationId, (tx) =>
    refuseTransfer(tx, { organizationId, runId, destination }),
  );
};
const list = (phoneNumber: string, { organizationId } = tenant) =>
  test.database.inOrganization(organizationId, (tx) =>
    addToDoNotCall(tx, { organizationId, phoneNumbers: [phoneNumber], source: "manual" }),
  );
const own = ({ organizationId, simulatorAccountId: telephonyAccountId }: Tenant, e164: string) =>
  createPhoneNumberRow(test, { organizationId, telephonyAccountId, e164 });

describe("the destination of a transfer", () => {
  it("may be called when nothing speaks against it", async () => {
    expect(await refusal()).toBeNull();
  });

  it("may not when the organization does not call numbers of its kind or country", async () => {
    expect(await refusal("+499001234567")).toContain("premium-rate");
    expect(await refusal("+881612345678")).toContain("satellite");
    const allow = (values: { allowed_number_kinds?: string[]; allowed_countries?: string[] }) =>
      test.everything.updateTable("organizations").set(values).where("id", "=", tenant.organizationId).execute();
    await allow({ allowed_number_kinds: ["premium_rate"] });
    expect(await refusal("+499001234567")).toBeNull();
    await allow({ allowed_countries: ["GB"] });
    expect(await refusal("+499001234567")).toContain("is in DE");
    expect(await refusal(SIP)).toBeNull();
  });

  it("may not when it is on the organization's list, withdrew its consent, or is on a national list", async () => {
    await list(NUMBER);
    expect(await refusal()).toBe("The number is on the do-not-call list");
    const { organizationId } = tenant;
    const withdrawn = "+12025550124";
    await test.database.inOrganization(organizationId, (tx) =>
      recordConsents(tx, [withdrawn], { organizationId, status: "withdrawn", source: "letter", actor: "system" }),
    );
    expect(await refusal(withdrawn)).toBe("Consent to be called at this number was withdrawn");
    const ofSandbox = "+12025550126";
    await test.database.inOrganization(organizationId, (tx) =>
      addToDoNotCall(tx, { organizationId, environment: "sandbox", phoneNumbers: [ofSandbox], source: "api" }),
    );
    expect(await refusal(ofSandbox)).toBeNull();
    expect(await refusal(ofSandbox, "sandbox")).toBe("The number is on the do-not-call list");
    const national = "+12025550125";
    await fillNationalList(test.everything, { organizationId, numbers: [national] });
    expect(await refusal(national)).toContain("national do-not-call list");
  });

  it("may not when a chosen pack allows no call to a number of its kind, in production", async () => {
    const choose = (values: { rule_packs: string[]; unconfirmed_rules?: string[] }) =>
      test.everything
        .updateTable("organizations")
        .set({ ...values, allowed_number_kinds: ["premium_rate", "fixed_line"] })
        .where("id", "=", tenant.organizationId)
        .execute();
    await choose({ rule_packs: ["de"] });
    expect(await refusal("+499001234567")).toBeNull();
    await choose({ rule_packs: ["de"], unconfirmed_rules: ["de/premium_numbers"] });
    expect(await refusal("+499001234567")).toBe(
      "Rule premium_numbers of de@2026-11 (Caution) allows no call to a number of the kind premium_rate",
    );
    expect(await refusal("+499001234567", "sandbox")).toBeNull();
    // Their hours, consents and shown numbers are about people whom the organization calls.
    await choose({
      rule_packs: ["de"],
      unconfirmed_rules: ["de/consent", "de/hours", "de/shown_number", "de/premium_numbers"],
    });
    expect(await refusal("+4930901820")).toBeNull();
  });

  it("may be a number of the organization's own and an address of SIP, whatever is listed", async () => {
    await list(NUMBER);
    await own(tenant, NUMBER);
    expect(await refusal()).toBeNull();
    for (const address of [SIP, "SIPS:desk@example.com"]) {
      await list(address);
      expect(await refusal(address)).toBeNull();
    }
  });

  it("is exempt by its own numbers alone, and bound by its own list alone", async () => {
    const neighbour = await createTenant(test);
    await own(neighbour, NUMBER);
    await list("+12025550126", neighbour);
    expect(await refusal("+12025550126")).toBeNull();
    await list(NUMBER);
    await own(tenant, "+12025550199");
    expect(await refusal()).toBe("The number is on the do-not-call list");
  });
});
