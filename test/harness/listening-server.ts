import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";

/** A connection over which somebody's speech came while they spoke. */
export interface SeenStream {
  url: string;
  headers: IncomingHttpHeaders;
  /** All sound so far. */
  sound: Buffer;
  /** The sentence's end was told. */
  isFinished: boolean;
  isOpen: boolean;
  socket: WebSocket;
}

interface Listening {
  /** Called with all sound when the sentence has ended; undefined: no word is ever told. */
  hear(sound: Buffer): Promise<string> | string | undefined;
  began?(stream: SeenStream): void;
  /** More sound has come. */
  heardMore?(stream: SeenStream): void;
  /** Takes the place of the answer that opens a stream. */
  handshake?(connection: Duplex): unknown;
}

/** Has a server hear speech as Deepgram's `/listen` does, and returns the streams that it has seen. */
export const listenToStreams = (server: Server, { hear, began, heardMore, handshake }: Listening): SeenStream[] => {
  const seen: SeenStream[] = [];
  if (handshake) {
    server.on("upgrade", (_request, connection) => {
      // Nobody else sees that the other side leaves.
      connection.on("error", () => {}).on("end", () => connection.end());
      handshake(connection.resume());
    });
    return seen;
  }
  new WebSocketServer({ server }).on("connection", (socket, { url = "", headers }) => {
    const stream: SeenStream = { url, headers, sound: Buffer.alloc(0), isFinished: false, isOpen: true, socket };
    seen.push(stream);
    socket.on("close", () => {
      stream.isOpen = false;
    });
    socket.on("message", (data, isBinary) => {
      if (!Buffer.isBuffer(data)) throw new Error("a message came in parts");
      if (isBinary) {
        stream.sound = Buffer.concat([stream.sound, data]);
        return heardMore?.(stream);
      }
      if (String(data) !== JSON.stringify({ type: "CloseStream" })) return socket.terminate();
      stream.isFinished = true;
      void finish(stream, hear);
    });
    began?.(stream);
  });
  return seen;
};

const finish = async (stream: SeenStream, hear: Listening["hear"]): Promise<void> => {
  const words = await hear(stream.sound);
  if (words === undefined) return;
  tellWords(stream, words, { isFinal: true });
  stream.socket.send(JSON.stringify({ type: "Metadata", duration: 1 }));
  stream.socket.close(1000);
};

export const tellWords = ({ socket }: SeenStream, transcript: string, { isFinal }: { isFinal: boolean }): void =>
  socket.send(JSON.stringify({ type: "Results", is_final: isFinal, channel: { alternatives: [{ transcript }] } }));

/** A provider of recognition, of which whole sentences may be asked for too. */
export const startListeningServer = async (listening: Listening, whole = "a whole sentence") => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    request.resume().on("end", () => {
      const results = { channels: [{ alternatives: [{ transcript: whole }] }] };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }));
    });
  });
  const streams = listenToStreams(server, listening);
  const connections = new Set<Socket>();
  server.on("connection", (connection) => {
    connections.add(connection);
    connection.on("close", () => connections.delete(connection));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v1`,
    /** The paths of requests for whole sentences. */
    requests,
    streams,
    close: async () => {
      for (const connection of connections) connection.destroy();
      server.close();
      await once(server, "close");
    },
  };
};

export type ListeningServer = Awaited<ReturnType<typeof startListeningServer>>;
