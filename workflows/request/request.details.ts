import type { RequestStep } from "../../domain/request/request.rules.ts";

const SENTENCES: Record<Exclude<RequestStep, "expire">, string> = {
  wait: "Waits for somebody's answer",
  carry_out: "Confirmed: the action is being carried out",
  undo: "The action is being taken back",
  tell: "Settled: the agent that asked is being told",
  finish: "Over",
};

/** Markdown for the Temporal UI; only the row has question and answer. */
export const describeRequest = (
  step: Exclude<RequestStep, "expire">,
  { requestId, organizationId, until }: { requestId: number; organizationId: number; until: string | null },
): string =>
  [
    `**${SENTENCES[step]}**${until === null ? "" : `, until ${until}`}`,
    "",
    `Request ${requestId} of organization ${organizationId}`,
  ].join("\n");
