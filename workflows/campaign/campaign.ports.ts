import type { CampaignCommandName, CampaignState } from "../../domain/campaign/campaign-states.rules.ts";
import type { CampaignFigures } from "../../domain/campaign/progress-figures.rules.ts";
import type { CampaignAddress, CommandResult, RedialCommand } from "./campaign.contract.ts";

/** The activities of the campaign's workflows; each may run twice for one request. */
export interface CampaignActivities {
  /** Reads the campaign from the database. */
  readCampaign(input: CampaignAddress): Promise<CampaignReading>;
  /**
   * Carries out a command under the campaign's lock: when it returns, no call of a former state is handed over any
   * more, unless the sender of a pause waits for that.
   */
  applyCommand(
    input: CampaignAddress & { command: CampaignCommandName; actor: string; senderAwaitsHandOvers?: boolean },
  ): Promise<CommandReading>;
  /**
   * Takes the snapshot of the contacts, once; suppresses those that may never be dialled. Waits for the import of the campaign's
   * file.
   */
  takeSnapshot(input: CampaignAddress): Promise<CampaignReading>;
  /** Returns the remaining work; marks the campaign completed when there is none. */
  assess(input: CampaignAddress): Promise<CampaignOutlook>;
  /** Creates the child campaign of a redial, once, and starts it on request. */
  redial(
    input: CampaignAddress & { actor: string; requestId: string; command: RedialCommand },
  ): Promise<{ redialedCampaignId: number }>;
  /** Writes a refused or automatic decision to the campaign's log. */
  logDecision(input: CampaignAddress & { event: string; message: string; actor: string }): Promise<void>;
  /** Claims due contacts and starts a call run for each; a repeated token returns the same page. */
  claimRuns(input: ClaimRequest): Promise<ClaimResult>;
}

export interface CampaignReading {
  name: string;
  state: CampaignState;
  figures: CampaignFigures;
  maxConcurrency: number;
  /** When a scheduled campaign begins; epoch milliseconds. Workers of before have told nothing. */
  beginsAtMs?: number | null;
  prepared: boolean;
  /** The import that has to end before the snapshot, for campaigns made from a file; null: there is none. */
  importId: number | null;
}

export interface CommandReading extends CommandResult {
  figures: CampaignFigures;
  beginsAtMs?: number | null;
}

export interface CampaignOutlook {
  state: CampaignState;
  figures: CampaignFigures;
  maxConcurrency: number;
  /** When the next contact is due and its window open; null: no contact waits for a time. Epoch milliseconds. */
  nextDueAtMs: number | null;
  /** When a live campaign looks again for contacts who have joined, whoever waits; epoch milliseconds. Absent: nobody joins. */
  looksAtMs?: number;
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
  /** When to claim again although nothing settles; null: not before something does. Epoch milliseconds. */
  nextDueAtMs: number | null;
  /** Set when only the calling window blocks the contacts. */
  waitingUntilMs: number | null;
}
