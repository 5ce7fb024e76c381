import { beforeAll, describe, expect, it } from "@jest/globals";
import { listAgentsOperation } from "../../../api/agents/agents.operations.ts";
import { createContactListOperation } from "../../../api/contacts/contacts.operations.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type FaultedOrganization, openFaultedOrganization } from "./faulted-organization.ts";
import type { SharedPlatform } from "./shared-platform.ts";

const HOUR_MS = 3_600_000;
const SESSION_MS = 7 * 24 * HOUR_MS;

export const describeJumpingClock = (platform: () => SharedPlatform): void => {
  let organization: FaultedOrganization;
  beforeAll(async () => {
    organization = await openFaultedOrganization(platform().running);
  });

  /** A session is good for seven days from the moment in which the API has made it. */
  const untilClockIsOff = (offsetMs: number): Promise<unknown> =>
    waitUntil("the clock of the API has jumped", async () => {
      const off = Date.parse(await organization.logIn()) - SESSION_MS - Date.now();
      return Math.abs(off - offsetMs) < HOUR_MS / 4;
    });

  describe.each([
    ["forward", HOUR_MS],
    ["back", -HOUR_MS],
  ])("when the clock of the API and the worker jumps an hour %s", (_where, offsetMs) => {
    it("requests are answered, a campaign goes on to its end, and nobody is dialled twice", async () => {
      const { client } = organization;
      const campaignId = await organization.startCampaign(30);
      platform().clock.set(offsetMs);
      await untilClockIsOff(offsetMs);
      expect((await client.call(listAgentsOperation)).body).not.toEqual([]);
      await client.call(createContactListOperation, { body: { name: "Made meanwhile" } });
      expect(new Set(await organization.untilCampaignIsOver(campaignId))).toEqual(new Set([1]));
      platform().clock.set(0);
      await untilClockIsOff(0);
      const next = await organization.startCampaign(5);
      expect(new Set(await organization.untilCampaignIsOver(next))).toEqual(new Set([1]));
    });
  });
};
