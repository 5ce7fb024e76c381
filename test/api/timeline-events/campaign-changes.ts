import { pauseCampaignOperation, startCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { createCampaign, createContactListRows, fillCampaign } from "../../factories/campaigns.ts";
import type { Change, Changes, Place } from "./change.ts";

const clientOf = ({ platform, tenant }: Place) => platform.api.client({ token: tenant.owner.token });
const agentOf = ({ tenant }: Place) => Number(tenant.pathParameters["workflow_id"]);

/** A draft whose contacts may be called. */
const draft = async (place: Place): Promise<number> => {
  const contact_list_id = await createContactListRows(place.platform.test, place.tenant);
  const campaign = await createCampaign(clientOf(place), { workflow_id: agentOf(place), contact_list_id });
  return campaign.id;
};

const running = async (place: Place): Promise<number> => {
  const campaign_id = await draft(place);
  await clientOf(place).call(startCampaignOperation, { params: { campaign_id }, body: {} });
  return campaign_id;
};

const at = (campaign_id: number): Change => ({ params: { campaign_id } });

export const campaignChanges: Changes = {
  "campaigns.update": () => ({ body: { name: "Another name" } }),
  "campaigns.delete": async (place) => at(await draft(place)),
  "campaigns.clone": async (place) => ({ ...at(await draft(place)), body: {} }),
  "campaigns.start": async (place) => at(await draft(place)),
  "campaigns.pause": async (place) => at(await running(place)),
  "campaigns.resume": async (place) => {
    const campaign_id = await running(place);
    await clientOf(place).call(pauseCampaignOperation, { params: { campaign_id } });
    return at(campaign_id);
  },
  "campaigns.redial": async (place) => {
    const { platform, tenant } = place;
    const id = await draft(place);
    const { versionId } = await platform.test.everything
      .selectFrom("agents")
      .select("published_version_id as versionId")
      .where("id", "=", agentOf(place))
      .executeTakeFirstOrThrow();
    const owner = { organizationId: tenant.organizationId, agentId: agentOf(place), versionId: versionId ?? 0 };
    await fillCampaign(platform.test, { id, ...owner }, { contacts: [{ state: "finished", last_outcome: "busy" }] });
    return { ...at(id), body: { start: false } };
  },
};
