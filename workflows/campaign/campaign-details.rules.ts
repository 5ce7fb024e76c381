import type { CampaignFigures, CampaignState } from "./campaign.contract.ts";

export interface CampaignDetails {
  name: string;
  state: CampaignState;
  figures: CampaignFigures;
  waitingUntilMs: number | null;
  decisions: readonly string[];
}

const KEPT_DECISIONS = 8;

/** What an operator reads in the Temporal UI: state, window, figures, last decisions; Markdown. */
export const describeCampaign = ({ name, state, figures, waitingUntilMs, decisions }: CampaignDetails): string =>
  [
    `### ${escapeMarkdown(name)}: ${state}`,
    waitingUntilMs === null ? null : `Waiting until **${new Date(waitingUntilMs).toISOString()}**`,
    "| total | suppressed | finished | remaining | in flight | waiting for retry | dialled | answered | attempts |",
    "|---|---|---|---|---|---|---|---|---|",
    `| ${[
      figures.total,
      figures.suppressed,
      figures.finished,
      figures.remaining,
      figures.inFlight,
      figures.waitingRetry,
      figures.dialled,
      figures.answered,
      figures.attempts,
    ].join(" | ")} |`,
    decisions.length === 0
      ? null
      : `**Last decisions**\n${decisions.map((line) => `- ${escapeMarkdown(line)}`).join("\n")}`,
  ]
    .filter((part) => part !== null)
    .join("\n\n")
    .replace(" |\n\n|---", " |\n|---")
    .replace("---|\n\n| ", "---|\n| ");

export const addDecision = (decisions: readonly string[], line: string): string[] =>
  [line, ...decisions].slice(0, KEPT_DECISIONS);

const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#|]/g, "\\$&");
