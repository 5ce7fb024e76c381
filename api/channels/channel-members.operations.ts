import { defineOperation } from "../http/operation.ts";
import { channelMembersAnswer, channelMembersBody } from "./channel-members.schemas.ts";
import { channelParams } from "./channels.schemas.ts";
import { getChannelMembers } from "./get-channel-members.ts";
import { setChannelMembers } from "./set-channel-members.ts";

const area = "Channels and timeline";

export const getChannelMembersOperation = defineOperation({
  id: "channels.members.get",
  area,
  method: "get",
  path: "/folders/{folder_id}/members",
  summary: "The people and agents of a channel",
  permission: "viewer",
  sandbox: "read",
  params: channelParams,
  success: {
    status: 200,
    description: "People in the order in which they joined, agents by name",
    body: channelMembersAnswer,
  },
  errors: { 404: "No such channel in the organization" },
  run: getChannelMembers,
});

export const setChannelMembersOperation = defineOperation({
  id: "channels.members.set",
  area,
  method: "put",
  path: "/folders/{folder_id}/members",
  summary: "Set the people and agents of a channel; they see its requests first and are notified of them",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: channelParams,
  body: channelMembersBody,
  success: { status: 200, description: "The channel's people and agents", body: channelMembersAnswer },
  errors: { 404: "No such channel in the organization" },
  run: setChannelMembers,
});

export const channelMembersOperations = [getChannelMembersOperation, setChannelMembersOperation];
