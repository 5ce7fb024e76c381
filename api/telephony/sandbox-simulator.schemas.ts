import { z } from "zod";
import { SIMULATED_OUTCOMES } from "../../domain/environment/magic-numbers.rules.ts";
import { sandboxManners } from "../../domain/environment/sandbox-manners.ts";

export const sandboxSimulatorBody = z.strictObject({
  manners: sandboxManners
    .meta({ id: "SandboxManners" })
    .nullable()
    .meta({ description: "null: it has none of its own any more" }),
});

const share = z.number();
const range = z.array(z.number());
const people = {
  weights: z.partialRecord(z.enum(SIMULATED_OUTCOMES), z.number()).optional(),
  outcomes: z.array(z.enum(SIMULATED_OUTCOMES)).optional(),
  ring_seconds: range.optional(),
  talk_seconds: range.optional(),
};

const mannersAnswer = z
  .object({
    latency_ms: z.number(),
    throttled: share,
    calls_per_second: z.number().nullable(),
    lost_requests: share,
    lost_answers: share,
    server_errors: share,
    callbacks: z.object({
      lost: share,
      doubled: share,
      reordered: share,
      late: share,
      late_by_seconds: z.number(),
    }),
    outage: z.object({ from: z.string(), to: z.string() }).nullable(),
    people: z.object(people),
    groups: z.array(z.object({ ending: z.string(), ...people })),
  })
  .meta({ id: "SandboxMannersAnswer" });

export const sandboxSimulatorAnswer = z
  .object({
    manners: mannersAnswer
      .nullable()
      .meta({ description: "null: the simulator behaves as the operator of the installation has set it" }),
  })
  .meta({ id: "SandboxSimulator" });
