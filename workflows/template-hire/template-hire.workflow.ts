import { ActivityFailure, ApplicationFailure } from "@temporalio/common";
import { allHandlersFinished, condition, proxyActivities, setCurrentDetails, setHandler } from "@temporalio/workflow";
import {
  advanceProgress,
  type HireProgress,
  type HireStep,
  listStepsToUndo,
  NOTHING_HIRED,
} from "../../domain/template/hire-progress.rules.ts";
import { receiveCancellation, runUncancellably } from "../cancellation.ts";
import {
  type HiredAgent,
  hiredAgentUpdate,
  hireProgressQuery,
  type TemplateHireInput,
} from "./template-hire.contract.ts";
import { describeHire, STEP_SENTENCES } from "./template-hire.details.ts";
import type { TemplateHireActivities } from "./template-hire.ports.ts";

const UNKNOWN_REASON = "A step failed; the record of the workflow says more";

/**
 * Returns the activities of one step with its summary for operators. A step that exceeds its time has lost its worker;
 * tries are not limited, and only its own permanent failure ends it.
 */
const stepOf = (summary: string) =>
  proxyActivities<TemplateHireActivities>({
    startToCloseTimeout: "60 seconds",
    heartbeatTimeout: "5 seconds",
    retry: { initialInterval: "500 milliseconds", maximumInterval: "30 seconds" },
    summary,
  });

/** Hires one agent, step by step. When a step fails permanently, the earlier steps are undone, last first. */
export const templateHire = async (input: TemplateHireInput): Promise<HiredAgent> => {
  let progress: HireProgress = NOTHING_HIRED;
  const note = (next: HireProgress) => {
    progress = next;
    setCurrentDetails(describeHire(next));
  };
  setHandler(hireProgressQuery, () => progress);
  setHandler(hiredAgentUpdate, () =>
    runUncancellably(async (): Promise<HiredAgent> => {
      await condition(() => progress.agentId !== null || progress.state === "failed");
      return outcomeOf(progress);
    }),
  );
  note(NOTHING_HIRED);
  // An agent without its tools is worse than none, so a cancellation request changes nothing.
  await receiveCancellation(
    () => {},
    () => hire(input, { read: () => progress, note }),
  );
  await runUncancellably(() => condition(allHandlersFinished));
  return outcomeOf(progress);
};

const outcomeOf = ({ agentId, state }: HireProgress): HiredAgent =>
  agentId === null || state === "failed" ? { kind: "failed" } : { kind: "hired", agentId };

interface Notes {
  read(): HireProgress;
  note(progress: HireProgress): void;
}

const hire = async (input: TemplateHireInput, { read, note }: Notes): Promise<void> => {
  try {
    const { agentId } = await stepOf(STEP_SENTENCES.agent).makeHiredAgent(input);
    note({ ...advanceProgress(read(), "agent"), agentId });
    await stepOf(STEP_SENTENCES.tools).addHiredTools(input);
    note(advanceProgress(read(), "tools"));
    await stepOf(STEP_SENTENCES.documents).addHiredDocuments(input);
    note(advanceProgress(read(), "documents"));
    await stepOf(STEP_SENTENCES.scenarios).addHiredScenarios(input);
    note(advanceProgress(read(), "scenarios"));
    const { missing } = await stepOf(STEP_SENTENCES.conclusion).concludeHire(input);
    note({ ...advanceProgress(read(), "conclusion"), missing });
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    note({ ...read(), state: "undoing" });
    for (const step of listStepsToUndo(read())) await undo(step, input);
    await stepOf("keeps the reason").failHire({ ...input, reason: reasonOf(error) });
    note({ ...read(), state: "failed" });
  }
};

const undo = (step: HireStep, input: TemplateHireInput): Promise<void> => {
  const activities = stepOf(`takes back: ${STEP_SENTENCES[step]}`);
  switch (step) {
    case "agent":
      return activities.undoHiredAgent(input);
    case "tools":
      return activities.undoHiredTools(input);
    case "documents":
      return activities.undoHiredDocuments(input);
    case "scenarios":
      return activities.undoHiredScenarios(input);
    case "conclusion":
      return Promise.resolve();
  }
};

const reasonOf = ({ cause }: ActivityFailure): string =>
  cause instanceof ApplicationFailure ? cause.message : UNKNOWN_REASON;
