import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type TalkingOrganization, wordsOf } from "../conversations/talking-organization.ts";
import { CALLED_IN_CHANNEL, letToolCallChannel } from "./called-channel.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";
import { callSomebodyInTime, legsOf, SECOND_COLLEAGUE, transferOf, untilSettled } from "./transferring-organization.ts";

/*
 * A caller who is handed to a channel: whoever of its people is there is called, the one who was called longest ago first.
 */
let platform: CallingPlatform;
beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 10 });
});
afterAll(() => platform.close());

const NUMBERS = CALLED_IN_CHANNEL;
const callChannel = (there: readonly boolean[]) => (organization: TalkingOrganization) =>
  letToolCallChannel(platform, organization, there);

it("is taken by the next person who is there when the first does not answer, who is called last from then on", async () => {
  const { organization, runId } = await callSomebodyInTime(platform, {
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
  const { organization, runId } = await callSomebodyInTime(platform, {
    ...{ manner: "yes", second: "yes" },
    prepare: callChannel([false, true]),
  });
  await untilSettled(platform, runId);
  expect(await transferOf(platform, runId)).toMatchObject({ outcome: "connected", targets: [SECOND_COLLEAGUE] });
  expect(await legsOf(platform, organization.organizationId)).toHaveLength(1);
});

it("is told by the agent, who goes on, where nobody is there", async () => {
  const { organization, runId } = await callSomebodyInTime(platform, {
    ...{ manner: "yes", prepare: callChannel([false, false]) },
    caller: [{ says: "Give me a colleague" }, { says: "Thank you, goodbye" }],
  });
  await untilSettled(platform, runId);
  expect(await transferOf(platform, runId)).toBeUndefined();
  expect(await legsOf(platform, organization.organizationId)).toEqual([]);
  expect((await wordsOf(platform, runId)).length).toBeGreaterThan(2);
});
