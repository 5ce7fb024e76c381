import type { z } from "zod";
import { Channel } from "../../infra/postgres/channel/channel.entity.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireRoom } from "../require-room.ts";
import { refuseTakenName } from "./channels.errors.ts";
import { presentChannel } from "./channels.presenter.ts";
import type { channelBody } from "./channels.schemas.ts";

export const createChannel = (context: OperationContext, { body }: { body: z.output<typeof channelBody> }) =>
  refuseTakenName(body.name, () =>
    context.withEntities(async (em, tx) => {
      const { organizationId } = context.actor;
      await requireRoom(tx, "folders");
      const channel = await em.create(Channel, { organization_id: organizationId, name: body.name });
      const summary = `Channel ${channel.name} was created`;
      const actor = formatActor(context.actor);
      await recordTimeline(tx, { organizationId, kind: "system", actor, summary, channelId: channel.id });
      const answer = presentChannel(channel);
      await context.keepAnswer(tx, answer);
      return answer;
    }),
  );
