import { describe, expect, it } from "@jest/globals";
import { limitSimultaneous } from "../../../activities/call-run/hand-overs.ts";

/** Work that is over when it is told so; it says whom it has begun with. */
const startPlaces = (places: { mostWaiting: number; waitMs: number }) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const place = limitSimultaneous({ atATime: 1, ...places }, async (name: string) => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return `${name} is done`;
  });
  return { place, begun, end: (name: string) => ends.get(name)?.() };
};

describe("beyond the places", () => {
  it("a caller waits for one, and gets it when it becomes free", async () => {
    const { place, begun, end } = startPlaces({ mostWaiting: 1, waitMs: 60_000 });
    const first = place("first");
    const second = place("second");
    await new Promise(setImmediate);
    expect(begun).toEqual(["first"]);
    end("first");
    expect(await first).toBe("first is done");
    await new Promise(setImmediate);
    expect(begun).toEqual(["first", "second"]);
    end("second");
    expect(await second).toBe("second is done");
  });

  it("a caller for whom none becomes free in time gets null, and takes none later", async () => {
    const { place, begun, end } = startPlaces({ mostWaiting: 1, waitMs: 1 });
    const first = place("first");
    expect(await place("second")).toBeNull();
    end("first");
    await first;
    const third = place("third");
    await new Promise(setImmediate);
    end("third");
    expect(await third).toBe("third is done");
    expect(begun).toEqual(["first", "third"]);
  });

  it("a caller gets null at once where as many wait as may", async () => {
    const { place, begun, end } = startPlaces({ mostWaiting: 1, waitMs: 60_000 });
    const first = place("first");
    const second = place("second");
    expect(await place("third")).toBeNull();
    end("first");
    await first;
    await new Promise(setImmediate);
    end("second");
    expect(await second).toBe("second is done");
    expect(begun).toEqual(["first", "second"]);
  });
});
