import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { getCampaignOperation, startCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { recordKeyOperation } from "../../../api/record/record.operations.ts";
import { sealRecord } from "../../../application/record/seal-record.ts";
import { describeFindings, holds, verifyRecord } from "../../../clients/typescript/verify/verify.ts";
import { createCampaign, createContactListRows, someContacts } from "../../factories/campaigns.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../calls/calling-platform.ts";
import { callSomebodyInTime, legsOf, untilSettled } from "../calls/transferring-organization.ts";

let platform: CallingPlatform;
beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 10 });
});
afterAll(() => platform.close());

it("a record with a warm transfer keeps every promise, and has the call to the person as an attempt", async () => {
  const { organization, runId } = await callSomebodyInTime(platform, { manner: "no", second: "yes" });
  await untilSettled(platform, runId);
  const legs = await waitUntil("the calls to colleagues are over", async () => {
    const rows = await legsOf(platform, organization.organizationId);
    return rows.length === 2 && rows.every(({ ended_at }) => ended_at !== null) ? rows : null;
  });
  const operator = platform.api.client({ token: organization.operator.token });
  const contact_list_id = await createContactListRows(platform.test, organization, someContacts(1));
  const { id } = await createCampaign(operator, { workflow_id: organization.agentId, contact_list_id });
  const params = { campaign_id: id };
  await operator.call(startCampaignOperation, { params, body: { consent_attested: true } });
  await waitUntil("the campaign is over", async () => {
    return (await operator.call(getCampaignOperation, { params })).body.state === "completed";
  });
  await sealRecord(platform.api.dependencies, organization.organizationId);
  const { keys } = (await operator.call(recordKeyOperation)).body;
  const response = await operator.fetch(`/api/v1/campaigns/${id}/record`);
  const archive = new Uint8Array(await response.arrayBuffer());
  const findings = await verifyRecord(archive, { keys: keys.map(({ verifier_key }) => verifier_key) });
  expect(describeFindings(findings)).not.toContain("NO ");
  expect(holds(findings)).toBe(true);
  const counts = new Map(findings.map(({ promise, checked }) => [promise, checked]));
  // The caller's own call, the two to colleagues, and those of the campaign.
  expect(counts.get("No attempt was dialled twice")).toBeGreaterThanOrEqual(2 + legs.length);
});
