import type { AttentionItem } from "../api/routes.ts";
import { formatMoment } from "../words/format.ts";
import { sayReason } from "../words/say-refusal.ts";
import { words } from "../words/words.ts";
import { findQuoted } from "./fields.ts";

const { timeline } = words;

/** Describes in the viewer's language what waits for somebody; an item without a sentence here is shown in the API's own. */
export const describeAttention = ({ kind, summary, subject, reason }: AttentionItem): string => {
  const about = findQuoted(summary);
  switch (kind) {
    case "question":
    case "action_proposed":
      return summary;
    case "edit_proposed":
      return about === undefined ? summary : timeline.editProposed(about);
    case "secret_requested":
      return about === undefined ? summary : timeline.keyNeeded(about);
    case "breaker_tripped":
      return `${subject ?? ""}: ${timeline.decisions.tripped(undefined)}`;
    case "campaign_failed":
      return `${subject ?? ""}: ${timeline.decisions.failed(sayReason(reason ?? ""))}`;
    case "document_failed":
      return timeline.documentFailed(subject ?? "", reason ?? "");
    case "connector_expired":
      return timeline.signInExpired(subject ?? "", reason ?? "");
    case "account_set_aside":
      return timeline.accountSetAside(subject ?? "", reason ?? "");
    case "time_zone_refused":
      return timeline.timeZoneRefused(subject ?? "", reason ?? "");
    case "key_expires":
      return timeline.keyExpires(subject ?? "", formatMoment(reason ?? ""));
    case "model_failed":
      return timeline.modelFailed(reason ?? "");
  }
};
