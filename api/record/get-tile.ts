import { parseTilePath } from "../../domain/record/tile-paths.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { createRawAnswer } from "../http/raw-answer.ts";
import { readOrNull } from "./get-checkpoint.ts";
import { tileNotFound } from "./record.errors.ts";

interface TilePath {
  level: string;
  tile: string;
  rest?: string;
  width?: string;
}

/** Answers with a tile of C2SP tlog-tiles, which never changes. */
export const getTile = async (context: OperationContext, { params }: { params: TilePath }) => {
  const { level, tile, rest, width } = params;
  const path = ["tile", level, tile, rest, width].filter((piece) => piece !== undefined).join("/");
  const bytes = parseTilePath(path) && (await readOrNull(context, path));
  if (!bytes) throw tileNotFound();
  return createRawAnswer(
    (response) =>
      void response
        .set({ "Content-Type": "application/octet-stream", "Cache-Control": "private, max-age=31536000, immutable" })
        .send(bytes),
  );
};
