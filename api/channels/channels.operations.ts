import { defineOperation } from "../http/operation.ts";
import {
  channelAnswer,
  channelBody,
  channelListAnswer,
  channelParams,
  deletedAnswer,
  timelineAnswer,
  timelineQuery,
} from "./channels.schemas.ts";
import { createChannel } from "./create-channel.ts";
import { deleteChannel } from "./delete-channel.ts";
import { listChannels } from "./list-channels.ts";
import { readTimeline } from "./read-timeline.ts";
import { renameChannel } from "./rename-channel.ts";

const area = "Channels and timeline";

export const listChannelsOperation = defineOperation({
  id: "channels.list",
  area,
  method: "get",
  path: "/folders/",
  summary: "Every channel",
  permission: "viewer",
  success: { status: 200, description: "The channels, by name", body: channelListAnswer },
  run: listChannels,
});

export const createChannelOperation = defineOperation({
  id: "channels.create",
  area,
  method: "post",
  path: "/folders/",
  summary: "Create a channel",
  permission: "admin",
  timeline: "system",
  body: channelBody,
  success: { status: 200, description: "The channel", body: channelAnswer },
  errors: { 409: "There is a channel of that name" },
  run: createChannel,
});

export const renameChannelOperation = defineOperation({
  id: "channels.rename",
  area,
  method: "put",
  path: "/folders/{folder_id}",
  summary: "Rename a channel",
  permission: "admin",
  timeline: "system",
  params: channelParams,
  body: channelBody,
  success: { status: 200, description: "The channel", body: channelAnswer },
  errors: { 404: "No such channel in the organization", 409: "There is a channel of that name" },
  run: renameChannel,
});

export const deleteChannelOperation = defineOperation({
  id: "channels.delete",
  area,
  method: "delete",
  path: "/folders/{folder_id}",
  summary: "Delete a channel; its agents stay, without one",
  permission: "admin",
  timeline: "system",
  params: channelParams,
  success: { status: 200, description: "It is gone", body: deletedAnswer },
  errors: { 404: "No such channel in the organization" },
  run: deleteChannel,
});

export const readTimelineOperation = defineOperation({
  id: "channels.timeline",
  area,
  method: "get",
  path: "/timeline",
  summary: "Everything that happened, newest first; a single call oldest first",
  permission: "viewer",
  query: timelineQuery,
  success: { status: 200, description: "One page of events", body: timelineAnswer },
  errors: { 404: "No such agent, call or channel in the organization" },
  run: readTimeline,
});

export const channelsOperations = [
  listChannelsOperation,
  createChannelOperation,
  renameChannelOperation,
  deleteChannelOperation,
  readTimelineOperation,
];
