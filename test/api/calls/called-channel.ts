import { expect } from "@jest/globals";
import { sql } from "kysely";
import { setChannelMembersOperation } from "../../../api/channels/channel-members.operations.ts";
import { createChannel } from "../../factories/channels.ts";
import type { Tenant } from "../../factories/tenant.ts";
import type { CallingPlatform } from "./calling-platform.ts";
import { COLLEAGUE, SECOND_COLLEAGUE } from "./transferring-organization.ts";

export const CALLED_IN_CHANNEL = [COLLEAGUE, SECOND_COLLEAGUE];

/** Has the organization's tool call the people of a channel, of whom these are there. */
export const letToolCallChannel = async (
  platform: CallingPlatform,
  organization: Pick<Tenant, "organizationId" | "admin" | "operator" | "viewer">,
  there: readonly boolean[],
): Promise<void> => {
  const admin = platform.api.client({ token: organization.admin.token });
  const { id } = await createChannel(admin);
  const userIds = [organization.operator.userId, organization.viewer.userId];
  const callees = userIds.map((user_id, at) => ({
    user_id,
    phone_number: CALLED_IN_CHANNEL[at] ?? null,
    takes_calls: there[at] === true,
  }));
  const params = { folder_id: id };
  const { body } = await admin.call(setChannelMembersOperation, { params, body: { user_ids: userIds, callees } });
  expect(body.members.map(({ phone_number }) => phone_number)).toEqual(CALLED_IN_CHANNEL);
  await platform.test.everything
    .updateTable("tools")
    .set({
      definition: sql`jsonb_set(jsonb_set(definition, '{config,destination_source}', '"channel"'), '{config,channel_id}', ${String(id)}::jsonb)`,
    })
    .where("organization_id", "=", organization.organizationId)
    .execute();
};
