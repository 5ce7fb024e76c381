import { z } from "zod";
import { emailAddress } from "../../domain/access/email-address.ts";
import { MEMBER_ROLES } from "../../domain/access/member-role.rules.ts";
import { PASSWORD_LENGTH } from "../../domain/access/password.ts";
import { booleanParameter, idField, idParameter, optional, time, withDefault } from "../http/fields.ts";

export const newPassword = z.string().min(PASSWORD_LENGTH.least).max(PASSWORD_LENGTH.most);
export const givenPassword = z.string().max(PASSWORD_LENGTH.most);
const token = z.string().min(1).max(2_000);
const cookie = withDefault(z.boolean(), false);

export const acceptInvitationBody = z.strictObject({
  token,
  password: optional(givenPassword).meta({
    description: `The password of the address's account, or of the new account (${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters)`,
  }),
  name: optional(z.string().trim().min(1).max(255)),
  cookie,
});

export const selectOrganizationBody = z.strictObject({ organization_id: idField, cookie });
export const forgotPasswordBody = z.strictObject({ email: emailAddress });
export const forgottenAnswer = z.object({
  mailed: z.boolean().meta({
    description:
      "Whether this platform sends mail at all; the answer does not depend on the address. Without mail an admin of the organization makes the link",
  }),
});
export const resetPasswordBody = z.strictObject({ token, password: newPassword });
export const changePasswordBody = z.strictObject({ current: givenPassword, new: newPassword });
export const sessionParams = z.object({ session_id: idParameter });

export const organizationListAnswer = z.object({
  organizations: z.array(
    z.object({
      organization_id: z.number().int(),
      name: z.string(),
      role: z.enum(MEMBER_ROLES),
      is_selected: z.boolean(),
    }),
  ),
});

export const sessionListAnswer = z.object({
  sessions: z.array(
    z.object({
      id: z.number().int(),
      organization_id: z.number().int(),
      created_at: time,
      expires_at: time,
      address: z
        .string()
        .nullable()
        .meta({ description: "The network where it was opened; null: before this was kept" }),
      device: z.string().nullable().meta({ description: "The browser and system that opened it, or the program" }),
      is_current: z.boolean(),
    }),
  ),
});

export const endSessionsQuery = z.object({
  include_current: booleanParameter.optional().meta({ description: "true: the session of this request ends too" }),
});
export const endedSessionsAnswer = z.object({ ended: z.number().int() });
