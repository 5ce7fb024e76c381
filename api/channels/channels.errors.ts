import { conflict, notFound } from "../http/http-error.ts";

export const channelNotFound = () => notFound("Channel");
export const channelNameTaken = (name: string) =>
  conflict("channel_name_taken", `There is a channel named ${name} already`);
