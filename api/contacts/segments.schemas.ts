import { z } from "zod";
import { LONGEST_SEGMENT, parseSegment } from "../../domain/contact/segment.ts";
import { time } from "../http/fields.ts";
import { contactListParams } from "./contacts.schemas.ts";

/** An expression; a fault is told with its place, counted in characters from 1. */
const where = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_SEGMENT)
  .superRefine((text, check) => {
    const parsed = parseSegment(text);
    if (!parsed.ok)
      check.addIssue({ code: "custom", message: `${parsed.fault.message} (at character ${parsed.fault.at + 1})` });
  })
  .meta({
    description:
      'Whom of the list: `city = "Berlin" and due < in 3 days`. Fields are attributes, name, phone_number, timezone and priority; = != < <= > >= in contains, is empty, and or not',
  });

export const segmentParams = contactListParams.extend({ segment_id: z.uuid() });
export const segmentBody = z.strictObject({ name: z.string().trim().min(1).max(255), where });
export const segmentPreviewBody = z.strictObject({ where });

export const segmentAnswer = z
  .object({ segment_id: z.uuid(), name: z.string(), where: z.string(), created_at: time })
  .meta({ id: "ContactSegment" });
export const segmentsAnswer = z.object({ segments: z.array(segmentAnswer) }).meta({ id: "ContactSegments" });

export const segmentPreviewAnswer = z
  .object({
    count: z.number().int().min(0).meta({ description: "How many contacts of the list it is true of now" }),
    examples: z
      .array(z.object({ contact_id: z.number().int(), phone_number: z.string(), name: z.string().nullable() }))
      .meta({ description: "The first five of them" }),
  })
  .meta({ id: "ContactSegmentPreview" });
