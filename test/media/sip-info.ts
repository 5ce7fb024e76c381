import { createSocket } from "node:dgram";

/** Tells the SIPp at this port, whose scenario waits for it, that whoever it plays hangs up the call of this message. */
export const tellToHangUp = async (port: number, message: string): Promise<void> => {
  const [, callId] = /^Call-ID: *(\S+)/im.exec(message) ?? [];
  const info = [
    `INFO sip:somebody@127.0.0.1:${port} SIP/2.0`,
    "Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK-hang-up",
    "From: <sip:test@127.0.0.1>;tag=test",
    "To: <sip:somebody@127.0.0.1>",
    `Call-ID: ${callId}`,
    "CSeq: 9 INFO",
    "Content-Length: 0",
  ];
  const socket = createSocket("udp4");
  await new Promise((resolve) => socket.send(`${info.join("\r\n")}\r\n\r\n`, port, "127.0.0.1", resolve));
  socket.close();
};
