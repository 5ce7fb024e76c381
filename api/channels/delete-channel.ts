import type { z } from "zod";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { channelNotFound } from "./channels.errors.ts";
import type { channelParams } from "./channels.schemas.ts";

/** Deletes a channel; its agents stay, without one, and so do the events that happened in it. */
export const deleteChannel = (context: OperationContext, { params }: { params: z.output<typeof channelParams> }) =>
  context.inOrganization(async (tx) => {
    const channel = await tx.deleteFrom("folders").where("id", "=", params.folder_id).returningAll().executeTakeFirst();
    if (!channel) throw channelNotFound();
    await recordTimeline(tx, {
      organizationId: channel.organization_id,
      kind: "system",
      actor: actorName(context.actor),
      summary: `Channel ${channel.name} was deleted`,
      folderId: channel.id,
    });
    return { success: true };
  });
