import { useBlocker } from "@tanstack/react-router";
import { createContext, type ReactNode, type RefObject, use, useEffect, useId, useRef } from "react";
import { words } from "../words/words.ts";
import { Confirm } from "./confirm.tsx";

/** The forms of a dialog that hold something unsaved, by their ids: the dialog asks before it closes. */
export const UnsavedForms = createContext<RefObject<Set<string>> | null>(null);

interface QuestionProps {
  isOpen: boolean;
  onStay(): void;
  onLeave(): void;
}

export const LeaveQuestion = ({ isOpen, onStay, onLeave }: QuestionProps) => (
  <Confirm
    isOpen={isOpen}
    onClose={onStay}
    title={words.shell.leaveTitle}
    text={words.shell.leaveText}
    action={words.shell.leave}
    onConfirm={onLeave}
  />
);

/** Asks before another page is opened while something is unsaved; other filters of the same page are no other page. */
export const useLeaveQuestion = (isUnsaved: () => boolean): ReactNode => {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved() && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <LeaveQuestion
      isOpen={blocker.status === "blocked"}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
};

interface UnsavedForm {
  /** Something was typed. */
  noteInput(): void;
  /** It was sent: it counts as saved unless it is refused. */
  noteSubmit(): void;
  question: ReactNode;
}

/** Remembers what a form holds. `isKept` is false for forms whose content nobody misses, such as a search. */
export const useUnsavedForm = ({ isKept, error }: { isKept: boolean; error: Error | null }): UnsavedForm => {
  const id = useId();
  const dialog = use(UnsavedForms);
  const [isUnsaved, wasUnsaved] = [useRef(false), useRef(false)];
  const note = (next: boolean) => {
    isUnsaved.current = next && isKept;
    if (isUnsaved.current) dialog?.current.add(id);
    else dialog?.current.delete(id);
  };
  useEffect(() => {
    if (error && wasUnsaved.current) note(true);
  }, [error]);
  useEffect(() => () => void dialog?.current.delete(id), [dialog, id]);
  return {
    noteInput: () => note(true),
    noteSubmit: () => {
      wasUnsaved.current = isUnsaved.current;
      note(false);
    },
    question: useLeaveQuestion(() => isUnsaved.current),
  };
};
