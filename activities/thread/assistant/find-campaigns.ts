import { listCampaigns } from "../../../infra/postgres/campaign/campaign-lists.repository.ts";
import { formatCount, type LookUpFunction, readWords } from "./look-up.ts";

const MOST_READ = 200;
const MOST_SHOWN = 20;

export const findCampaigns: LookUpFunction = ({ inside }, given) =>
  inside(async (tx) => {
    const [name, state] = [readWords(given["name"]).toLowerCase(), readWords(given["state"]).toLowerCase()];
    const fits = (await listCampaigns(tx, { limit: MOST_READ })).filter(
      (campaign) => campaign.name.toLowerCase().includes(name) && (state === "" || campaign.state === state),
    );
    const shown = fits.slice(0, MOST_SHOWN);
    const list = shown.map((campaign) => `${campaign.name} (${campaign.state})`).join(", ");
    return {
      say: `There ${fits.length === 1 ? "is" : "are"} ${formatCount(fits.length, "campaign")}${list === "" ? "" : `: ${list}`}.`,
      campaigns: shown.map((campaign) => ({
        id: campaign.id,
        name: campaign.name,
        state: campaign.state,
        agent: campaign.agent_name,
        created_at: campaign.created_at,
        paused_because: campaign.pause?.message ?? null,
      })),
    };
  });
