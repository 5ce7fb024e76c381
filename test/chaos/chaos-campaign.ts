import type { RunningStack } from "../../infra/local/stack.ts";
import type { SimulatorScriptInput } from "../../infra/telephony/simulator/simulator.script.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";

/** Short calls over a network with every bad manner that the simulator has. */
const SCRIPT: SimulatorScriptInput = {
  seed: "chaos",
  speed: 100,
  defaults: {
    ring_seconds: [2, 8],
    talk_seconds: [10, 90],
    misbehaviours: {
      throttled: 0.04,
      retry_after_seconds: 1,
      server_error: 0.01,
      request_lost: 0.01,
      response_lost: 0.04,
      slow_response: 0.05,
      slow_response_ms: 400,
      event_before_response: 0.1,
      callback_lost: 0.02,
      callback_duplicated: 0.2,
      callback_reordered: 0.2,
    },
  },
};

export interface ChaosCampaign extends DiallingOrganization {
  campaignId: number;
  numbers: string[];
}

/** An organization with a list, an agent and a draft campaign, all through the API. */
export const prepareChaosCampaign = async (stack: RunningStack, contacts: number): Promise<ChaosCampaign> => {
  const organization = await openDiallingOrganization(stack, SCRIPT);
  const numbers = fictionalNumbers(contacts);
  const campaignId = await organization.createCampaign(await organization.importNumbers(numbers), {
    max_concurrency: 25,
    retry_config: { max_retries: 2, retry_delay_seconds: 1 },
  });
  return { ...organization, campaignId, numbers };
};
