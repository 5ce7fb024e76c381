import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { setChannelMembersOperation } from "../../../api/channels/channel-members.operations.ts";
import { createChannel } from "../../factories/channels.ts";
import { type TalkingOrganization, wordsOf } from "../conversations/talking-organization.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";
import {
  COLLEAGUE,
  callSomebodyWhoAsks,
  legsOf,
  SECOND_COLLEAGUE,
  transferOf,
  untilSettled,
} from "./transferring-organization.ts";

/*
 * A caller who is handed to a channel: whoever of its people is there is called, the one who was called longest ago first.
 */
let platform: CallingPlatform;
beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 10 });
});
afterAll(() => platform.close());

const NUMBERS = [COLLEAGUE, SECOND_COLLEAGUE];

/** The agent's tool calls the people of a channel, of whom these are there. */
const callChannel = (there: readonly boolean[]) => async (organization: TalkingOrganization) => {
  const { organizationId } = organization;
  const admin = platform.api.client({ token: organization.admin.token });
  const { id } = await createChannel(admin);
  const userIds = [organization.operator.userId, organization.viewer.userId];
  const callees = userIds.map((user_id, at) => ({
    user_id,
    phone_number: NUMBERS[at] ?? null,
    takes_calls: there[at] === true,
  }));
  const params = { folder_id: id };
  const { body } = await admin.call(setChannelMembersOperation, { params, body: { user_ids: userIds, callees } });
  expect(body.members.map(({ phone_number }) => phone_number)).toEqual(NUMBERS);
  await platform.test.everything
    .updateTable("tools")
    .set({
      definition: sql`jsonb_set(jsonb_set(definition, '{config,destination_source}', '"channel"'), '{config,channel_id}', ${String(id)}::jsonb)`,
    })
    .where("organization_id", "=", organizationId)
    .execute();
};

it("is taken by the next person who is there when the first does not answer, who is called last from then on", async () => {
  const { organization, runId } = await callSomebodyWhoAsks(platform, {
    ...{ manner: "noAnswer", second: "yes" },
    prepare: callChannel([true, true]),
  });
  await untilSettled(platform, runId);
  expect(await transferOf(platform, runId)).toMatchObject({ outcome: "connected", targets: NUMBERS, position: 1 });
  const legs = await legsOf(platform, organization.organizationId);
  expect(legs.map(({ called_number }) => called_number)).toEqual(NUMBERS);
  const order = await platform.test.everything
    .selectFrom("folder_members")
    .select("phone_number")
    .where("organization_id", "=", organization.organizationId)
    .orderBy("last_called_at")
    .execute();
  expect(order.map(({ phone_number }) => phone_number)).toEqual(NUMBERS);
});

it("calls nobody who is away", async () => {
  const { organization, runId } = await callSomebodyWhoAsks(platform, {
    ...{ manner: "yes", second: "yes" },
    prepare: callChannel([false, true]),
  });
  await untilSettled(platform, runId);
  expect(await transferOf(platform, runId)).toMatchObject({ outcome: "connected", targets: [SECOND_COLLEAGUE] });
  expect(await legsOf(platform, organization.organizationId)).toHaveLength(1);
});

it("is told by the agent, who goes on, where nobody is there", async () => {
  const { organization, runId } = await callSomebodyWhoAsks(platform, {
    ...{ manner: "yes", prepare: callChannel([false, false]) },
    caller: [{ says: "Give me a colleague" }, { says: "Thank you, goodbye" }],
  });
  await untilSettled(platform, runId);
  expect(await transferOf(platform, runId)).toBeUndefined();
  expect(await legsOf(platform, organization.organizationId)).toEqual([]);
  expect((await wordsOf(platform, runId)).length).toBeGreaterThan(2);
});
