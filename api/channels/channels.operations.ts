import { defineOperation } from "../http/operation.ts";
import { QUOTA_REACHED } from "../require-quota.ts";
import {
  channelAnswer,
  channelBody,
  channelListAnswer,
  channelParams,
  deletedAnswer,
  timelineAnswer,
  timelineQuery,
  timelineStreamQuery,
} from "./channels.schemas.ts";
import { createChannel } from "./create-channel.ts";
import { deleteChannel } from "./delete-channel.ts";
import { listChannels } from "./list-channels.ts";
import { draftAnswer, draftQuery, messageBody, postedMessageAnswer } from "./messages.schemas.ts";
import { postMessage } from "./post-message.ts";
import { readDraft } from "./read-draft.ts";
import { readTimeline } from "./read-timeline.ts";
import { renameChannel } from "./rename-channel.ts";
import { streamDraft } from "./stream-draft.ts";
import { streamTimeline } from "./stream-timeline.ts";

const area = "Channels and timeline";

export const listChannelsOperation = defineOperation({
  id: "channels.list",
  area,
  method: "get",
  path: "/folders/",
  summary: "Every channel",
  permission: "viewer",
  sandbox: "read",
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
  sandbox: "refused",
  timeline: "system",
  body: channelBody,
  success: { status: 200, description: "The channel", body: channelAnswer },
  errors: { 402: QUOTA_REACHED, 409: "There is a channel of that name" },
  run: createChannel,
});

export const renameChannelOperation = defineOperation({
  id: "channels.rename",
  area,
  method: "put",
  path: "/folders/{folder_id}",
  summary: "Rename a channel",
  permission: "admin",
  sandbox: "refused",
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
  sandbox: "refused",
  timeline: "system",
  params: channelParams,
  success: { status: 200, description: "It is deleted", body: deletedAnswer },
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
  sandbox: "read",
  query: timelineQuery,
  success: { status: 200, description: "One page of events", body: timelineAnswer },
  errors: { 404: "No such agent, call or channel in the organization" },
  share: "paging",
  run: readTimeline,
});

export const streamTimelineOperation = defineOperation({
  id: "channels.timeline.stream",
  area,
  method: "get",
  path: "/timeline/stream",
  summary: "New events as server-sent events; with Last-Event-ID the stream continues after that event",
  permission: "viewer",
  sandbox: "read",
  query: timelineStreamQuery,
  success: {
    status: 200,
    description:
      "Events whose data is an event of the timeline; the first is `begin`, which says where the stream starts",
    contentTypes: ["text/event-stream"],
  },
  errors: { 404: "No such agent, call or channel in the organization" },
  run: streamTimeline,
});

export const postMessageOperation = defineOperation({
  id: "channels.post",
  area,
  method: "post",
  path: "/timeline/message",
  summary: "Write to an agent, a channel or the built-in assistant; the reply is an event of the same thread",
  permission: "operator",
  sandbox: "refused",
  timeline: "message",
  body: messageBody,
  addsRows: true,
  success: { status: 202, description: "The message is in the timeline", body: postedMessageAnswer },
  errors: {
    400: "The agent is archived, or nothing of it is published",
    404: "No such agent, channel or thread in the organization",
  },
  run: postMessage,
});

const draftErrors = { 404: "No such agent, channel or thread in the organization" };

export const readDraftOperation = defineOperation({
  id: "channels.draft",
  area,
  method: "get",
  path: "/timeline/draft",
  summary: "The reply forming while an agent is thinking",
  permission: "viewer",
  sandbox: "read",
  query: draftQuery,
  success: { status: 200, description: "As far as it is written", body: draftAnswer },
  errors: draftErrors,
  run: readDraft,
});

export const streamDraftOperation = defineOperation({
  id: "channels.draft.stream",
  area,
  method: "get",
  path: "/timeline/draft/stream",
  summary: "The reply as server-sent events while it forms, each with everything that is written of it",
  permission: "viewer",
  sandbox: "read",
  query: draftQuery,
  success: { status: 200, description: "Events whose data is the draft", contentTypes: ["text/event-stream"] },
  errors: draftErrors,
  run: streamDraft,
});

export const channelsOperations = [
  listChannelsOperation,
  createChannelOperation,
  renameChannelOperation,
  deleteChannelOperation,
  readTimelineOperation,
  streamTimelineOperation,
  postMessageOperation,
  readDraftOperation,
  streamDraftOperation,
];
