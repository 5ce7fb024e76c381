import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createServer, type TlsOptions } from "node:tls";
import type { Certified } from "./certificate-authority.ts";

export interface TlsGate {
  port: number;
  close(): Promise<void>;
}

/** Ends TLS in front of a real server that speaks without it, as a gateway does. */
export const openTlsGate = async (
  target: { host: string; port: number },
  { certificate, key }: Certified,
  options: TlsOptions = {},
): Promise<TlsGate> => {
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket));
  };
  const server = createServer({ cert: certificate, key, ...options }, (inner) => {
    const outer = connect(target);
    keep(inner);
    keep(outer);
    inner.pipe(outer).pipe(inner);
    inner.on("close", () => outer.destroy());
    outer.on("close", () => inner.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    close: async () => {
      for (const socket of open) socket.destroy();
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
};
