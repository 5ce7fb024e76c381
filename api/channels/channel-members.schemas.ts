import { z } from "zod";
import { MEMBER_ROLES } from "../../domain/access/member-role.rules.ts";
import { MOST_CHANNEL_MEMBERS } from "../../domain/channel/channel.ts";
import { idField, optional } from "../http/fields.ts";

const ids = z
  .array(idField)
  .max(MOST_CHANNEL_MEMBERS)
  .transform((list) => [...new Set(list)]);

const callee = z.strictObject({
  user_id: idField,
  phone_number: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .nullable()
    .meta({ description: "Where the person is called, with + and country code; null: nowhere" }),
  takes_calls: z.boolean().meta({ description: "The person is there now" }),
});

export const channelMembersBody = z.strictObject({
  callees: optional(z.array(callee).max(MOST_CHANNEL_MEMBERS)).meta({
    description: "Members who are called when an agent hands a caller to the channel; others are as they are",
  }),
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
        role: z.enum(MEMBER_ROLES),
        phone_number: z
          .string()
          .nullable()
          .meta({ description: "Where the person is called when an agent hands a caller to the channel" }),
        takes_calls: z.boolean().meta({ description: "The person is there to take such calls" }),
      }),
    ),
    agents: z.array(z.object({ workflow_id: id, name: z.string() })),
  })
  .meta({ id: "ChannelMembers" });
