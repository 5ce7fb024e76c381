import type { OrganizationTransaction } from "../database.ts";
import { recordTimeline } from "./timeline.repository.ts";

/** A deliverable of an agent: a summary, a filled form, a file. */
export interface Deliverable {
  organizationId: number;
  agentId: number;
  runId?: number | null;
  campaignId?: number | null;
  threadId?: string | null;
  /** `summary`, `form`, `file`, … */
  form: string;
  /** One sentence for people. */
  summary: string;
  content: Record<string, unknown>;
}

/** Writes a deliverable to the timeline; returns the event's id. */
export const recordDeliverable = (
  tx: OrganizationTransaction,
  { form, content, ...deliverable }: Deliverable,
): Promise<number> =>
  recordTimeline(tx, {
    ...deliverable,
    kind: "deliverable",
    actor: `agent:${deliverable.agentId}`,
    payload: { form, ...content },
  });
