import { z } from "zod";
import { optional, time, timeInput, withDefault } from "../http/fields.ts";
import { campaignName } from "./settings.schemas.ts";

export const backFillBody = z.strictObject({
  from: timeInput,
  to: timeInput,
  name: optional(campaignName),
  start: withDefault(z.boolean(), true),
});

export const backFillQuery = z.object({ from: timeInput, to: timeInput });

/** The campaign whose contacts a back-fill calls, and the span of the outage. */
export const backFillAnswer = z
  .object({ campaign_id: z.number().int(), from: time, to: time })
  .meta({ id: "CampaignBackFill" });

export const backFillPreviewAnswer = z
  .object({
    contacts: z.number().int().meta({ description: "Contacts that the back-fill would call" }),
    not_dialled: z.number().int().meta({ description: "Those of them whose last call never reached the carrier" }),
    end_unknown: z
      .number()
      .int()
      .meta({ description: "Those of them whose last call ended unknown, with nobody reached" }),
    called_again: z
      .number()
      .int()
      .meta({ description: "Contacts that the outage hit, and that a redial or an earlier back-fill has" }),
    under_way: z.number().int().meta({ description: "Calls of that span that are not over" }),
    refusal: z.string().nullable().meta({ description: "Why a back-fill would be refused now; null: it would not" }),
    back_fill_campaign_id: z
      .number()
      .int()
      .nullable()
      .meta({ description: "The back-fill that was made for exactly this span; null: none" }),
  })
  .meta({ id: "BackFillPreview" });
