import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sealAtEnd } from "../../../activities/campaign/seal-at-end.ts";
import type { CampaignState } from "../../../domain/campaign/campaign-states.rules.ts";
import { captureLog } from "../../harness/captured-log.ts";
import { type DiallingRig, startCampaign, startDiallingRig } from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

describe("the record of a campaign", () => {
  it.each<[CampaignState, number]>([
    ["running", 0],
    ["paused", 0],
    ["completed", 1],
    ["canceled", 1],
  ])("that is %s, while the object store is away, is sealed at once in vain so often: %d", async (state, tries) => {
    const { organizationId } = await startCampaign(rig);
    const log = captureLog();
    const deps = { ...rig.deps, logger: log.logger };
    expect(await sealAtEnd(deps, organizationId, { state })).toEqual({ state });
    expect(log.lines().map(({ msg }) => msg)).toEqual(
      Array.from({ length: tries }, () => "a campaign's end is sealed with the next minute"),
    );
  });
});
