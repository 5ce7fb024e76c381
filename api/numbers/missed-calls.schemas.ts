import { z } from "zod";
import { OTHER_PAGE_ROWS } from "../../domain/access/list-pages.ts";
import { MISSED_CALL_REASONS } from "../../domain/call/missed-call.rules.ts";
import { optional, time } from "../http/fields.ts";
import { limitOf } from "../http/pagination.ts";

export const missedCallsQuery = z.object({
  since: optional(z.iso.datetime({ offset: true, local: true })).meta({ description: "Calls from this instant on" }),
  cursor: optional(z.string().max(128)).meta({ description: "`next_cursor` of the page before" }),
  limit: limitOf(OTHER_PAGE_ROWS.missedCalls),
});

const missedCall = z
  .object({
    id: z.number().int(),
    at: time,
    caller_number: z.string().nullable().meta({ description: "Null: withheld" }),
    called_number: z.string(),
    reason: z.enum(MISSED_CALL_REASONS),
    telephony_configuration_id: z.number().int().nullable(),
    run_id: z.number().int().nullable().meta({ description: "The call, where an agent was to take it" }),
    called_back_run_id: z
      .number()
      .int()
      .nullable()
      .meta({ description: "The first call to this caller that a carrier took afterwards" }),
    called_back_at: time.nullable(),
  })
  .meta({ id: "MissedCall" });

export const missedCallsAnswer = z
  .object({ missed_calls: z.array(missedCall), next_cursor: z.string().nullable() })
  .meta({ id: "MissedCalls" });
