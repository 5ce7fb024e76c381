import { HIRE_STEPS, type HireProgress, type HireStep } from "../../domain/template/hire-progress.rules.ts";

export const STEP_SENTENCES: Record<HireStep, string> = {
  agent: "makes the agent",
  tools: "adds its tools",
  documents: "adds its documents",
  scenarios: "adds the scenarios that it is rehearsed with",
  conclusion: "tells the timeline",
};

const HEADLINES: Record<HireProgress["state"], string> = {
  running: "The agent is being hired",
  undoing: "A step failed permanently: what was created is removed again",
  hired: "The agent is hired",
  failed: "The hire failed; nothing of it is left",
};

/** Markdown for the Temporal UI. */
export const describeHire = ({ state, done, step, agentId, missing }: HireProgress): string => {
  const marks = HIRE_STEPS.map((each) => `- ${markOf(each, { done, step })} ${STEP_SENTENCES[each]}`);
  const agent = agentId === null ? "" : `\n\nAgent ${agentId}`;
  const needs = missing.length === 0 ? "" : `\n\nIt still needs: ${missing.join(", ")}`;
  return `**${HEADLINES[state]}**${agent}\n\n${marks.join("\n")}${needs}`;
};

const markOf = (step: HireStep, { done, step: current }: Pick<HireProgress, "done" | "step">): string => {
  if (done.includes(step)) return "✓";
  return step === current ? "→" : "·";
};
