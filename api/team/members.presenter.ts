import type { Invitation } from "../../infra/postgres/access/invitation.entity.ts";

export const presentInvitation = ({ id, email, role, created_at, expires_at }: Invitation) => ({
  id,
  email,
  role,
  created_at,
  expires_at,
});
