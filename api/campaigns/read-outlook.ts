import { readContactOutlook } from "../../application/call/call-outlook.ts";
import { findAskedContact } from "../../application/call/find-asked-contact.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { presentOutlook } from "../calls/outlook.presenter.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { outlookParams } from "./campaign-outlook.schemas.ts";
import { campaignNotFound, contactNotInCampaign } from "./campaigns.errors.ts";

/** Returns why a contact of the campaign is not dialled now, and when it may be. */
export const readOutlook = (context: OperationContext, { params }: OperationInput<{ params: typeof outlookParams }>) =>
  context.inOrganization(async (tx) => {
    const campaign = await findCampaign(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    const contact = await findAskedContact(tx, { campaign, contactId: params.contact_id });
    if (!contact) throw contactNotInCampaign();
    const outlook = await readContactOutlook(context, tx, { campaign, contact });
    return {
      campaign_id: campaign.id,
      contact_id: contact.contactId,
      ...presentOutlook(contact.phoneNumber, outlook),
    };
  });
