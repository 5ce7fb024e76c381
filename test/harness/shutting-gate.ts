import { createServer } from "node:net";
import { openGate } from "./gate.ts";

/** A gate in front of a real server, which goes away and comes back for clients that know only the gate's address. */
export interface ShuttingGate {
  /** host:port, for URLs. */
  address: string;
  /** Breaks every connection from now on, open ones too. */
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

/** It goes on listening while it is shut: another process cannot take its port meanwhile. */
export const gateBefore = async (url: string): Promise<ShuttingGate> => {
  const { hostname, port } = new URL(url);
  let isShut = false;
  const gate = await openGate({ host: hostname, port: Number(port) }, createServer, () => !isShut);
  return {
    address: `127.0.0.1:${gate.port}`,
    shut: () => {
      isShut = true;
      gate.breakOff();
    },
    open: () => {
      isShut = false;
    },
    close: gate.close,
  };
};
