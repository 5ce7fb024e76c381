import type { Pace } from "../../domain/campaign/campaign-pace.rules.ts";
import {
  CAMPAIGN_COMMANDS,
  type CampaignState,
  decideCommand,
  isCampaignOver,
} from "../../domain/campaign/campaign-states.rules.ts";
import type { CampaignFigures } from "../../domain/campaign/progress-figures.rules.ts";
import { formatInstant } from "../instant.ts";

export interface CampaignDetails {
  input: { campaignId: number };
  name: string;
  state: CampaignState;
  /** The snapshot of its contacts is taken, so the figures count them. */
  prepared: boolean;
  /** When and by whom the state was entered; null: by the platform. */
  entered: { atMs: number; by: string | null };
  figures: CampaignFigures;
  /** The time of the figures. */
  asOfMs: number;
  pace: Pace | null;
  waitingUntilMs: number | null;
  /** When a scheduled campaign begins. */
  beginsAtMs?: number | null;
  decisions: readonly string[];
}

/** The actor of a command without a name: a signal or an update from Temporal's UI or command line. */
export const OPERATOR = "temporal";
const KEPT_DECISIONS = 8;

/**
 * Describes the campaign for operators in the Temporal UI: state, present activity, figures, possible commands, last
 * decisions; Markdown.
 */
export const describeCampaign = (campaign: CampaignDetails): string =>
  [
    `### ${escapeMarkdown(campaign.name)}: ${campaign.state}, ${percentDone(campaign.figures)} done`,
    sinceWhen(campaign),
    whatHappensNow(campaign),
    figuresTable(campaign.figures),
    `Figures as of ${formatInstant(campaign.asOfMs)}.`,
    whatCanBeDone(campaign),
    lastDecisions(campaign.decisions),
  ]
    .filter((part) => part !== null)
    .join("\n\n");

export const addDecision = (decisions: readonly string[], line: string): string[] =>
  [line, ...decisions].slice(0, KEPT_DECISIONS);

/** Returns 100 % only when the last contact is done. */
const percentDone = ({ total, remaining }: CampaignFigures): string =>
  total === 0 ? "0 %" : `${Math.floor(((total - remaining) / total) * 100)} %`;

const sinceWhen = ({ state, entered }: CampaignDetails): string => {
  return `${capitalized(state)} since ${formatInstant(entered.atMs)}, ${byWhom(entered.by)}.`;
};

const byWhom = (actor: string | null): string => {
  if (actor === null) return "by the platform";
  return actor === OPERATOR ? "from the Temporal UI or command line" : `by ${escapeMarkdown(actor)}`;
};

const whatHappensNow = ({ state, prepared, figures, pace, waitingUntilMs, beginsAtMs }: CampaignDetails): string => {
  if (state === "scheduled" && beginsAtMs != null)
    return `**It begins at ${formatInstant(beginsAtMs)}**, by its own timer. Its contacts are taken then.`;
  const calls = figures.inFlight === 1 ? "1 call is" : `${figures.inFlight} calls are`;
  if (state !== "running")
    return figures.inFlight === 0 ? "Nobody is called." : `${calls} finishing; no new one goes out.`;
  if (!prepared) return "Its contacts are being taken from their source.";
  const wait =
    waitingUntilMs === null
      ? ""
      : ` **No contact is due before ${formatInstant(waitingUntilMs)}** (calling window, retries).`;
  return `${calls} under way.${wait}${paceSentence(figures, pace)}`;
};

const paceSentence = ({ remaining }: CampaignFigures, pace: Pace | null): string => {
  if (!pace || pace.contactsPerMinute <= 0) return "";
  const minutes = Math.ceil(remaining / pace.contactsPerMinute);
  return ` Lately ${pace.callsPerMinute} calls a minute; at this pace the rest takes about ${lengthOf(minutes)}.`;
};

const lengthOf = (minutes: number): string => (minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} hours`);

/** The Temporal UI sets columns without a space between them. */
const GAP = "\u2003";

const figuresTable = (figures: CampaignFigures): string => {
  const waiting = figures.waitingRetry;
  const rows: [string, number][] = [
    ["contacts", figures.total],
    ["suppressed, never to be called", figures.suppressed],
    ["finished", figures.finished],
    ["being called now", figures.inFlight],
    ["waiting for another try", waiting],
    ["not called yet", Math.max(figures.remaining - figures.inFlight - waiting, 0)],
    ["answered", figures.answered],
    ["calls made", figures.attempts],
  ];
  return ["| figure | count |", "|---|---|", ...rows.map(([name, count]) => `| ${name} | ${GAP}${count} |`)].join("\n");
};

const whatCanBeDone = ({ state, input }: CampaignDetails): string => {
  const calls = `Its calls: filter the workflows by \`CampaignId=${input.campaignId} AND WorkflowType="callRun"\`.`;
  if (isCampaignOver(state)) return `A redial calls those who were not reached once more. ${calls}`;
  const isBeforeStart = state === "scheduled";
  const possible = CAMPAIGN_COMMANDS.filter(
    (command) => decideCommand(state, command, { isBeforeStart }).kind === "apply",
  );
  const names = possible.map((command) => `\`${command}\``).join(" or ");
  return `To command it: More Actions, Send a Signal, ${names}, no input. ${calls}`;
};

const lastDecisions = (decisions: readonly string[]): string | null =>
  decisions.length === 0
    ? null
    : `**Last decisions**\n\n${decisions.map((line) => `- ${escapeMarkdown(line)}`).join("\n")}`;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#|]/g, "\\$&").replaceAll(/\s+/g, " ");
