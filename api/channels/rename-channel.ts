import type { z } from "zod";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { violatedConstraint } from "../../infra/postgres/unique-violation.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { channelNameTaken, channelNotFound } from "./channels.errors.ts";
import { presentChannel } from "./channels.presenter.ts";
import type { channelBody, channelParams } from "./channels.schemas.ts";

interface Input {
  params: z.output<typeof channelParams>;
  body: z.output<typeof channelBody>;
}

export const renameChannel = async (context: OperationContext, input: Input) => {
  try {
    return await rename(context, input);
  } catch (error) {
    if (violatedConstraint(error) !== null) throw channelNameTaken(input.body.name);
    throw error;
  }
};

const rename = (context: OperationContext, { params, body }: Input) =>
  context.inOrganization(async (tx) => {
    const channels = tx.selectFrom("folders").selectAll().where("id", "=", params.folder_id).forUpdate();
    const channel = await channels.executeTakeFirst();
    if (!channel) throw channelNotFound();
    if (channel.name === body.name) return presentChannel(channel);
    await tx.updateTable("folders").set({ name: body.name }).where("id", "=", channel.id).execute();
    await recordTimeline(tx, {
      organizationId: channel.organization_id,
      kind: "system",
      actor: actorName(context.actor),
      summary: `Channel ${channel.name} was renamed to ${body.name}`,
      folderId: channel.id,
    });
    return presentChannel({ ...channel, name: body.name });
  });
