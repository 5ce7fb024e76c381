import { z } from "zod";
import { emailAddress } from "../../domain/access/email-address.ts";
import { MEMBER_ROLES } from "../../domain/access/member-role.rules.ts";
import { idParameter, time } from "../http/fields.ts";

const role = z.enum(MEMBER_ROLES);
export type MemberRole = z.output<typeof role>;

export const memberParams = z.object({ user_id: idParameter });
export const invitationParams = z.object({ invitation_id: idParameter });
export const memberBody = z.strictObject({ role });
export const invitationBody = z.strictObject({ email: emailAddress, role });

export const memberAnswer = z
  .object({
    user_id: z.number().int(),
    email: z.string(),
    name: z.string().nullable(),
    role,
    created_at: time.meta({ description: "When they joined" }),
    has_second_factor: z.boolean().meta({ description: "Whether their log-ins with a password need a second factor" }),
  })
  .meta({ id: "Member" });
export const memberListAnswer = z.object({ members: z.array(memberAnswer) });

const invitation = z.object({ id: z.number().int(), email: z.string(), role, created_at: time, expires_at: time });
export const invitationListAnswer = z.object({ invitations: z.array(invitation.meta({ id: "Invitation" })) });

const mailed = z.boolean().meta({ description: "Whether a mail server is configured (`SMTP_URL`) and took the mail" });
export const newInvitationAnswer = z
  .object({
    ...invitation.shape,
    mailed,
    token: z.string().nullable().meta({ description: "For POST /auth/accept-invitation; null when it was mailed" }),
    link: z
      .string()
      .nullable()
      .meta({ description: "Accepts it in the console; hand it to that person alone. Null when it was mailed" }),
  })
  .meta({ id: "NewInvitation" });

export const passwordLinkAnswer = z.object({
  mailed,
  link: z.string().nullable().meta({ description: "Works once, within an hour; null when it was mailed" }),
  expires_at: time,
});

export const successAnswer = z.object({ success: z.boolean() });
