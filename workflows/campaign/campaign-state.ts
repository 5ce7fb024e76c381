import { setCurrentDetails, upsertSearchAttributes } from "@temporalio/workflow";
import { addPaceSample, computeCampaignPace, type PaceSample } from "../../domain/campaign/campaign-pace.rules.ts";
import type { CampaignState } from "../../domain/campaign/campaign-states.rules.ts";
import { NO_FIGURES } from "../../domain/campaign/progress-figures.rules.ts";
import { campaignStateAttribute } from "../search-attributes.ts";
import type { CampaignCarried, CampaignInput, CampaignProgress } from "./campaign.contract.ts";
import { addDecision, describeCampaign } from "./campaign.details.ts";

/** The state of a campaign's workflow. */
export interface Campaign extends CampaignCarried {
  input: CampaignInput;
  entered: { atMs: number; by: string | null };
  paceSamples: PaceSample[];
  waitingUntilMs: number | null;
  asOfMs: number;
  /** How often a start was changed while the workflow waits for it. */
  reschedules: number;
  /** How often it was told to look at once. */
  looks: number;
  /** The number of shard reports received. */
  reports: number;
  /** Commands received, and those carried out; a state is not final before all are. */
  commandsTaken: number;
  commandsDone: number;
  /** The resumptions after a pause of which this workflow has not heard: what it waits for may be of earlier settings. */
  resumptions: number;
}

export const createInitialState = (input: CampaignInput): Campaign => ({
  input,
  state: "draft",
  figures: NO_FIGURES,
  shardEpoch: 0,
  liveShards: [],
  prepared: false,
  name: "",
  decisions: [],
  entered: { atMs: Date.now(), by: null },
  paceSamples: [],
  ...input.carried,
  waitingUntilMs: null,
  asOfMs: Date.now(),
  reschedules: 0,
  looks: 0,
  reports: 0,
  commandsTaken: 0,
  commandsDone: 0,
  resumptions: 0,
});

export const readAddress = ({ input }: Campaign) => ({
  organizationId: input.organizationId,
  campaignId: input.campaignId,
});

export const readCarriedState = ({
  state,
  figures,
  shardEpoch,
  liveShards,
  prepared,
  beginsAtMs,
  name,
  decisions,
  entered,
}: Campaign): CampaignCarried => ({
  state,
  figures,
  shardEpoch,
  liveShards,
  prepared,
  ...(beginsAtMs != null && { beginsAtMs }),
  name,
  decisions,
  entered,
});

export const readProgress = ({
  state,
  figures,
  waitingUntilMs,
  beginsAtMs = null,
  asOfMs,
}: Campaign): CampaignProgress => ({
  state,
  figures,
  waitingUntilMs: state === "scheduled" ? beginsAtMs : waitingUntilMs,
  asOfMs,
});

export const applyReading = (campaign: Campaign, news: Pick<Campaign, "state" | "figures" | "beginsAtMs">): void => {
  // A reading from before a command must not undo it: every change of state or figures has its own revision.
  if (news.figures.revision < campaign.figures.revision) return;
  campaign.figures = news.figures;
  if (news.beginsAtMs !== undefined) campaign.beginsAtMs = news.beginsAtMs;
  campaign.asOfMs = Date.now();
  campaign.paceSamples = addPaceSample(campaign.paceSamples, news.figures, campaign.asOfMs);
  enter(campaign, news.state);
};

const enter = (campaign: Campaign, state: CampaignState): void => {
  if (campaign.state !== state) {
    campaign.state = state;
    campaign.entered = { atMs: Date.now(), by: null };
    campaign.paceSamples = [];
    upsertSearchAttributes([{ key: campaignStateAttribute, value: state }]);
  }
  publishDetails(campaign);
};

export const recordDecision = (campaign: Campaign, line: string): void => {
  campaign.decisions = addDecision(campaign.decisions, `${new Date().toISOString()} ${line}`);
  publishDetails(campaign);
};

export const publishDetails = (campaign: Campaign): void =>
  setCurrentDetails(describeCampaign({ ...campaign, pace: computeCampaignPace(campaign.paceSamples) }));
