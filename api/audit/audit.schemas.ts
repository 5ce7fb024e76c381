import { z } from "zod";
import { ACT_KINDS } from "../../domain/audit/kept-acts.ts";
import { optional, time, timeInput } from "../http/fields.ts";
import { pageLimit } from "../http/pagination.ts";

const filters = {
  actor: optional(z.string().max(50)),
  kind: optional(z.enum(ACT_KINDS).meta({ id: "ActKind" })),
  operation: optional(z.string().max(100)),
  from: optional(timeInput),
  to: optional(timeInput),
};

export const auditQuery = z.object({
  ...filters,
  cursor: optional(z.coerce.number().int().positive()).meta({ description: "`next_cursor` of the page before" }),
  limit: pageLimit,
});
export const auditExportQuery = z.object(filters);

export const actAnswer = z
  .object({
    id: z.number().int(),
    at: time,
    kind: z.enum(ACT_KINDS).meta({ id: "ActKind" }),
    actor: z.string(),
    user_id: z.number().int().nullable(),
    operation: z.string().nullable(),
    subject: z.record(z.string(), z.union([z.string(), z.number()])).meta({ id: "ActSubject" }),
    address: z.string().nullable(),
    user_agent: z.string().nullable(),
  })
  .meta({ id: "Act" });

export const auditAnswer = z
  .object({ acts: z.array(actAnswer), next_cursor: z.number().int().nullable() })
  .meta({ id: "ActList" });
