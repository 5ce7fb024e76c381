import { once } from "node:events";
import { connect } from "node:tls";

export const HTTPS_PORT = 443;

/**
 * Returns until when the certificate of an `https:` address is valid. Rejects where it is not trusted, and where nothing answers
 * within `answersWithinMs`.
 */
export const readCertificateEnd = async ({ hostname, port }: URL, answersWithinMs: number): Promise<Date> => {
  const socket = connect({ host: hostname, port: Number(port) || HTTPS_PORT, servername: hostname });
  // A late error of a socket that nobody listens to would end the process.
  socket.on("error", () => {});
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(answersWithinMs) });
    return new Date(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
};
