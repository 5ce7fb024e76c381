import { once } from "node:events";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { connect as connectByTls, createServer as createTlsServer } from "node:tls";
import type { Certified } from "../harness/certificate-authority.ts";

export interface TlsLine {
  /** Where a SIPp on loopback calls without TLS. */
  port: number;
  /** Where the other side reaches it, over TLS. */
  address: string;
  close(): Promise<void>;
}

interface Ends {
  /** The port of the other side, and who has signed its certificate. */
  to: { port: number; authority: string };
  /** The certificate that this side shows. */
  certified: Certified;
}

/** SIPp has no TLS in every distribution: this adds it for one that calls. It gets what comes to it by any connection. */
export const openTlsLine = async ({ to, certified }: Ends): Promise<TlsLine> => {
  const sockets = new Set<Socket>();
  let caller: Socket | null = null;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    return socket;
  };
  const inside = createTcpServer((socket) => {
    caller = keep(socket);
    const outside = keep(connectByTls({ host: "127.0.0.1", port: to.port, servername: "localhost", ca: to.authority }));
    caller.pipe(outside).pipe(caller);
  });
  const { certificate: cert, key } = certified;
  const door = createTlsServer({ cert, key }, (outside) => {
    keep(outside).on("data", (data) => caller?.write(data));
  });
  const [port, doorPort] = [await listen(inside), await listen(door)];
  return {
    port,
    address: `localhost:${doorPort}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      for (const server of [inside, door]) {
        server.close();
        await once(server, "close");
      }
    },
  };
};

const listen = async (server: Server): Promise<number> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a line over TLS has no port");
  return address.port;
};
