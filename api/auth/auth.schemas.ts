import { z } from "zod";
import { emailAddress as email } from "../../domain/access/email-address.ts";
import { MEMBER_ROLES } from "../../domain/access/member-role.rules.ts";
import { optional, time, withDefault } from "../http/fields.ts";
import { givenPassword, newPassword } from "./account.schemas.ts";

const cookie = withDefault(z.boolean(), false).meta({
  description: "For browsers: keep the session in a cookie that scripts cannot read, and answer with an empty token",
});
const name = z.string().trim().min(1).max(255);

export const signUpBody = z.strictObject({
  email,
  password: newPassword,
  name: optional(name),
  organization_name: optional(name),
  cookie,
});

export const logInBody = z.strictObject({
  email,
  password: givenPassword,
  cookie,
});

export const accountAnswer = z
  .object({
    id: z.number().int(),
    email: z.string(),
    name: z.string().nullable(),
    organization_id: z.number().int(),
    role: z.enum(MEMBER_ROLES),
  })
  .meta({ id: "Account" });

export const sessionAnswer = z
  .object({
    token: z.string().meta({ description: "For Authorization: Bearer; empty when a cookie was asked for" }),
    token_type: z.literal("bearer"),
    expires_at: time,
    user: accountAnswer,
  })
  .meta({ id: "Session" });

export const signUpMailedAnswer = z
  .object({ mailed: z.literal(true), message: z.string() })
  .meta({ id: "SignUpMailed" });

export const confirmSignUpBody = z.strictObject({
  token: z.string().min(1).max(12_000).meta({ description: "From the link in the mail, behind the #" }),
  password: givenPassword.meta({ description: "The password of the sign-up: the mail alone creates no account" }),
  cookie,
});

export const loggedOutAnswer = z.object({
  status: z.literal("logged_out"),
  log_out_url: z.string().nullable().meta({
    description: "Where a browser is to be led, so that the identity provider's session ends too; null: nowhere",
  }),
});
