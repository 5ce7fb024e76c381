import { Channel } from "../../infra/postgres/channel/channel.entity.ts";
import { moveToLibrary } from "../../infra/postgres/document/move-to-library.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { channelNotFound } from "./channels.errors.ts";
import type { channelParams } from "./channels.schemas.ts";

/** Deletes a channel; its agents stay, without one, and so do its events. Its documents move to the library. */
export const deleteChannel = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof channelParams }>,
) =>
  context.withEntities(async (em, tx) => {
    const channel = await em.lockOne(Channel, { id: params.folder_id });
    if (!channel) throw channelNotFound();
    const documents = await moveToLibrary(tx, channel.id);
    await em.remove(channel);
    recordTimelineAtCommit(tx, {
      organizationId: channel.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `Channel ${channel.name} was deleted${documents === 0 ? "" : `; ${describeMoved(documents)}`}`,
      channelId: channel.id,
    });
    return { success: true, documents_moved_to_library: documents, message: messageOf(documents) };
  });

const messageOf = (documents: number): string =>
  documents === 0 ? "The channel was deleted" : `The channel was deleted; ${describeMoved(documents)}`;

const describeMoved = (documents: number): string =>
  `${documents === 1 ? "its document is" : `its ${documents} documents are`} in the library now, where an agent reads them only when a node names them`;
