import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { unzipSync, zipSync } from "fflate";
import { recordKeyOperation } from "../../../api/record/record.operations.ts";
import { describeFindings, holds, verifyRecord } from "../../../clients/typescript/verify/verify.ts";
import { choosePacks } from "../../../infra/rule-pack/rule-packs.ts";
import { type RecordedCampaign, runRecordedCampaign } from "./recorded-campaign.ts";

let recorded: RecordedCampaign;

beforeAll(async () => {
  const contacts = [0, 1, 2, 3].map((place) => ({ phone_number: `+1405555010${place}` }));
  const own_rules = [{ name: "Few calls", expression: "attempts_today < 5" }];
  recorded = await runRecordedCampaign({ contacts, preferences: { rule_packs: ["us-oklahoma", "uk"], own_rules } });
});
afterAll(() => recorded?.close());

it("the record of a campaign under rule packs holds their digests, and the verifier checks what it can and names the rest", async () => {
  const response = await fetch(`${recorded.api.baseUrl}/api/v1/campaigns/${recorded.campaignId}/record`, {
    headers: { authorization: `Bearer ${recorded.tenant.viewer.token}` },
  });
  const archive = new Uint8Array(await response.arrayBuffer());
  const { keys } = (await recorded.operator.call(recordKeyOperation)).body;
  const key = keys[0]?.verifier_key ?? "";
  const findings = await verifyRecord(archive, { keys: [key] });
  expect([describeFindings(findings).match(/^NO .*/m), holds(findings)]).toEqual([null, true]);
  const ofPacks = findings.find(({ promise }) => promise.includes("rule pack"));
  expect(ofPacks?.checked).toBeGreaterThanOrEqual(4);
  expect(ofPacks?.notes).toEqual(["Not checked, because the record does not show it: own rule Few calls"]);

  const files = unzipSync(archive);
  const policies: unknown = JSON.parse(Buffer.from(files["policies.json"] ?? []).toString());
  const [oklahoma] = choosePacks(["us-oklahoma"]);
  expect(Object.values(policies ?? {})).toContainEqual(
    expect.objectContaining({
      rules: expect.objectContaining({ packs: [{ pack: "us-oklahoma@2026-11", digest: oklahoma?.digest }] }),
    }),
  );
  const weaker = JSON.stringify(policies).replaceAll('"most":3', '"most":9');
  const changed = zipSync({ ...files, "policies.json": Buffer.from(weaker) });
  expect(holds(await verifyRecord(changed, { keys: [key] }))).toBe(false);
});
