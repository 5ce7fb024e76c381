import type { z } from "zod";
import type { CampaignSource as SourceType } from "../../domain/campaign/campaign-source.ts";
import { isContactFileKey } from "../../domain/contact/contact-file-key.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { createListFromFile } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { listNotFound, segmentNotFound } from "../contacts/contacts.errors.ts";
import type { Environment, OperationContext } from "../http/operation-context.ts";
import { requireUsable } from "../http/require-production.ts";
import { uploadedFileNotFound } from "./campaigns.errors.ts";
import type { createCampaignBody } from "./campaigns.schemas.ts";

type Body = z.output<typeof createCampaignBody>;

/** The source of a campaign's contacts, as its row stores it. */
export interface CampaignSource {
  source_type: SourceType;
  source_id: string;
  contact_list_id: number;
  segment: Campaign["segment"];
}

/** Throws 404 unless the file that the campaign names was uploaded by this organization. */
export const requireUploadedFile = async ({ actor, objectStore }: OperationContext, body: Body): Promise<void> => {
  if (body.source_type !== "csv") return;
  const key = body.source_id ?? "";
  const isOwn = isContactFileKey(actor.organizationId, key);
  if (!isOwn || (await objectStore.size(key)) === null) throw uploadedFileNotFound();
};

/**
 * Returns the list that the campaign dials; for a file, a hidden one with an import that the campaign's workflow runs.
 */
export const claimSource = (
  context: OperationContext,
  tx: OrganizationTransaction,
  request: { body: Body; requestUuid: string },
): Promise<CampaignSource> =>
  request.body.source_type === "csv"
    ? planImport(context, tx, request)
    : useList(
        tx,
        context.actor,
        request.body.contact_list_id ?? Number(request.body.source_id),
        request.body.segment_id,
      );

/**
 * Returns a list of the organization as the source of somebody's campaign; throws 404 where there is none, and 409 where production
 * would dial a list of the sandbox.
 */
export const useList = async (
  tx: OrganizationTransaction,
  user: { environment: Environment },
  id: number,
  segmentId?: string,
): Promise<CampaignSource> => {
  // The list is locked, so that either a deletion in progress sees this campaign or it is seen here.
  const list = await tx
    .selectFrom("contact_lists")
    .select(["id", "name", "environment", "segments"])
    .where("id", "=", id)
    .where("is_hidden", "=", false)
    .forKeyShare()
    .executeTakeFirst();
  if (!list) throw listNotFound();
  requireUsable(user, list, "import its file into a list of production");
  const kept = list.segments.find((segment) => segment.id === segmentId);
  if (segmentId !== undefined && !kept) throw segmentNotFound();
  const segment = kept ? { id: kept.id, name: kept.name, where: kept.where } : null;
  return { source_type: "contact_list", source_id: String(list.id), contact_list_id: list.id, segment };
};

const planImport = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { body, requestUuid }: { body: Body; requestUuid: string },
): Promise<CampaignSource> => {
  const objectKey = body.source_id ?? "";
  const { contactListId } = await createListFromFile(tx, {
    organizationId: actor.organizationId,
    environment: actor.environment,
    requestUuid,
    objectKey,
    name: body.name,
    createdBy: actor.userId,
  });
  return { source_type: "csv", source_id: objectKey, contact_list_id: contactListId, segment: null };
};
