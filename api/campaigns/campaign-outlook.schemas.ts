import { z } from "zod";
import { outlookFields } from "../calls/call-outlook.schemas.ts";
import { idParameter } from "../http/fields.ts";

export const outlookParams = z.object({ campaign_id: idParameter, contact_id: idParameter });

export const contactOutlookAnswer = z
  .object({ campaign_id: z.number().int(), contact_id: z.number().int(), ...outlookFields })
  .meta({ id: "ContactOutlook" });
