import { useBlocker } from "@tanstack/react-router";
import { createContext, type ReactNode, type RefObject, use, useEffect, useRef, useState } from "react";
import { words } from "../words/words.ts";
import { watchActions } from "./actions-under-way.ts";
import { Confirm } from "./confirm.tsx";

type IsUnsaved = () => boolean;

/** The forms of a dialog, which asks before it closes while one of them holds something unsaved. */
export const UnsavedForms = createContext<RefObject<Set<IsUnsaved>> | null>(null);

/** Tells the surrounding form that something was chosen in a part for which the browser fires no event. */
export const NoteInput = createContext<() => void>(() => {});

/** All parts of the page that may hold something unsaved, in the order in which they came. */
const parts = new Set<IsUnsaved>();

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

/**
 * Asks before another page is opened while something is unsaved; other filters of the same page do not count as one. When several
 * parts hold something, the first asks for all.
 */
export const useLeaveQuestion = (isUnsaved: IsUnsaved): ReactNode => {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  const [part] = useState<IsUnsaved>(() => () => latest.current());
  useEffect(() => {
    parts.add(part);
    return () => void parts.delete(part);
  }, [part]);
  const isAsked = () => [...parts].find((each) => each()) === part;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isAsked(),
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
  /** Records that something was typed. */
  noteInput(): void;
  /** Records that it was sent: it counts as saved once the API has answered, unless it is refused. */
  noteSubmit(): void;
  question: ReactNode;
}

/** Remembers whether a form holds something unsaved. `isKept` is false for forms whose content nobody misses, such as a search. */
export const useUnsavedForm = ({ isKept }: { isKept: boolean }): UnsavedForm => {
  const dialog = use(UnsavedForms);
  const holds = useRef<IsUnsaved>(() => false);
  const [isUnsaved] = useState<IsUnsaved>(() => () => holds.current());
  useEffect(() => {
    dialog?.current.add(isUnsaved);
    return () => void dialog?.current.delete(isUnsaved);
  }, [dialog, isUnsaved]);
  return {
    noteInput: () => {
      if (isKept) holds.current = () => true;
    },
    noteSubmit: () => {
      if (isUnsaved()) holds.current = watchActions();
    },
    question: useLeaveQuestion(isUnsaved),
  };
};
