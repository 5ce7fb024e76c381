import { Channel } from "../../infra/postgres/channel/channel.entity.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { channelNotFound, refuseTakenName } from "./channels.errors.ts";
import { presentChannel } from "./channels.presenter.ts";
import type { channelBody, channelParams } from "./channels.schemas.ts";

type Input = OperationInput<{ params: typeof channelParams; body: typeof channelBody }>;

export const renameChannel = (context: OperationContext, { params, body }: Input) =>
  refuseTakenName(body.name, () =>
    context.withEntities(async (em, tx) => {
      const channel = await em.lockOne(Channel, { id: params.folder_id });
      if (!channel) throw channelNotFound();
      const before = channel.name;
      if (before === body.name) return presentChannel(channel);
      await em.change(channel, { name: body.name });
      recordTimelineAtCommit(tx, {
        organizationId: channel.organization_id,
        kind: "system",
        actor: formatActor(context.actor),
        summary: `Channel ${before} was renamed to ${body.name}`,
        channelId: channel.id,
      });
      return presentChannel(channel);
    }),
  );
