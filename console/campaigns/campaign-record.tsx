import { buildUrl } from "../api/client.ts";
import type { Campaign } from "../api/routes.ts";
import { RecordSealing } from "../settings/record-sealing.tsx";
import { words } from "../words/words.ts";

/** The signed record of a campaign for others, the keys that check it, and the page that does so without a server. */
export const CampaignRecord = ({ campaign }: { campaign: Campaign }) => (
  <>
    <p>{words.campaigns.recordText}</p>
    <p>
      <a href={buildUrl("GET /campaigns/{campaign_id}/record", { params: { campaign_id: campaign.id } })} download>
        {words.campaigns.recordDownload}
      </a>
    </p>
    <p>
      <a href="/console/verify.html" download>
        {words.campaigns.recordPage}
      </a>
    </p>
    <RecordSealing />
  </>
);
