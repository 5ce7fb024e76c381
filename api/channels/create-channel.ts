import type { z } from "zod";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { channelNameTaken } from "./channels.errors.ts";
import { presentChannel } from "./channels.presenter.ts";
import type { channelBody } from "./channels.schemas.ts";

export const createChannel = (context: OperationContext, { body }: { body: z.output<typeof channelBody> }) =>
  context.inOrganization(async (tx) => {
    const { organizationId } = context.actor;
    const channel = await tx
      .insertInto("folders")
      .values({ organization_id: organizationId, name: body.name })
      .onConflict((clash) => clash.columns(["organization_id", "name"]).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!channel) throw channelNameTaken(body.name);
    const summary = `Channel ${channel.name} was created`;
    const actor = actorName(context.actor);
    await recordTimeline(tx, { organizationId, kind: "system", actor, summary, folderId: channel.id });
    const answer = presentChannel(channel);
    await context.keepAnswer(tx, answer);
    return answer;
  });
