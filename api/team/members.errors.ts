import { conflict, forbidden, notFound } from "../http/http-error.ts";

export const memberNotFound = () => notFound("Member");
export const invitationNotFound = () => notFound("Invitation");
export const lastOwner = () =>
  conflict("last_owner", "This is the organization's last owner; make somebody else an owner first");
export const alreadyMember = () =>
  conflict("already_member", "This person is a member already; change their role instead");
export const belongsElsewhere = () =>
  conflict(
    "belongs_elsewhere",
    "This person's account reaches beyond this organization, so nobody here may set its password; the platform's operator can send it by mail once SMTP_URL is set",
  );
export const noSecondFactor = () => conflict("no_second_factor", "This member has no second factor");
export const secondFactorElsewhere = () =>
  conflict(
    "second_factor_elsewhere",
    "This person's second factor protects other organizations too, so nobody here may remove it; a recovery code of theirs still works",
  );
export const ownersOnly = () =>
  forbidden("role_insufficient", "Only an owner makes owners, changes them or removes them");
