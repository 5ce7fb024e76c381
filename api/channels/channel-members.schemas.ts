import { z } from "zod";
import { idField, optional } from "../http/fields.ts";

const MOST = 500;
const ids = z
  .array(idField)
  .max(MOST)
  .transform((list) => [...new Set(list)]);

export const channelMembersBody = z.strictObject({
  user_ids: optional(ids).meta({ description: "The channel's members from now on; left out: as they are" }),
  workflow_ids: optional(ids).meta({ description: "The channel's agents from now on; left out: as they are" }),
});

const id = z.number().int();

export const channelMembersAnswer = z
  .object({
    user_ids: z.array(id),
    workflow_ids: z.array(id),
    members: z.array(
      z.object({
        user_id: id,
        email: z.string(),
        name: z.string().nullable(),
        role: z.enum(["viewer", "operator", "admin", "owner"]),
      }),
    ),
    agents: z.array(z.object({ workflow_id: id, name: z.string() })),
  })
  .meta({ id: "ChannelMembers" });
