import { randomUUID } from "node:crypto";
import { pauseCampaignOperation, startCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { type ContactRow, createCampaign, createContactListRows, fillCampaign } from "../../factories/campaigns.ts";
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

/** A campaign that begins tomorrow. */
const scheduled = async (place: Place): Promise<number> => {
  const contact_list_id = await createContactListRows(place.platform.test, place.tenant);
  const starts_at = { at: new Date(Date.now() + 86_400_000).toISOString() };
  const { id } = await createCampaign(clientOf(place), { workflow_id: agentOf(place), contact_list_id, starts_at });
  await clientOf(place).call(startCampaignOperation, { params: { campaign_id: id }, body: {} });
  return id;
};

const at = (campaign_id: number): Change => ({ params: { campaign_id } });

export const campaignChanges: Changes = {
  "campaigns.update": () => ({ body: { name: "Another name" } }),
  "campaigns.delete": async (place) => at(await draft(place)),
  "campaigns.clone": async (place) => ({ ...at(await draft(place)), body: {} }),
  "campaigns.start": async (place) => at(await draft(place)),
  "campaigns.unschedule": async (place) => at(await scheduled(place)),
  "campaigns.pause": async (place) => at(await running(place)),
  "campaigns.resume": async (place) => {
    const campaign_id = await running(place);
    await clientOf(place).call(pauseCampaignOperation, { params: { campaign_id } });
    return at(campaign_id);
  },
  "campaigns.finish": async (place) => {
    const campaign_id = await running(place);
    await place.platform.test.everything
      .updateTable("campaigns")
      .set({ enrolment: "live", snapshot_at: new Date() })
      .where("id", "=", campaign_id)
      .execute();
    return at(campaign_id);
  },
  "campaigns.whatIf": async (place) => ({ ...at(await running(place)), body: {} }),
  "campaigns.redial": async (place) => {
    const id = await over(place, { state: "finished", last_outcome: "busy" });
    return { ...at(id), body: { start: false } };
  },
  "campaigns.backFill": async (place) => {
    const id = await over(place, { state: "finished", last_outcome: "failed" });
    const { everything } = place.platform.test;
    const contact = await everything
      .selectFrom("campaign_contacts")
      .select("id")
      .where("campaign_id", "=", id)
      .executeTakeFirstOrThrow();
    const owner = { organization_id: place.tenant.organizationId, ...(await versionOf(place)), campaign_id: id };
    const requestedAt = new Date(Date.now() - 60_000);
    await everything
      .insertInto("call_runs")
      .values({
        ...owner,
        uuid: randomUUID(),
        name: "lost",
        mode: "telephony",
        campaign_contact_id: contact.id,
        state: "failed",
        outcome: "failed",
        carrier_requested_at: requestedAt,
        ended_at: new Date(requestedAt.getTime() + 1000),
      })
      .execute();
    const to = new Date(requestedAt.getTime() + 2000);
    return { ...at(id), body: { from: requestedAt.toISOString(), to: to.toISOString(), start: false } };
  },
};

const versionOf = async (place: Place) => {
  const agent_id = agentOf(place);
  const { versionId } = await place.platform.test.everything
    .selectFrom("agents")
    .select("published_version_id as versionId")
    .where("id", "=", agent_id)
    .executeTakeFirstOrThrow();
  return { agent_id, agent_version_id: versionId ?? 0 };
};

/** A campaign that is over, and whose only contact was last seen so. */
const over = async (place: Place, contact: ContactRow): Promise<number> => {
  const id = await draft(place);
  const { agent_id: agentId, agent_version_id: versionId } = await versionOf(place);
  const owner = { organizationId: place.tenant.organizationId, agentId, versionId };
  await fillCampaign(place.platform.test, { id, ...owner }, { contacts: [contact] });
  return id;
};
