import { beforeEach, describe, expect, it } from "@jest/globals";
import { type Logger, pino } from "pino";
import { gatherLines } from "../../infra/gathered-lines.ts";

const nextTurn = () => new Promise(setImmediate);

describe("log lines", () => {
  let writes: string[];
  let exit: () => void;
  let logger: Logger;

  beforeEach(() => {
    writes = [];
    const destination = gatherLines({ write: (lines) => void writes.push(lines) }, (write) => {
      exit = write;
    });
    logger = pino({}, destination);
  });

  /** What was said in each write. */
  const messages = () =>
    writes.map((lines) =>
      lines
        .trimEnd()
        .split("\n")
        .map((line): unknown => JSON.parse(line).msg),
    );

  it("log lines of one turn are one write, in their order", async () => {
    logger.info("one");
    await Promise.resolve();
    logger.info("two");
    expect(messages()).toEqual([]);
    await nextTurn();
    expect(messages()).toEqual([["one", "two"]]);
    logger.info("three");
    await nextTurn();
    expect(messages()).toEqual([["one", "two"], ["three"]]);
  });

  it("are written at once with a warning or an error behind them", async () => {
    logger.info("one");
    logger.warn("two");
    expect(messages()).toEqual([["one", "two"]]);
    logger.error("three");
    expect(messages()).toEqual([["one", "two"], ["three"]]);
    await nextTurn();
    expect(writes).toHaveLength(2);
  });

  it("are written when the process ends in their turn", () => {
    logger.info("one");
    exit();
    expect(messages()).toEqual([["one"]]);
    exit();
    expect(writes).toHaveLength(1);
  });
});
