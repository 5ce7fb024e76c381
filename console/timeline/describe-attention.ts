import type { AttentionItem } from "../api/routes.ts";
import { words } from "../words/words.ts";
import { findQuoted } from "./fields.ts";

const { timeline } = words;

/** Says in the viewer's language what waits for somebody; what has no sentence here is said by the API's own. */
export const describeAttention = ({ kind, summary }: AttentionItem): string => {
  const about = findQuoted(summary);
  if (about === undefined) return summary;
  if (kind === "edit_proposed") return timeline.editProposed(about);
  if (kind === "secret_requested") return timeline.keyNeeded(about);
  if (kind !== "breaker_tripped") return summary;
  const campaign = summary.slice(0, summary.indexOf(": "));
  return `${campaign}: ${timeline.decisions.tripped(undefined)}`;
};
