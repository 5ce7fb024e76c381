import { z } from "zod";
import { CALENDAR_KINDS, CALENDAR_LIMITS } from "../../domain/campaign/calendar.ts";
import { CAMPAIGN_STATES } from "../../domain/campaign/campaign-states.rules.ts";
import { time, timeInput, windowSlotsAnswer } from "../http/fields.ts";

export const calendarQuery = z.object({
  from: timeInput.meta({ description: "The first instant of the span" }),
  to: timeInput.meta({ description: `Before this instant; a span has at most ${CALENDAR_LIMITS.days} days` }),
});

const campaign = {
  campaign_id: z.number().int(),
  campaign_name: z.string(),
  state: z.enum(CAMPAIGN_STATES),
};

export const calendarAnswer = z
  .object({
    events: z
      .array(
        z
          .object({
            kind: z.enum(CALENDAR_KINDS),
            at: time.meta({ description: "Of `call_backs`: the hour" }),
            local: z.string().nullable().meta({
              description: "What each called person's clock shows then; null: it is one instant for everybody",
            }),
            count: z.number().int().nullable().meta({ description: "Of `call_backs`: how many people asked for it" }),
            ...campaign,
          })
          .meta({ id: "CalendarEvent" }),
      )
      .meta({ description: "In their order" }),
    dialling: z
      .array(
        z
          .object({
            ...campaign,
            slots: windowSlotsAnswer.nullable().meta({
              description: "Its hours on each called person's clock; null: those of the organization",
            }),
          })
          .meta({ id: "DiallingCampaign" }),
      )
      .meta({ description: "The campaigns that run or are paused" }),
    days: z
      .array(
        z
          .object({
            date: z.iso.date(),
            open: z.array(z.object({ start_time: z.string(), end_time: z.string() }).meta({ id: "DayOpening" })).meta({
              description: "When somebody may be called, on each person's own clock; none: nobody is called that day",
            }),
            is_holiday: z.boolean().meta({ description: "It is a holiday of at least one of them" }),
            holiday_of: z.array(z.number().int()).meta({ description: "The campaigns that leave it out" }),
          })
          .meta({ id: "CalendarDay" }),
      )
      .meta({
        description:
          "Each date of the span, with the hours of the campaigns that are planned or dial; where there is none, the organization's. Rule packs may close more",
      }),
    left_off: z.boolean().meta({ description: "There is more than an answer has room for" }),
  })
  .meta({ id: "Calendar" });
