import { markReachable, subscribeToReturn } from "./reachability.ts";

const AGAIN_AFTER_MS = 1_500;

interface StreamToFollow {
  url: string;
  /** The wait before a lost stream is reopened. Default: a second and a half. */
  againAfterMs?: number;
  /** Returns "over" when no message comes after this one: the stream is then closed for good. */
  onMessage(data: string): "over" | "more";
  onLost?(): void;
}

/**
 * Follows a stream of server-sent events while the page is visible: a hidden tab holds none of the six connections that
 * a browser opens to one host. Returns the function that ends it.
 */
export const followStream = ({
  url,
  againAfterMs = AGAIN_AFTER_MS,
  onMessage,
  onLost,
}: StreamToFollow): (() => void) => {
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const follow = () => {
    source?.close();
    clearTimeout(again);
    if (document.hidden || isOver) return;
    source = new EventSource(url);
    source.onmessage = ({ data }: MessageEvent<string>) => {
      markReachable();
      isOver = onMessage(data) === "over";
      if (isOver) source?.close();
    };
    // The server closes the stream after it, and has nothing more for who connects again.
    source.addEventListener("end", () => {
      isOver = true;
      source?.close();
    });
    source.onerror = () => {
      source?.close();
      onLost?.();
      again = setTimeout(follow, againAfterMs);
    };
  };
  follow();
  document.addEventListener("visibilitychange", follow);
  // A stream that is cut by the network may stay silent without an error.
  const stop = subscribeToReturn(follow);
  return () => {
    stop();
    document.removeEventListener("visibilitychange", follow);
    clearTimeout(again);
    source?.close();
  };
};
