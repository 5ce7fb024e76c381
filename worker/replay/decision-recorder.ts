import { proxySinks, type Sinks, type WorkflowInterceptors, workflowInfo } from "@temporalio/workflow";

/** Reports from the replayed code to the process around it; sinks need a type alias. */
export type DecisionSinks = Sinks & {
  decisions: {
    /** The code has issued a command, described in words, while the history was read up to that length. */
    made(decision: string, historyLength: number): void;
  };
};

/** Runs in the sandbox and reports commands before Temporal compares them with the history. */
export const interceptors = (): WorkflowInterceptors => {
  const { decisions } = proxySinks<DecisionSinks>();
  const made = (decision: string) => decisions.made(decision, workflowInfo().historyLength);
  return {
    outbound: [
      {
        scheduleActivity: (input, next) => {
          made(`activity ${input.activityType}`);
          return next(input);
        },
        scheduleLocalActivity: (input, next) => {
          made(`local activity ${input.activityType}`);
          return next(input);
        },
        startTimer: (input, next) => {
          made(`timer of ${input.durationMs / 1000} s`);
          return next(input);
        },
        startChildWorkflowExecution: (input, next) => {
          made(`child ${input.workflowType} ${input.options.workflowId}`);
          return next(input);
        },
        signalWorkflow: (input, next) => {
          made(`signal ${input.signalName}`);
          return next(input);
        },
        continueAsNew: (input, next) => {
          made("continue as new");
          return next(input);
        },
      },
    ],
  };
};
