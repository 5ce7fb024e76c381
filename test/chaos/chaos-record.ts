import { recordKeyOperation } from "../../api/record/record.operations.ts";
import type { Finding } from "../../clients/typescript/verify/finding.ts";
import { verifyRecord } from "../../clients/typescript/verify/verify.ts";
import type { ChaosCampaign } from "./chaos-campaign.ts";
import { persistently } from "./persistent-client.ts";

/** Downloads the record of the campaign as a client would, and lets the verifier judge it. */
export const verifyChaosRecord = async ({
  client,
  campaignId,
}: Pick<ChaosCampaign, "client" | "campaignId">): Promise<Finding[]> => {
  const { keys } = (await persistently("record key", () => client.call(recordKeyOperation))).body;
  const archive = await persistently("record", async () => {
    const answer = await client.fetch(`/api/v1/campaigns/${campaignId}/record`);
    if (!answer.ok) throw new Error(`the record answered ${answer.status}: ${await answer.text()}`);
    return new Uint8Array(await answer.arrayBuffer());
  });
  return verifyRecord(archive, { keys: keys.map(({ verifier_key }) => verifier_key) });
};
