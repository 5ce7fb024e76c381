import { useSuspenseQuery } from "@tanstack/react-query";
import { buildUrl, callApi } from "../api/client.ts";
import type { Campaign } from "../api/routes.ts";
import { CopyText } from "../ui/copy-text.tsx";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";

/** The signed record of a campaign for others, the keys that check it, and the page that does so without a server. */
export const CampaignRecord = ({ campaign }: { campaign: Campaign }) => {
  const { data } = useSuspenseQuery({
    queryKey: ["record", "key"],
    queryFn: () => callApi("GET /record/key", {}),
  });
  const record = buildUrl("GET /campaigns/{campaign_id}/record", { params: { campaign_id: campaign.id } });
  return (
    <>
      <p>{words.campaigns.recordText}</p>
      <p>
        <a href={record} download>
          {words.campaigns.recordDownload}
        </a>
      </p>
      <p>
        <a href="/console/verify.html" download>
          {words.campaigns.recordPage}
        </a>
      </p>
      <p>{words.campaigns.recordKeys}</p>
      {data.keys.map(({ verifier_key, signs_from, signs_until }) => (
        <CopyText
          key={verifier_key}
          label={
            signs_until === null
              ? words.campaigns.recordKeySince(formatMoment(signs_from))
              : words.campaigns.recordKeyUntil(formatMoment(signs_until))
          }
          value={verifier_key}
        />
      ))}
    </>
  );
};
