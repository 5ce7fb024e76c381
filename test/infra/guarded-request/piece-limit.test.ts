import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "@jest/globals";
import { OutboundRequestError } from "../../../infra/guarded-request/outbound-request-error.ts";
import { createPieceLimit } from "../../../infra/guarded-request/piece-limit.ts";

/** Returns whether the last piece of an answer is refused; before it, none is. */
const isRefused = (pieces: number, { bytes, wireBytes = bytes }: { bytes: number; wireBytes?: number }): boolean => {
  const socket = new Socket();
  let onWire = 1_000_000;
  Object.defineProperty(socket, "bytesRead", { get: () => onWire });
  const countPiece = createPieceLimit(new IncomingMessage(socket));
  const take = () => {
    onWire += wireBytes;
    countPiece(bytes);
  };
  for (let piece = 1; piece < pieces; piece += 1) take();
  try {
    take();
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(OutboundRequestError);
    expect(error).toMatchObject({ code: "interrupted", mayHaveArrived: true });
    return true;
  }
};

describe("an answer in pieces", () => {
  it.each([
    [5000, 1, false],
    [5001, 1, true],
    [5001, 63, true],
    [5001, 64, false],
  ])("that are %i of %i bytes is refused: %p", (pieces, bytes, refused) => {
    expect(isRefused(pieces, { bytes })).toBe(refused);
  });

  it.each([
    [1024, 32, 64, false],
    [1025, 32, 64, true],
    [1025, 33, 64, false],
  ])(
    "that are %i of %i bytes, read as one, and of %i on the wire is refused: %p",
    (pieces, bytes, wireBytes, refused) => {
      expect(isRefused(pieces, { bytes, wireBytes })).toBe(refused);
    },
  );
});
