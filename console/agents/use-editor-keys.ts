import { useEffect } from "react";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, [contenteditable]") !== null;

interface EditorKeys {
  undo(): void;
  redo(): void;
  save(): void;
}

/** Binds Ctrl S everywhere; Ctrl Z and Ctrl Shift Z outside fields, which have an undo of their own. */
export const useEditorKeys = ({ undo, redo, save }: EditorKeys): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      const action = key === "s" ? save : key !== "z" || isTyping(event.target) ? null : event.shiftKey ? redo : undo;
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [undo, redo, save]);
};
