import type { ServerResponse } from "node:http";
import type { Exchange } from "./simulator.exchange.ts";

/** One authenticated request to the simulator's API. */
export interface Visit {
  exchange: Exchange;
  response: ServerResponse;
  url: URL;
  body: string;
}
