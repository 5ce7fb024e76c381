import type { ServerResponse } from "node:http";
import type { Exchange } from "./exchange.ts";

/** One authenticated request to the simulator's API. */
export interface ApiRequest {
  exchange: Exchange;
  response: ServerResponse;
  url: URL;
  body: string;
}
