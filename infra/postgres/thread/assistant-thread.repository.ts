import { z } from "zod";
import { MEMBER_ROLES } from "../../../domain/access/member-role.rules.ts";
import { type Asker, chooseLesserRole } from "../../../domain/assistant/asker.ts";
import { ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import type { ChatMessage } from "../../../domain/model/chat-model.ts";
import { MOST_FORMER_MESSAGES } from "../../../domain/thread/thread-limits.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { ThreadReply } from "./thread-reply.entity.ts";

/** The results of the assistant's proposals are part of its knowledge. */
const KINDS = ["message", "action_settled", "edit_settled"] as const;

const storedAsker = z.object({
  userId: z.number().int(),
  role: z.enum(MEMBER_ROLES),
  environment: z.enum(ENVIRONMENTS),
});

/** Returns the person who asked, with their present role; null: they are no longer a member. */
export const readAsker = async (tx: OrganizationTransaction, { asker }: ThreadReply): Promise<Asker | null> => {
  const asked = storedAsker.parse(asker);
  const member = await tx
    .selectFrom("memberships")
    .select("role")
    .where("user_id", "=", asked.userId)
    .executeTakeFirst();
  return member ? { ...asked, role: chooseLesserRole(asked.role, member.role) } : null;
};

/** Reads the messages of the thread up to the one that is replied to. */
export const readThreadMessages = async (
  tx: OrganizationTransaction,
  { uuid, eventId }: { uuid: string; eventId: number },
): Promise<ChatMessage[]> => {
  const events = await tx
    .selectFrom("timeline_events")
    .select(["actor", "kind", "summary", "payload"])
    .where("thread_id", "=", uuid)
    .where("kind", "in", KINDS)
    .where("id", "<=", eventId)
    .orderBy("id", "desc")
    .limit(MOST_FORMER_MESSAGES)
    .execute();
  return events.reverse().map(({ actor, kind, summary, payload }): ChatMessage => {
    const said = typeof payload["text"] === "string" ? payload["text"] : summary;
    if (kind !== "message") return { role: "person", text: `(${summary})` };
    return actor === "assistant" ? { role: "agent", text: said } : { role: "person", text: said };
  });
};
