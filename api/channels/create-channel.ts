import { insertRow } from "../../infra/postgres/insert-row.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { insertWithinQuota } from "../require-quota.ts";
import { refuseTakenName } from "./channels.errors.ts";
import { presentChannel } from "./channels.presenter.ts";
import type { channelBody } from "./channels.schemas.ts";

export const createChannel = (context: OperationContext, { body }: OperationInput<{ body: typeof channelBody }>) =>
  refuseTakenName(body.name, () =>
    context.inOrganization(async (tx) => {
      const { organizationId } = context.actor;
      const channel = await insertWithinQuota(context, tx, {
        kind: "folders",
        insert: (tx) => insertRow(tx, "folders", { organization_id: organizationId, name: body.name }),
      });
      const summary = `Channel ${channel.name} was created`;
      const actor = formatActor(context.actor);
      recordTimelineAtCommit(tx, { organizationId, kind: "system", actor, summary, channelId: channel.id });
      const answer = presentChannel(channel);
      context.keepAnswer(tx, answer);
      return answer;
    }),
  );
