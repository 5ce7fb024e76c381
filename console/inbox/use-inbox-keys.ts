import { useEffect, useRef } from "react";
import type { ListedRequest } from "../api/routes.ts";
import { takeBackDecision } from "./pending-decisions.ts";

interface InboxKeys {
  isOn: boolean;
  requests: readonly ListedRequest[];
  current: ListedRequest | undefined;
  choose(eventId: number): void;
}

const KEPT = "inbox-keys";
export const isListeningToKeys = (): boolean => localStorage.getItem(KEPT) !== "off";
export const keepListening = (isOn: boolean): void => localStorage.setItem(KEPT, isOn ? "on" : "off");

/** Buttons and fields with a key carry it as `data-key`. */
const press = (key: string): void => {
  const target = document.querySelector<HTMLElement>(`[data-key="${key}"]`);
  if (!target || target.getAttribute("aria-disabled") === "true") return;
  target.focus();
  if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) target.click();
};

/**
 * Binds A, E and R to the decisions about the visible request, J and K to the next and the previous one, and U to undo.
 */
export const useInboxKeys = (keys: InboxKeys): void => {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { isOn, requests, current, choose } = latest.current;
      if (!isOn || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      if (!["a", "e", "r", "j", "k", "u"].includes(key)) return;
      event.preventDefault();
      if (key === "u") return takeBackDecision();
      if (key !== "j" && key !== "k") return press(key);
      const at = requests.findIndex(({ event_id }) => event_id === current?.event_id);
      const next = requests[key === "j" ? at + 1 : Math.max(0, at - 1)];
      if (next) choose(next.event_id);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("input, textarea, [role=combobox], [role=dialog], [role=menu]") !== null;
