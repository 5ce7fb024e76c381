import type { Info } from "@temporalio/activity";
import type { ActivityInboundCallsInterceptor } from "@temporalio/worker";
import { runAsWork, type WorkFields } from "../infra/telemetry/current-work.ts";
import type { Tracing } from "../infra/telemetry/tracing.ts";
import { readTraceparent } from "../infra/temporal/traced-client.ts";
import { readWorkflowFields } from "./workflow-fields.ts";

/**
 * Runs an activity so that its log lines name its workflow and attempt, and its span belongs to the request that caused
 * it.
 */
export const createTracingInterceptor = (tracing: Tracing, info: Info): ActivityInboundCallsInterceptor => ({
  execute: async (input, next) => {
    const fields = fieldsOf(info);
    const span = tracing.start({
      name: info.activityType,
      kind: "consumer",
      parent: readTraceparent(input.headers),
      attributes: spanAttributes(fields),
    });
    try {
      const result = await runAsWork({ fields, span }, () => next(input));
      span?.end();
      return result;
    } catch (error) {
      span?.end(error);
      throw error;
    }
  },
});

const fieldsOf = ({ workflowExecution, activityType, attempt }: Info): WorkFields => ({
  ...readWorkflowFields(workflowExecution?.workflowId ?? ""),
  run_id: workflowExecution?.runId,
  activity: activityType,
  attempt,
});

const spanAttributes = (fields: WorkFields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`ringdown.${name}`, value]));
