import { z } from "zod";
import { GRACE_DAYS } from "../../domain/access/second-factor.ts";
import { nullableTime, optional } from "../http/fields.ts";

export const signInRulesBody = z.strictObject({
  second_factor: z.enum(["optional", "required"]).meta({
    description: "Whether members who log in with a password need a second factor",
  }),
  grace_days: optional(z.number().int().min(0).max(GRACE_DAYS.most)).meta({
    description: `With required: how many days members have to set one up, ${GRACE_DAYS.usual} in the console; left out, a day that is set stays, else it is now`,
  }),
});

export const signInRulesAnswer = z
  .object({
    second_factor_from: nullableTime.meta({
      description:
        "From then on a member who logs in with a password and has no second factor can do nothing but set one up; null: members need none",
    }),
  })
  .meta({ id: "SignInRules" });
