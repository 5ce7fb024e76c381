import { z } from "zod";
import { ENVIRONMENTS } from "../../domain/environment/sandbox.rules.ts";
import { MOST_NAMED_RUNS } from "../../domain/removal/removal.rules.ts";
import { nullableTime, optional, time, timeInput } from "../http/fields.ts";
import { pageLimit } from "../http/pagination.ts";

const id = z.number().int().positive();

const where = z
  .strictObject({
    workflow_id: optional(id),
    campaign_id: optional(id),
    created_from: optional(timeInput),
    created_before: optional(timeInput),
    outcomes: optional(z.array(z.string().min(1).max(64)).min(1).max(50)),
    environment: optional(z.enum(ENVIRONMENTS)),
  })
  .refine((conditions) => Object.values(conditions).some((value) => value !== undefined), {
    message: "Give at least one condition: without one, every call would go",
  })
  .meta({ id: "RemovedRunsWhere" });

const selection = {
  run_ids: optional(z.array(id).min(1).max(MOST_NAMED_RUNS)),
  where: optional(where),
};

interface Selected {
  run_ids?: readonly number[] | undefined;
  where?: object | undefined;
}

/** One of the two: with both, nobody could say whether they narrow or widen each other. */
const isOne = ({ run_ids, where: conditions }: Selected): boolean =>
  (run_ids === undefined) !== (conditions === undefined);
const ONE = { message: "Send either run_ids or where", path: ["run_ids"] };

export const previewRemovalBody = z.strictObject(selection).refine(isOne, ONE);

export const createRemovalBody = z
  .strictObject({ ...selection, expected_runs: optional(z.number().int().min(0)) })
  .refine(isOne, ONE);

export const removalParams = z.object({ removal_id: z.uuid() });

export const removalsQuery = z.object({
  cursor: optional(z.coerce.number().int().positive()),
  limit: pageLimit,
});

export const removalPreviewAnswer = z
  .object({ runs: z.number().int(), in_use: z.number().int() })
  .meta({ id: "RemovalPreview" });

export const removalAnswer = z
  .object({
    removal_id: z.uuid(),
    state: z.enum(["running", "done"]).meta({ id: "RemovalState" }),
    campaign_id: z.number().int().nullable(),
    runs: z.number().int(),
    runs_removed: z.number().int(),
    runs_waiting: z.number().int(),
    removed: z.array(z.object({ kind: z.string(), count: z.number().int() }).meta({ id: "RemovedRows" })),
    requested_by: z.string(),
    created_at: time,
    finished_at: nullableTime,
  })
  .meta({ id: "Removal" });

export const removalListAnswer = z
  .object({ removals: z.array(removalAnswer), next_cursor: z.number().int().nullable() })
  .meta({ id: "RemovalList" });
