import type { CampaignAddress, CommandResult, RedialCommand } from "./campaign.contract.ts";
import type { CampaignCommandName, CampaignFigures, CampaignState } from "../../domain/campaign/campaign.rules.ts";

/** What the campaign's workflows need done outside; every one may run twice for one request. */
export interface CampaignActivities {
  /** The campaign as the database has it. */
  readCampaign(input: CampaignAddress): Promise<CampaignReading>;
  /** Carries out a command under the campaign's lock: when it returns, no call of a state before is handed over any more. */
  applyCommand(input: CampaignAddress & { command: CampaignCommandName; actor: string }): Promise<CommandReading>;
  /** Takes the snapshot of the contacts, once; suppresses those that may never be dialled. */
  takeSnapshot(input: CampaignAddress): Promise<CampaignReading>;
  /** What there is left to do; marks the campaign completed when nothing is. */
  assess(input: CampaignAddress): Promise<CampaignOutlook>;
  /** Makes the child campaign of a redial, once, and starts it when asked to. */
  redial(
    input: CampaignAddress & { actor: string; requestId: string; command: RedialCommand },
  ): Promise<{ redialedCampaignId: number }>;
  /** Writes a refused or automatic decision to the campaign's log. */
  logDecision(input: CampaignAddress & { event: string; message: string; actor: string }): Promise<void>;
  /** Claims due contacts and starts a call run for each; the same token gives the same page. */
  claimRuns(input: ClaimRequest): Promise<ClaimResult>;
}

export interface CampaignReading {
  name: string;
  state: CampaignState;
  figures: CampaignFigures;
  maxConcurrency: number;
  prepared: boolean;
  /** The import that must run before the snapshot, for campaigns made from a file. */
  importId: number | null;
}

export interface CommandReading extends CommandResult {
  figures: CampaignFigures;
}

export interface CampaignOutlook {
  state: CampaignState;
  figures: CampaignFigures;
  maxConcurrency: number;
  /** When the next contact is due and its window open; null: none waits for a time. Epoch milliseconds. */
  nextDueAtMs: number | null;
}

export interface ClaimRequest extends CampaignAddress {
  shardId: string;
  token: string;
  limit: number;
}

export interface ClaimResult {
  runUuids: string[];
  state: CampaignState;
  figures: CampaignFigures;
  /** When it is worth asking again although nothing settles; null: not before something does. Epoch milliseconds. */
  nextDueAtMs: number | null;
  /** Set when only the calling window holds everything back. */
  waitingUntilMs: number | null;
}
