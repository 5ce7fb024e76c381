import { createChannelOperation } from "../../api/channels/channels.operations.ts";
import type { ApiClient } from "../harness/api-client.ts";

let made = 0;

/** Creates a channel, made over HTTP, under a name of its own. */
export const createChannel = async (client: ApiClient, name?: string) => {
  made += 1;
  return (await client.call(createChannelOperation, { body: { name: name ?? `Channel ${made}` } })).body;
};
