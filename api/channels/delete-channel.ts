import type { z } from "zod";
import { Channel } from "../../infra/postgres/channel/channel.entity.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { channelNotFound } from "./channels.errors.ts";
import type { channelParams } from "./channels.schemas.ts";

/** Deletes a channel; its agents stay, without one, and so do its events. */
export const deleteChannel = (context: OperationContext, { params }: { params: z.output<typeof channelParams> }) =>
  context.withEntities(async (em, tx) => {
    const channel = await em.lockOne(Channel, { id: params.folder_id });
    if (!channel) throw channelNotFound();
    await em.remove(channel);
    recordTimelineAtCommit(tx, {
      organizationId: channel.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `Channel ${channel.name} was deleted`,
      channelId: channel.id,
    });
    return { success: true };
  });
