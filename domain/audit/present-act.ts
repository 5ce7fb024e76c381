import type { ActKind } from "./kept-acts.ts";

/** An act as the audit shows it, and as webhooks are sent it. */
export interface PresentedAct {
  id: number;
  at: Date;
  kind: ActKind;
  actor: string;
  user_id: number | null;
  operation: string | null;
  subject: Readonly<Record<string, string | number>>;
  address: string | null;
  user_agent: string | null;
}

export const presentAct = ({
  id,
  at,
  kind,
  actor,
  user_id,
  operation,
  subject,
  address,
  user_agent,
}: PresentedAct): PresentedAct => ({ id, at, kind, actor, user_id, operation, subject, address, user_agent });
